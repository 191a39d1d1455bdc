#include "gauze/release/compare/growth.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>

namespace gauze {
namespace {

// Rows of some columns of skewed values, as tables have them.
double DistinctOf(std::size_t rows, int columns, int values) {
  std::mt19937_64 random(7);
  std::set<std::uint64_t> seen;
  for (std::size_t i = 0; i < rows; ++i) {
    std::uint64_t row = 0;
    for (int c = 0; c < columns; ++c) {
      const double place = std::pow(std::uniform_real_distribution<>(0, 1)(random), 2);
      row = row * 1000 + static_cast<std::uint64_t>(place * values);
    }
    seen.insert(row);
  }
  return static_cast<double>(seen.size());
}

TEST(GrowthTest, DistinctRowsOfSkewedTablesWithinAFifth) {
  for (const auto& [columns, values] : {std::pair{1, 50}, {2, 40}, {3, 30}, {4, 25}, {5, 100}}) {
    std::vector<GrowthPoint> points;
    for (const std::size_t rows : {2000U, 8000U, 32'000U}) {
      points.push_back({static_cast<double>(rows), DistinctOf(rows, columns, values)});
    }
    const double truth = DistinctOf(160'000, columns, values);
    EXPECT_NEAR(GrownDistinct(points, 160'000) / truth, 1, 0.2) << columns << " " << values;
  }
}

TEST(GrowthTest, DistinctRowsKeepWithinWhatIsPossible) {
  EXPECT_DOUBLE_EQ(GrownDistinct({{100, 100}, {200, 200}}, 5000), 5000);
  EXPECT_DOUBLE_EQ(GrownDistinct({{100, 7}, {200, 7}}, 5000), 7);
  EXPECT_DOUBLE_EQ(GrownDistinct({{100, 50}}, 200), 100);
  EXPECT_DOUBLE_EQ(GrownDistinct({{100, 50}, {200, 80}}, 200), 80);
}

TEST(GrowthTest, TimeGrowsByItsExponent) {
  const auto points = [](double fixed, double exponent) {
    std::vector<GrowthPoint> made = {{1, fixed}};
    for (const double size : {4096.0, 16'384.0}) {
      made.push_back({size, fixed + 1e-5 * std::pow(size, exponent)});
    }
    return made;
  };
  for (const double exponent : {1.0, 1.3, 1.6}) {
    const double truth = 0.1 + 1e-5 * std::pow(1e6, exponent);
    EXPECT_NEAR(GrownTime(points(0.1, exponent), 1e6, 2) / truth, 1, 0.02) << exponent;
  }
  // What goes down with the size, by chance, is as if it stayed.
  EXPECT_NEAR(GrownTime({{1000, 0.2}, {4000, 0.1}}, 4'000'000, 2), 13.4, 0.1);
  EXPECT_DOUBLE_EQ(GrownTime({{1000, 0.2}, {4000, 0.3}}, 4000, 2), 0.3);
}

}  // namespace
}  // namespace gauze
