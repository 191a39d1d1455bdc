// Rows that are equal, and the sizes of groups by each of three ways to count them.
#include "gauze/engine/profile/equal_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>

#include "gauze/base/testing/test_rounds.h"

namespace gauze {
namespace {

using Row = std::vector<std::uint32_t>;

std::vector<const ColumnCodes*> PointersTo(const std::vector<ColumnCodes>& columns) {
  std::vector<const ColumnCodes*> pointers;
  for (const ColumnCodes& column : columns) pointers.push_back(&column);
  return pointers;
}

std::vector<ColumnCodes> ColumnsOf(const std::vector<Row>& rows, std::uint32_t values) {
  std::vector<ColumnCodes> columns(rows.front().size(), ColumnCodes(values));
  for (const Row& row : rows) {
    for (std::size_t c = 0; c < row.size(); ++c) columns[c].Add(row[c]);
  }
  return columns;
}

std::vector<Row> RandomRows(std::mt19937& random, std::uint32_t values) {
  std::vector<Row> rows(20 + random() % 200, Row(1 + random() % 6));
  for (Row& row : rows) {
    std::ranges::generate(row, [&] { return static_cast<std::uint32_t>(random()) % values; });
  }
  // Most rows are copies, as they must be for tables to be thinned.
  const std::size_t own = 1 + random() % (rows.size() / 8);
  for (std::size_t row = own; row < rows.size(); ++row) {
    if (random() % 16 != 0) rows[row] = rows[random() % own];
  }
  return rows;
}

std::map<Row, std::uint32_t> Counted(const std::vector<Row>& rows,
                                     const std::vector<std::size_t>& set) {
  std::map<Row, std::uint32_t> counts;
  for (const Row& row : rows) {
    Row cells;
    for (const std::size_t c : set) cells.push_back(row[c]);
    ++counts[cells];
  }
  return counts;
}

void ExpectSizes(const GroupSizes& sizes, const std::map<Row, std::uint32_t>& counts) {
  EXPECT_EQ(sizes.groups(), counts.size());
  for (const std::uint64_t below : {2, 3, 5, 10, 100, 1000}) {
    std::uint64_t rows = 0;
    for (const auto& [cells, count] : counts) rows += count < below ? count : 0;
    EXPECT_EQ(sizes.RowsBelow(below), rows);
  }
}

TEST(EqualRows, AreCountedOnce) {
  std::mt19937 random(21);
  for (std::uint64_t round = 0; round < TestRounds(200); ++round) {
    // With so many values three columns do not fit one key.
    const std::uint32_t values = round % 2 == 0 ? 4 : 4'000'000'000;
    const std::vector<Row> rows = RandomRows(random, values);
    const auto columns = ColumnsOf(rows, values);
    std::vector<std::size_t> all(columns.size());
    std::iota(all.begin(), all.end(), 0);
    const auto counts = Counted(rows, all);
    const auto equal = GroupEqualRows(PointersTo(columns), {}, counts.size());
    ASSERT_TRUE(equal);
    ASSERT_EQ(equal->first.size(), counts.size());
    for (std::size_t group = 0; group < counts.size(); ++group) {
      EXPECT_EQ(equal->sizes[group], counts.at(rows[equal->first[group]]));
    }
    EXPECT_FALSE(GroupEqualRows(PointersTo(columns), {}, counts.size() - 1));
  }
}

TEST(EqualRows, AThinnedTableLeavesTheSameAlone) {
  std::mt19937 random(22);
  std::uint64_t thinned_tables = 0;
  for (std::uint64_t round = 0; round < TestRounds(200); ++round) {
    const std::vector<Row> rows = RandomRows(random, 5);
    const auto columns = ColumnsOf(rows, 5);
    const auto thinned = ThinnedTable::Make(PointersTo(columns));
    if (!thinned) continue;
    ++thinned_tables;
    EXPECT_LE(thinned->columns().front().rows() * 4, rows.size());
    for (std::size_t sets = 1; sets < std::size_t{1} << columns.size(); ++sets) {
      std::vector<std::size_t> set;
      std::vector<const ColumnCodes*> fewer;
      for (std::size_t c = 0; c < columns.size(); ++c) {
        if ((sets >> c & 1U) == 0) continue;
        set.push_back(c);
        fewer.push_back(&thinned->columns()[c]);
      }
      const auto counts = Counted(rows, set);
      ExpectSizes(thinned->SizesBy(set), counts);
      EXPECT_EQ(PartitionMaker().CountedSizes(fewer).alone(),
                std::ranges::count_if(counts, [](const auto& one) { return one.second == 1; }));
    }
  }
  EXPECT_GT(thinned_tables, 0);
}

TEST(EqualRows, OnePassCountsAsPartitionsDo) {
  std::mt19937 random(23);
  for (std::uint64_t round = 0; round < TestRounds(100); ++round) {
    const std::vector<Row> rows = RandomRows(random, 3);
    const auto columns = ColumnsOf(rows, 3);
    std::vector<std::size_t> all(columns.size());
    std::iota(all.begin(), all.end(), 0);
    ExpectSizes(PartitionMaker().CountedSizes(PointersTo(columns)), Counted(rows, all));
  }
}

}  // namespace
}  // namespace gauze
