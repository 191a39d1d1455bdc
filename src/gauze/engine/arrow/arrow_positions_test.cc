#include "gauze/engine/arrow/arrow_positions.h"

#include <gtest/gtest.h>

#include <array>

namespace gauze {
namespace {

constexpr std::int64_t kMissing = ArrowPositions::kMissing;

// Values, with `offset` of them before the first.
struct Values {
  ArrowSchema schema{.format = "l"};
  std::array<const void*, 2> buffers{nullptr, nullptr};
  ArrowArray array{};

  explicit Values(std::int64_t length, std::int64_t offset = 0) {
    array = {.length = length, .offset = offset, .n_buffers = 2, .buffers = buffers.data()};
  }
};

std::vector<std::int64_t> Positions(const ArrowSchema& schema, const ArrowArray& array,
                                    std::int64_t begin, std::uint64_t count) {
  ArrowPositions found;
  EXPECT_EQ(FindPositions(schema, array, begin, count, found), nullptr);
  return found.at;
}

TEST(ArrowPositions, PlainCellsBeginAtTheOffset) {
  const Values values(5, 3);
  EXPECT_EQ(Positions(values.schema, values.array, 1, 3), (std::vector<std::int64_t>{4, 5, 6}));
}

TEST(ArrowPositions, TheBitmapIsCountedFromTheOffset) {
  Values values(4, 2);
  const std::uint8_t bits = 0b010100;  // of positions 0 … 5
  values.buffers[0] = &bits;
  values.array.null_count = -1;
  EXPECT_EQ(Positions(values.schema, values.array, 0, 4),
            (std::vector<std::int64_t>{2, kMissing, 4, kMissing}));
}

TEST(ArrowPositions, ADictionaryOfADictionary) {
  Values values(3, 1);
  const std::array<std::int8_t, 3> inner_indices{2, 0, 1};
  std::array<const void*, 2> inner_buffers{nullptr, inner_indices.data()};
  ArrowSchema inner_schema{.format = "c", .dictionary = &values.schema};
  ArrowArray inner{
      .length = 3, .n_buffers = 2, .buffers = inner_buffers.data(), .dictionary = &values.array};
  const std::array<std::uint16_t, 4> outer_indices{9, 1, 0, 2};
  std::array<const void*, 2> outer_buffers{nullptr, outer_indices.data()};
  const ArrowSchema outer_schema{.format = "S", .dictionary = &inner_schema};
  const ArrowArray outer{.length = 3,
                         .offset = 1,
                         .n_buffers = 2,
                         .buffers = outer_buffers.data(),
                         .dictionary = &inner};
  EXPECT_EQ(Positions(outer_schema, outer, 0, 3), (std::vector<std::int64_t>{1, 3, 2}));
  ArrowPositions found;
  const ArrowArray whole{
      .length = 4, .n_buffers = 2, .buffers = outer_buffers.data(), .dictionary = &inner};
  EXPECT_NE(FindPositions(outer_schema, whole, 0, 4, found), nullptr) << "9 is outside";
}

TEST(ArrowPositions, RunsOfEqualCells) {
  Values values(3);
  const std::array<std::int32_t, 3> ends{2, 3, 6};
  std::array<const void*, 2> end_buffers{nullptr, ends.data()};
  ArrowSchema end_schema{.format = "i"};
  ArrowArray end_array{.length = 3, .n_buffers = 2, .buffers = end_buffers.data()};
  std::array<ArrowSchema*, 2> schemas{&end_schema, &values.schema};
  std::array<ArrowArray*, 2> arrays{&end_array, &values.array};
  const ArrowSchema schema{.format = "+r", .n_children = 2, .children = schemas.data()};
  const ArrowArray array{.length = 5, .offset = 1, .n_children = 2, .children = arrays.data()};
  EXPECT_EQ(Positions(schema, array, 0, 5), (std::vector<std::int64_t>{0, 1, 2, 2, 2}));
  EXPECT_EQ(&ValueSchema(schema), &values.schema);
  ArrowPositions found;
  EXPECT_NE(FindPositions(schema, array, 0, 6, found), nullptr) << "there are six rows, not seven";
}

}  // namespace
}  // namespace gauze
