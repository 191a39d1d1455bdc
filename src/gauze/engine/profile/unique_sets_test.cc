// Sets of columns that tell most rows apart, against trying all of them.
#include "gauze/engine/profile/unique_sets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "gauze/base/testing/test_rounds.h"
#include "gauze/base/threads.h"

namespace gauze {
namespace {

using Codes = std::vector<std::vector<std::uint32_t>>;  // of each column

ColumnCodes CodesOf(const std::vector<std::uint32_t>& column) {
  ColumnCodes codes(*std::ranges::max_element(column) + 1);
  for (const std::uint32_t code : column) codes.Add(code);
  return codes;
}

std::map<std::vector<std::uint32_t>, std::uint64_t> GroupsOf(const Codes& columns,
                                                             const std::vector<std::size_t>& set) {
  std::map<std::vector<std::uint32_t>, std::uint64_t> groups;
  for (std::size_t row = 0; row < columns.front().size(); ++row) {
    std::vector<std::uint32_t> cells;
    for (const std::size_t column : set) cells.push_back(columns[column][row]);
    ++groups[cells];
  }
  return groups;
}

std::uint64_t AloneIn(const Codes& columns, const std::vector<std::size_t>& set) {
  return static_cast<std::uint64_t>(std::ranges::count_if(
      GroupsOf(columns, set), [](const auto& group) { return group.second == 1; }));
}

// What the header promises, by trying all sets.
std::vector<std::vector<std::size_t>> BestByTrying(const Codes& columns) {
  std::vector<std::size_t> all(columns.size());
  for (std::size_t c = 0; c < all.size(); ++c) all[c] = c;
  std::vector<std::vector<std::size_t>> best_of_each;
  std::uint64_t most = 0;
  for (std::size_t size = 1; size <= kLargestUniqueSet && most < AloneIn(columns, all); ++size) {
    std::vector<std::size_t> best;
    const auto extend = [&](const auto& self, std::vector<std::size_t> set) -> void {
      if (set.size() == size) {
        const std::uint64_t alone = AloneIn(columns, set);
        if (alone > most) {  // sets come in order, so the first of equals stays
          most = alone;
          best = set;
        }
        return;
      }
      for (std::size_t next = set.empty() ? 0 : set.back() + 1; next < columns.size(); ++next) {
        set.push_back(next);
        self(self, set);
        set.pop_back();
      }
    };
    extend(extend, {});
    if (!best.empty()) best_of_each.push_back(best);
  }
  return best_of_each;
}

UniqueSets Find(const Codes& columns, const UniqueSetLimits& limits = {}) {
  std::vector<ColumnCodes> codes;
  codes.reserve(columns.size());
  for (const auto& column : columns) codes.push_back(CodesOf(column));
  std::vector<const ColumnCodes*> pointers;
  for (const ColumnCodes& column : codes) pointers.push_back(&column);
  NoProgress progress;
  return FindUniqueSets(pointers, limits, progress);
}

// Columns of few and of many values, copies, functions of others and constants among them.
Codes RandomColumns(std::mt19937& random) {
  const std::size_t rows = 1 + random() % 40;
  Codes columns(1 + random() % 7, std::vector<std::uint32_t>(rows));
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const std::uint32_t values = 1 + random() % (random() % 4 == 0 ? 30 : 4);
    const bool function = c > 0 && random() % 4 == 0;
    const std::size_t of = function ? random() % c : 0;
    for (std::size_t row = 0; row < rows; ++row) {
      columns[c][row] = function ? columns[of][row] % values : random() % values;
    }
  }
  return columns;
}

TEST(UniqueSets, AreTheBestOfAll) {
  std::mt19937 random(7);
  for (std::uint64_t round = 0; round < TestRounds(200); ++round) {
    const Codes columns = RandomColumns(random);
    const UniqueSets found = Find(columns);
    std::vector<std::vector<std::size_t>> sets;
    for (const UniqueSet& set : found.sets) {
      EXPECT_TRUE(set.exact);
      EXPECT_EQ(set.sizes.alone(), AloneIn(columns, set.columns));
      sets.push_back(set.columns);
    }
    ASSERT_EQ(sets, BestByTrying(columns)) << "round " << round;
    EXPECT_FALSE(found.gave_up);
  }
}

TEST(UniqueSets, GroupsAreCounted) {
  std::mt19937 random(8);
  for (std::uint64_t round = 0; round < TestRounds(50); ++round) {
    const Codes columns = RandomColumns(random);
    for (const UniqueSet& set : Find(columns).sets) {
      const auto groups = GroupsOf(columns, set.columns);
      EXPECT_EQ(set.sizes.groups(), groups.size());
      for (const std::uint64_t size : {1, 2, 3, 5, 10, 100}) {
        std::uint64_t rows = 0;
        for (const auto& [cells, count] : groups) rows += count < size ? count : 0;
        EXPECT_EQ(set.sizes.RowsBelow(size), rows);
      }
    }
  }
}

TEST(UniqueSets, NoMoreCanBeAloneThanIsSaid) {
  std::mt19937 random(9);
  PartitionMaker maker;
  for (std::uint64_t round = 0; round < TestRounds(200); ++round) {
    Codes columns = RandomColumns(random);
    while (columns.size() < 2) columns = RandomColumns(random);
    const Partition first = maker.ByColumn(CodesOf(columns[0]));
    const GroupSizes both = maker.RefinedSizes(first, CodesOf(columns[1]));
    EXPECT_EQ(both.alone(), AloneIn(columns, {0, 1}));
    EXPECT_LE(both.alone(), first.sizes.MostAlone(GroupsOf(columns, {1}).size()));
    EXPECT_EQ(both.groups(), GroupsOf(columns, {0, 1}).size());
  }
}

TEST(UniqueSets, ManyColumnsAndValues) {
  // 70,000 values take the wide form of codes.
  std::mt19937 random(10);
  Codes columns(3, std::vector<std::uint32_t>(140'000));
  for (std::uint32_t row = 0; row < columns[0].size(); ++row) {
    columns[0][row] = row / 2;
    columns[1][row] = row % 2;
    columns[2][row] = random() % 3;
  }
  const UniqueSets found = Find(columns);
  ASSERT_EQ(found.sets.size(), 1);
  EXPECT_EQ(found.sets[0].columns, (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(found.sets[0].sizes.alone(), 140'000);
}

TEST(UniqueSets, LimitsAreToldAndHold) {
  std::mt19937 random(11);
  Codes columns(8, std::vector<std::uint32_t>(400));
  for (auto& column : columns) {
    for (std::uint32_t& cell : column) cell = random() % 5;
  }
  const UniqueSets few = Find(columns, {.columns = 3});
  EXPECT_EQ(few.searched, 3);
  EXPECT_TRUE(few.gave_up);
  for (const UniqueSet& set : few.sets) EXPECT_EQ(set.exact, set.columns.size() == 1);
  const UniqueSets little = Find(columns, {.visits = 40'000});
  EXPECT_TRUE(little.gave_up);
  EXPECT_FALSE(little.sets.empty());
  for (const UniqueSet& set : little.sets) {
    EXPECT_EQ(set.sizes.alone(), AloneIn(columns, set.columns));
  }
}

TEST(UniqueSets, ThreadsDoNotMatter) {
  std::mt19937 random(12);
  Codes columns(12, std::vector<std::uint32_t>(300));
  for (auto& column : columns) {
    for (std::uint32_t& cell : column) cell = random() % 4;
  }
  const UniqueSetLimits limits{.visits = 100'000};
  const UniqueSets many = Find(columns, limits);
  const auto limit = LimitThreads(1);
  const UniqueSets one = Find(columns, limits);
  ASSERT_EQ(many.sets.size(), one.sets.size());
  for (std::size_t i = 0; i < one.sets.size(); ++i) {
    EXPECT_EQ(many.sets[i].columns, one.sets[i].columns);
    EXPECT_EQ(many.sets[i].exact, one.sets[i].exact);
  }
}

}  // namespace
}  // namespace gauze
