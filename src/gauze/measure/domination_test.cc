#include "gauze/measure/domination.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace gauze {
namespace {

// The definition, word for word.
bool Dominates(const RiskAndLoss& a, const RiskAndLoss& b) {
  return a.risk <= b.risk && a.loss <= b.loss && (a.risk < b.risk || a.loss < b.loss);
}

// Better among several that dominate the same point.
bool Better(const RiskAndLoss& a, const RiskAndLoss& b) {
  return a.loss < b.loss || (a.loss == b.loss && a.risk < b.risk);
}

std::optional<std::size_t> Search(const std::vector<RiskAndLoss>& points, std::size_t point) {
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!Dominates(points[i], points[point])) continue;
    if (!best || Better(points[i], points[*best])) best = i;
  }
  return best;
}

// Few different numbers, so that ties of every kind occur.
TEST(Domination, IsWhatASearchOverAllPairsFinds) {
  EXPECT_TRUE(rc::check([] {
    const auto size = *rc::gen::inRange<std::size_t>(0, 12);
    const auto numbers = *rc::gen::element(2, 4, 1000);
    std::vector<RiskAndLoss> points;
    for (std::size_t i = 0; i < size; ++i) {
      points.push_back({.risk = *rc::gen::inRange(0, numbers) / 1000.0,
                        .loss = *rc::gen::inRange(0, numbers) / 1000.0});
    }
    const auto found = Dominators(points);
    RC_ASSERT(found.size() == points.size());
    for (std::size_t i = 0; i < size; ++i) {
      RC_ASSERT(found[i] == Search(points, i));
      if (found[i]) RC_ASSERT(!found[*found[i]]);
    }
  }));
}

TEST(Domination, EqualPointsStandBesideEachOther) {
  const auto found = Dominators({{0.2, 0.1}, {0.2, 0.1}, {0.2, 0.2}, {0.3, 0.1}});
  EXPECT_FALSE(found[0]);
  EXPECT_FALSE(found[1]);
  EXPECT_EQ(found[2], 0U);
  EXPECT_EQ(found[3], 0U);
}

}  // namespace
}  // namespace gauze
