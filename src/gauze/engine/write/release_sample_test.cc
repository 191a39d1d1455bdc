#include "gauze/engine/write/release_sample.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "gauze/encode/record_spool.h"
#include "gauze/engine/read/numbered_rows.h"
#include "gauze/engine/read/source/source.h"
#include "gauze/engine/write/release_writer.h"

// What is kept on the way is what the files have: the same rows, and cells that read as the same
// values, of every type and in every way that a column is read.

namespace gauze {
namespace {

constexpr std::uint64_t kRows = 150'000;

std::uint64_t Dice(std::uint64_t number) { return (number * 0x9E3779B97F4A7C15U) >> 40U; }

Value NthValue(ValueType type, std::uint64_t number) {
  const std::uint64_t dice = Dice(number);
  switch (type) {
    case ValueType::kDecimal:
      return *ParseValue({.type = type}, std::to_string(static_cast<double>(dice) / 7e9));
    case ValueType::kDate:
      return DateValue(static_cast<std::int64_t>(dice % 30'000));
    case ValueType::kTimestamp:
      return ValueOfKey(type, OrderKey(type, {.whole = static_cast<std::int64_t>(dice * 999'983)}));
    case ValueType::kBoolean:
      return *ParseValue({.type = type}, dice % 2 == 0 ? "true" : "false");
    case ValueType::kInteger:
      return *ParseValue({.type = type}, std::to_string(static_cast<std::int64_t>(dice) - 1000));
    default:
      return {.text = "a, \"" + std::to_string(dice % 1000) + "\"\n"};
  }
}

constexpr ValueType kTypes[] = {ValueType::kInteger,   ValueType::kDecimal, ValueType::kDate,
                                ValueType::kTimestamp, ValueType::kBoolean, ValueType::kText};

// One column of each type by codes, another one carried; every 11th cell is missing.
ReleasedTable Piece(std::uint64_t first, std::uint64_t groups) {
  ReleasedTable table;
  for (std::uint64_t group = 0; group < groups; ++group) {
    table.counts.push_back(1 + (first + group) % 4);
    table.rows += table.counts.back();
  }
  for (const ValueType type : kTypes) {
    const std::string name(Name(type));
    auto values = std::make_shared<std::vector<Value>>();
    ReleasedColumn coded{.name = name, .type = type};
    ReleasedColumn carried{.name = name + " carried", .type = type};
    for (std::uint64_t i = 0; i < 50; ++i) values->push_back(NthValue(type, first + i));
    coded.values = values;
    for (std::uint64_t group = 0; group < groups; ++group) {
      const std::uint64_t cell = first + group + static_cast<std::uint64_t>(type);
      const bool missing = cell % 11 == 0;
      coded.codes.push_back(missing ? 50 : static_cast<std::uint32_t>(cell % 50));
      const Value value = NthValue(type, cell);
      if (type == ValueType::kText) {
        carried.texts.push_back(missing ? std::nullopt : std::optional(value.text));
      } else {
        carried.keys.push_back(missing ? RecordShape::kMissingKey : OrderKey(type, value));
      }
    }
    table.columns.push_back(std::move(coded));
    table.columns.push_back(std::move(carried));
  }
  return table;
}

class ReleaseSampleTest : public testing::Test {
 protected:
  ReleaseSampleTest()
      : database_(*Database::Open({2, ""})),
        folder_(testing::TempDir() + "/" +
                testing::UnitTest::GetInstance()->current_test_info()->name()) {
    std::filesystem::create_directories(folder_);
  }
  ~ReleaseSampleTest() override { std::filesystem::remove_all(folder_); }

  // Returns what was kept on the way; the files are in folder_.
  std::shared_ptr<const SampledRelease> Write(ReleaseWriter& writer, std::uint64_t rows_per_file) {
    ReleaseSample sample(kRows, rows_per_file);
    // Groups have 1, 2, 3 and 4 rows in turn.
    for (std::uint64_t first = 0; first < kRows / 10 * 4; first += 20'000) {
      const auto piece = std::make_shared<const ReleasedTable>(Piece(first, 20'000));
      EXPECT_TRUE(writer.Append(piece));
      sample.Take(*piece);
    }
    EXPECT_TRUE(writer.Finish());
    return sample.Finish();
  }

  void ExpectInFiles(const SampledRelease& kept, const std::string& files) {
    const auto columns =
        OpenSource(database_, {folder_ + "/" + files}, {.delimiter = ","}, "released");
    ASSERT_TRUE(columns.has_value());
    for (const auto& [name, cells] : kept) {
      const auto read =
          ReadSpelledCells(database_, {QuoteName(name)}, NumberRows(*columns, "released"),
                           RowSample(kRows), progress_);
      ASSERT_TRUE(read.has_value());
      const SpelledCells& found = read->front();
      EXPECT_EQ(found.of_row, cells.of_row) << name;
      EXPECT_EQ(found.rows, cells.rows) << name;
      EXPECT_EQ(found.null_rows, cells.null_rows) << name;
      const auto type = *ValueTypeFromName(name.substr(0, name.find(' ')));
      ASSERT_EQ(found.values.size(), cells.values.size()) << name;
      for (std::size_t i = 0; i < cells.values.size(); ++i) {
        const auto value = ParseValue({.type = type}, found.values[i]);
        ASSERT_TRUE(value && value->text == cells.values[i]) << name;
      }
    }
  }

  Database database_;
  std::string folder_;
  NoProgress progress_;
};

TEST_F(ReleaseSampleTest, IsWhatTheFilesOfAReleaseHave) {
  setenv("GAUZE_PART_ROWS", "40000", 1);
  const auto parts =
      Write(*MakeParquetWriter(database_, folder_, false, progress_), ParquetPartRows());
  unsetenv("GAUZE_PART_ROWS");
  ASSERT_NE(parts, nullptr);
  EXPECT_NEAR(static_cast<double>(parts->begin()->second.of_row.size()), RowSample::kMost, 5);
  ExpectInFiles(*parts, "data/*.parquet");
  const auto lines = Write(*MakeCsvWriter(folder_, progress_), kRows);
  ASSERT_NE(lines, nullptr);
  ExpectInFiles(*lines, "data.csv");
}

// Some were left out, or an earlier run has written them.
TEST_F(ReleaseSampleTest, IsNoneOfOtherRows) {
  ReleaseSample sample(kRows, kRows);
  sample.Take(Piece(0, 1000));
  EXPECT_EQ(sample.Finish(), nullptr);
}

TEST(RowSampleTest, HasAllRowsOfFew) {
  const RowSample few(RowSample::kMost);
  EXPECT_TRUE(few.is_whole() && few.Has(0) && few.Has(~std::uint64_t{0}));
  const RowSample many(10 * RowSample::kMost);
  EXPECT_FALSE(many.is_whole());
  std::uint64_t taken = 0;
  for (std::uint64_t row = 0; row < 10 * RowSample::kMost; ++row) taken += many.Has(row) ? 1 : 0;
  EXPECT_NEAR(static_cast<double>(taken), RowSample::kMost, 5);
}

}  // namespace
}  // namespace gauze
