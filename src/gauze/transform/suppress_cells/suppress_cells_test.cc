#include "gauze/transform/suppress_cells/suppress_cells.h"

#include <gtest/gtest.h>

#include <bit>

#include "gauze/base/testing/test_rounds.h"
#include "gauze/measure/record_risk/random_risk.h"

namespace gauze::risk {
namespace {

constexpr MayLose kAll;

std::uint64_t Tables() { return TestRounds(2'000); }

RandomRisk Without(RandomRisk made, const std::vector<Mask>& cells) {
  for (std::size_t tuple = 0; tuple < cells.size(); ++tuple) {
    for (std::size_t j = 0; j < made.table.columns.size(); ++j) {
      if ((cells[tuple] >> j & 1) == 0) continue;
      made.table.columns[j].Set(tuple, made.table.domain_sizes[j]);
    }
  }
  return made;
}

bool IsAbove(const RandomRisk& made, std::size_t tuple, double delta) {
  return TrueRisk(made, tuple) > delta * (1 + 1e-11L);
}

std::uint64_t RowsAbove(const RandomRisk& made, double delta) {
  std::uint64_t rows = 0;
  for (std::size_t tuple = 0; tuple < made.table.tuples(); ++tuple) {
    if (IsAbove(made, tuple, delta)) rows += made.table.counts[tuple];
  }
  return rows;
}

// A limit that some are above.
double SomeDelta(const RandomRisk& made, std::mt19937_64& random) {
  const long double risk = TrueRisk(made, random() % made.table.tuples());
  return static_cast<double>(risk) * static_cast<double>(1 + random() % 99) / 100;
}

TEST(SuppressCellsTest, WhatMayNotBeSuppressedStaysAndIsCounted) {
  std::mt19937_64 random(17);
  NoProgress progress;
  std::uint64_t stuck = 0;
  for (std::uint64_t run = 0; run < Tables() / 4; ++run) {
    const RandomRisk made = MakeRandomRisk(random, run % 2 == 0);
    const double delta = SomeDelta(made, random);
    const MayLose may{.attributes = random(), .weighing = run % 3 != 0};
    const auto result = SuppressUntilSafe(made.table, made.settings, delta, may, progress);
    ASSERT_TRUE(result.has_value());
    for (std::size_t tuple = 0; tuple < made.table.tuples(); ++tuple) {
      ASSERT_EQ(result->cells[tuple] & ~may.attributes, 0);
      for (std::size_t j = 0; j < made.table.columns.size() && !may.weighing; ++j) {
        if ((result->cells[tuple] >> j & 1) == 0) continue;
        ASSERT_EQ(made.settings.weights[j][made.table.columns[j].Get(tuple)], 0);
      }
    }
    ASSERT_EQ(RowsAbove(Without(made, result->cells), delta), result->above_after) << "run " << run;
    stuck += result->above_after;
  }
  EXPECT_GT(stuck, 0);
}

TEST(SuppressCellsTest, NobodyIsAboveAtTheEnd) {
  std::mt19937_64 random(1);
  NoProgress progress;
  for (std::uint64_t run = 0; run < Tables(); ++run) {
    const RandomRisk made = MakeRandomRisk(random, run % 2 == 1);
    const double delta = SomeDelta(made, random);
    const auto result = SuppressUntilSafe(made.table, made.settings, delta, kAll, progress);
    ASSERT_TRUE(result.has_value());
    const RandomRisk after = Without(made, result->cells);
    ASSERT_EQ(RowsAbove(after, delta), 0) << "run " << run;
    std::uint64_t lost = 0;
    std::uint64_t by_floor = 0;
    for (std::size_t tuple = 0; tuple < made.table.tuples(); ++tuple) {
      const std::uint64_t count = made.table.counts[tuple];
      lost += count * static_cast<std::uint64_t>(std::popcount(result->cells[tuple]));
      for (std::size_t j = 0; j < made.table.columns.size(); ++j) {
        ASSERT_FALSE((result->cells[tuple] >> j & 1) != 0 && IsSuppressed(made.table, tuple, j));
      }
      const auto floor = made.settings.alpha * ContributionOf<double>(made, tuple, 0);
      if (floor > delta * (1 + 1e-11)) by_floor += count;
    }
    ASSERT_EQ(result->cells_lost, lost);
    ASSERT_GE(result->above_by_floor, by_floor);
    ASSERT_EQ(result->above_after, 0);
    ASSERT_GE(result->above_before, RowsAbove(made, delta));
  }
}

TEST(SuppressCellsTest, OnePassTakesTheTopSets) {
  std::mt19937_64 random(2);
  NoProgress progress;
  for (std::uint64_t run = 0; run < Tables(); ++run) {
    const RandomRisk made = MakeRandomRisk(random, run % 2 == 1);
    const double delta = SomeDelta(made, random);
    const auto result = SuppressOnce(made.table, made.settings, delta, kAll, progress);
    ASSERT_TRUE(result.has_value());
    for (std::size_t tuple = 0; tuple < made.table.tuples(); ++tuple) {
      const Mask cells = result->cells[tuple];
      if (cells == 0) continue;
      ASSERT_TRUE(TrueRisk(made, tuple) > delta * (1 - 1e-11L));
      const auto chosen = ContributionOf<double>(made, tuple, cells);
      for (Mask set = 1; set >> made.table.columns.size() == 0; ++set) {
        ASSERT_LE(ContributionOf<double>(made, tuple, set), chosen) << "run " << run;
      }
    }
    ASSERT_GE(result->above_after, RowsAbove(Without(made, result->cells), delta));
  }
}

TEST(SuppressCellsTest, WithWildcardsNoRiskRises) {
  std::mt19937_64 random(3);
  for (std::uint64_t run = 0; run < Tables(); ++run) {
    RandomRisk made = MakeRandomRisk(random, run % 2 == 1);
    made.settings.matching = Matching::kWildcard;
    RandomRisk after = made;
    const std::size_t tuple = random() % made.table.tuples();
    const std::size_t j = random() % made.table.columns.size();
    after.table.columns[j].Set(tuple, after.table.domain_sizes[j]);
    for (std::size_t i = 0; i < made.table.tuples(); ++i) {
      ASSERT_LE(TrueRisk(after, i), TrueRisk(made, i) * (1 + 1e-15L)) << "run " << run;
    }
  }
}

// Two equal rows; once one has lost its value, the other is alone with it.
TEST(SuppressCellsTest, WithLiteralMatchingRisksRise) {
  RandomRisk made;
  for (int j = 0; j < 2; ++j) {
    made.table.columns.emplace_back(2, 2);
    made.table.domain_sizes.push_back(1);
    made.settings.known.push_back(j == 0 ? 0.5 : 0);
    made.settings.weights.push_back({static_cast<double>(j)});
  }
  made.table.counts = {1, 1};
  made.settings.matching = Matching::kLiteral;
  EXPECT_NEAR(static_cast<double>(TrueRisk(made, 1)), 0.75, 1e-15);
  const RandomRisk after = Without(made, {1, 0});
  EXPECT_NEAR(static_cast<double>(TrueRisk(after, 1)), 1.0, 1e-15);
  NoProgress progress;
  const auto risks = ComputeRecordRisk(after.table, after.settings, {Goal::Kind::kExact}, progress);
  ASSERT_TRUE(risks.has_value());
  EXPECT_NEAR((*risks)[1].lo, 1.0, 1e-12);
}

// Rows times cells of the cheapest way to have nobody above delta, over all sets of cells.
std::uint64_t LeastCells(const RandomRisk& made, double delta) {
  const std::size_t m = made.table.columns.size();
  const std::size_t cells = m * made.table.tuples();
  std::uint64_t least = ~std::uint64_t{0};
  for (Mask set = 0; set >> cells == 0; ++set) {
    std::vector<Mask> masks(made.table.tuples());
    std::uint64_t lost = 0;
    bool possible = true;
    for (std::size_t tuple = 0; tuple < masks.size(); ++tuple) {
      masks[tuple] = set >> (tuple * m) & ((Mask{1} << m) - 1);
      lost += made.table.counts[tuple] * static_cast<std::uint64_t>(std::popcount(masks[tuple]));
      for (std::size_t j = 0; j < m; ++j) {
        if ((masks[tuple] >> j & 1) != 0 && IsSuppressed(made.table, tuple, j)) possible = false;
      }
    }
    if (!possible || lost >= least) continue;
    if (RowsAbove(Without(made, masks), delta) == 0) least = lost;
  }
  return least;
}

TEST(SuppressCellsTest, LosesHardlyMoreCellsThanTheLeast) {
  std::mt19937_64 random(4);
  NoProgress progress;
  double lost = 0;
  double least = 0;
  double ratios = 0;
  int tables = 0;
  while (tables < 300) {
    RandomRisk made = MakeRandomRisk(random, false);
    if (made.table.columns.size() * made.table.tuples() > 12) continue;
    made.settings.matching = Matching::kWildcard;
    const double delta = SomeDelta(made, random);
    const std::uint64_t optimum = LeastCells(made, delta);
    if (optimum == 0) continue;
    ++tables;
    const auto result = SuppressUntilSafe(made.table, made.settings, delta, kAll, progress);
    ASSERT_TRUE(result.has_value());
    ASSERT_GE(result->cells_lost, optimum);
    lost += static_cast<double>(result->cells_lost);
    least += static_cast<double>(optimum);
    ratios += static_cast<double>(result->cells_lost) / static_cast<double>(optimum);
  }
  RecordProperty("mean_ratio", std::to_string(ratios / tables));
  EXPECT_LE(ratios / tables, 1.2);
  EXPECT_LE(lost / least, 1.2);
}

}  // namespace
}  // namespace gauze::risk
