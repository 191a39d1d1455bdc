// Cells of every plain format of Arrow, as they are in a vector of DuckDB.
#include "gauze/engine/arrow/arrow_form.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

namespace gauze {
namespace {

// A vector with the cells of a column; the cell at `missing` has no value.
class FilledVector {
 public:
  FilledVector(const char* format, const void* values, std::int64_t rows,
               std::int64_t missing = -1) {
    const auto form = FormOfFormat(format);
    EXPECT_TRUE(form) << format;
    if (!form) return;
    duckdb_logical_type type = form->type == DUCKDB_TYPE_DECIMAL
                                   ? duckdb_create_decimal_type(form->width, form->scale)
                                   : duckdb_create_logical_type(form->type);
    chunk_ = duckdb_create_data_chunk(&type, 1);
    duckdb_destroy_logical_type(&type);
    const std::array<const void*, 2> buffers = {nullptr, values};
    ArrowArray array{};
    array.length = rows;
    array.n_buffers = 2;
    array.buffers = const_cast<const void**>(buffers.data());
    ArrowPositions positions;
    positions.values = &array;
    for (std::int64_t row = 0; row < rows; ++row) {
      positions.at.push_back(row == missing ? ArrowPositions::kMissing : row);
    }
    wrong_ = form->fill(*form, positions, vector());
  }
  FilledVector(const FilledVector&) = delete;
  FilledVector& operator=(const FilledVector&) = delete;
  ~FilledVector() {
    if (chunk_ != nullptr) duckdb_destroy_data_chunk(&chunk_);
  }

  const char* wrong() const { return wrong_; }
  bool IsThere(idx_t row) const {
    std::uint64_t* valid = duckdb_vector_get_validity(vector());
    return valid == nullptr || duckdb_validity_row_is_valid(valid, row);
  }
  template <typename T>
  T Cell(idx_t row) const {
    return static_cast<const T*>(duckdb_vector_get_data(vector()))[row];
  }

 private:
  duckdb_vector vector() const { return duckdb_data_chunk_get_vector(chunk_, 0); }

  duckdb_data_chunk chunk_ = nullptr;
  const char* wrong_ = nullptr;
};

TEST(ArrowForm, NumbersAreTheSameAndMissingOnesAreMarked) {
  const std::vector<std::int16_t> values = {-7, 0, 32'000};
  const FilledVector filled("s", values.data(), 3, 1);
  EXPECT_EQ(filled.wrong(), nullptr);
  EXPECT_EQ(filled.Cell<std::int16_t>(0), -7);
  EXPECT_EQ(filled.Cell<std::int16_t>(2), 32'000);
  EXPECT_TRUE(filled.IsThere(0));
  EXPECT_FALSE(filled.IsThere(1));
}

TEST(ArrowForm, BooleansAreBits) {
  const std::array<std::uint8_t, 2> bits = {0b00000101, 0b1};
  const FilledVector filled("b", bits.data(), 9);
  EXPECT_TRUE(filled.Cell<bool>(0));
  EXPECT_FALSE(filled.Cell<bool>(1));
  EXPECT_TRUE(filled.Cell<bool>(2));
  EXPECT_TRUE(filled.Cell<bool>(8));
}

TEST(ArrowForm, TimesAreInMicrosecondsAndRoundedTowardsThePast) {
  const std::vector<std::int64_t> nanoseconds = {-1, 1999, 2000, -2000};
  const FilledVector filled("tsn:UTC", nanoseconds.data(), 4);
  EXPECT_EQ(filled.wrong(), nullptr);
  EXPECT_EQ(filled.Cell<std::int64_t>(0), -1);
  EXPECT_EQ(filled.Cell<std::int64_t>(1), 1);
  EXPECT_EQ(filled.Cell<std::int64_t>(2), 2);
  EXPECT_EQ(filled.Cell<std::int64_t>(3), -2);
  const std::vector<std::int64_t> seconds = {-3};
  EXPECT_EQ(FilledVector("tss:UTC", seconds.data(), 1).Cell<std::int64_t>(0), -3'000'000);
  EXPECT_EQ(FilledVector("tsm:UTC", seconds.data(), 1).Cell<std::int64_t>(0), -3'000);
  EXPECT_EQ(FilledVector("tsu:UTC", seconds.data(), 1).Cell<std::int64_t>(0), -3);
  for (const char* format : {"tss:", "tsm:", "tsu:", "tsn:"}) {
    EXPECT_EQ(FilledVector(format, seconds.data(), 1).Cell<std::int64_t>(0), -3) << format;
  }
}

TEST(ArrowForm, DatesInMillisecondsAreDays) {
  const std::vector<std::int64_t> milliseconds = {-1, 86'399'999, 86'400'000};
  const FilledVector filled("tdm", milliseconds.data(), 3);
  EXPECT_EQ(filled.Cell<std::int32_t>(0), -1);
  EXPECT_EQ(filled.Cell<std::int32_t>(1), 0);
  EXPECT_EQ(filled.Cell<std::int32_t>(2), 1);
}

TEST(ArrowForm, TimesThatDoNotFitAreRefused) {
  const std::vector<std::int64_t> most = {std::numeric_limits<std::int64_t>::max()};
  for (const char* format : {"tss:UTC", "tsm:UTC", "tdm"}) {
    EXPECT_STREQ(FilledVector(format, most.data(), 1).wrong(), "a timestamp is out of range")
        << format;
  }
}

TEST(ArrowForm, HalvesAreFloats) {
  const std::vector<std::uint16_t> values = {0x3C00, 0xC000, 0x0001, 0x7C00, 0xFC00, 0x7E00};
  const FilledVector filled("e", values.data(), 6);
  EXPECT_EQ(filled.Cell<float>(0), 1.0F);
  EXPECT_EQ(filled.Cell<float>(1), -2.0F);
  EXPECT_EQ(filled.Cell<float>(2), std::ldexp(1.0F, -24));
  EXPECT_EQ(filled.Cell<float>(3), INFINITY);
  EXPECT_EQ(filled.Cell<float>(4), -INFINITY);
  EXPECT_TRUE(std::isnan(filled.Cell<float>(5)));
}

TEST(ArrowForm, DecimalsAreAsWideAsTheyNeedToBe) {
  // Two numbers of 128 bits.
  const std::array<std::int64_t, 4> values = {-1234, -1, 5, 0};
  EXPECT_EQ(FilledVector("d:4,1", values.data(), 2).Cell<std::int16_t>(0), -1234);
  EXPECT_EQ(FilledVector("d:9,1", values.data(), 2).Cell<std::int32_t>(1), 5);
  EXPECT_EQ(FilledVector("d:18,1,128", values.data(), 2).Cell<std::int64_t>(0), -1234);
  const auto wide = FilledVector("d:38,10", values.data(), 2).Cell<duckdb_hugeint>(0);
  EXPECT_EQ(wide.upper, -1);
  EXPECT_EQ(static_cast<std::int64_t>(wide.lower), -1234);
}

TEST(ArrowForm, NothingIsMissingThroughout) {
  const FilledVector filled("n", nullptr, 2, 1);
  EXPECT_EQ(filled.wrong(), nullptr);
  EXPECT_FALSE(filled.IsThere(1));
}

TEST(ArrowForm, OtherFormatsAreLeftToTheEngine) {
  for (const char* format : {"", "x", "+l", "+s", "tts", "tiM", "tsx:", "ts", "d:5", "d:39,0",
                             "d:5,6", "d:5,2,256", "d:0,0"}) {
    EXPECT_FALSE(FormOfFormat(format)) << format;
  }
}

}  // namespace
}  // namespace gauze
