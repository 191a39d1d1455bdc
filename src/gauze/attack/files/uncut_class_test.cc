#include "gauze/attack/files/uncut_class.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>

#include "gauze/base/testing/test_rounds.h"

namespace gauze {
namespace {

// All ways to give the values to the people, one person after the other.
struct EveryTable {
  const UncutClass& uncut;
  std::uint64_t k;
  std::uint32_t l;

  double tables = 0;
  double consistent = 0;
  std::vector<std::vector<double>> sums;

  void Count() {
    std::vector<std::size_t> own;
    for (std::size_t v = 0; v < uncut.values.size(); ++v) own.insert(own.end(), uncut.values[v], v);
    sums.assign(own.size(), std::vector<double>(uncut.values.size()));
    do {
      ++tables;
      if (!IsUncut(own)) continue;
      ++consistent;
      for (std::size_t person = 0; person < own.size(); ++person) ++sums[person][own[person]];
    } while (std::ranges::next_permutation(own).found);
  }

  bool IsUncut(const std::vector<std::size_t>& own) const {
    for (const auto& column : uncut.places) {
      for (Code last = 0; last < 8; ++last) {
        std::set<std::size_t> sides[2];
        std::uint64_t sizes[2] = {0, 0};
        for (std::size_t person = 0; person < own.size(); ++person) {
          sides[column[person] <= last ? 0 : 1].insert(own[person]);
          ++sizes[column[person] <= last ? 0 : 1];
        }
        if (std::min(sizes[0], sizes[1]) >= k && std::min(sides[0].size(), sides[1].size()) >= l) {
          return false;
        }
      }
    }
    return true;
  }
};

TEST(UncutClass, WhoWouldHaveBeenCutOff) {
  // Two people of 20 and two of 30, with k = 2 and l = 2: a cut between them is missing, so two
  // people of one age have the same value, and so do the others.
  const UncutClass uncut{.places = {{20, 20, 30, 30}}, .values = {2, 2}};
  const UncutBelief belief = BelieveUncut(uncut, 2, 2);
  EXPECT_TRUE(belief.narrowed);
  EXPECT_FALSE(belief.certain[0]);
  // With three of one value, one side has it alone: at least one of each side.
  const UncutBelief three = BelieveUncut({.places = {{1, 1, 2, 2}}, .values = {3, 1}}, 2, 2);
  EXPECT_FALSE(three.narrowed);  // it always has
  // Nobody would have cut off the only one who has another value, in three of the four places.
  const UncutBelief five =
      BelieveUncut({.places = {{1, 1, 1, 2, 2, 2}}, .values = {4, 1, 1}}, 3, 2);
  EXPECT_TRUE(five.narrowed);
  EXPECT_FALSE(five.refuted);
  // Cut in any case: whoever has which value, both sides have two.
  EXPECT_TRUE(BelieveUncut({.places = {{1, 1, 2, 2}}, .values = {1, 1, 1, 1}}, 2, 2).refuted);
}

TEST(UncutClass, AsCountedThroughAllTables) {
  std::mt19937 random(7);
  const auto below = [&](std::size_t end) { return random() % end; };
  std::uint64_t narrowed = 0;
  std::uint64_t certain = 0;
  std::uint64_t refuted = 0;
  // Rare ones among fewer do not come up.
  const std::uint64_t rounds = std::max<std::uint64_t>(60, TestRounds(250));
  for (std::uint64_t round = 0; round < rounds; ++round) {
    const std::size_t people = 2 + below(7);
    UncutClass uncut;
    uncut.places.resize(1 + below(3));
    for (auto& column : uncut.places) {
      for (std::size_t i = 0; i < people; ++i) column.push_back(static_cast<Code>(below(4)));
    }
    uncut.values.assign(1 + below(4), 0);
    for (std::size_t i = 0; i < people; ++i) ++uncut.values[below(uncut.values.size())];
    const std::uint64_t k = 1 + below(3);
    const auto l = static_cast<std::uint32_t>(2 + below(2));
    const UncutBelief belief = BelieveUncut(uncut, k, l);
    EveryTable every{uncut, k, l};
    every.Count();
    ASSERT_EQ(belief.refuted, every.consistent == 0) << round;
    if (belief.refuted) {
      ++refuted;
      continue;
    }
    ASSERT_EQ(belief.narrowed, every.consistent < every.tables) << round;
    narrowed += belief.narrowed ? 1 : 0;
    for (std::size_t person = 0; person < people; ++person) {
      bool same = false;
      for (std::size_t v = 0; v < uncut.values.size(); ++v) {
        ASSERT_NEAR(belief.chances[person][v], every.sums[person][v] / every.consistent, 1e-9);
        same = same || every.sums[person][v] == every.consistent;
      }
      ASSERT_EQ(belief.certain[person], same) << round;
      certain += same && belief.narrowed ? 1 : 0;
    }
  }
  EXPECT_GT(narrowed, rounds / 20);
  EXPECT_GT(certain, 0U);
  EXPECT_GT(refuted, 0U);
}

TEST(UncutClass, LargeClassesHaveMoreTablesThanADoubleHolds) {
  const std::vector<Code> alike(2000, 1);
  const UncutBelief plain = BelieveUncut({.places = {alike}, .values = {1200, 800}}, 5, 2);
  ASSERT_FALSE(plain.too_large);
  EXPECT_FALSE(plain.narrowed);
  EXPECT_NEAR(plain.chances[7][0], 0.6, 1e-9);
  // Three people could be cut off: they have the same value, whichever it is.
  std::vector<Code> places = alike;
  std::fill(places.end() - 3, places.end(), 2);
  const UncutBelief three = BelieveUncut({.places = {places}, .values = {1500, 500}}, 3, 2);
  ASSERT_FALSE(three.too_large);
  EXPECT_TRUE(three.narrowed);
  const double first = 1500.0 * 1499 * 1498;
  const double second = 500.0 * 499 * 498;
  EXPECT_NEAR(three.chances.back()[0], first / (first + second), 1e-9);
  // Looking for cuts alone would take too long.
  std::vector<Code> apart(2000);
  std::iota(apart.begin(), apart.end(), 0);
  EXPECT_TRUE(BelieveUncut({.places = {apart}, .values = {1500, 500}}, 3, 2).too_large);
}

TEST(UncutClass, SaysWhenThereAreTooMany) {
  UncutClass uncut{.places = {{}, {}, {}}, .values = std::vector<std::uint64_t>(12, 3)};
  std::mt19937 random(1);
  for (auto& column : uncut.places) {
    for (int i = 0; i < 36; ++i) column.push_back(static_cast<Code>(random() % 36));
  }
  EXPECT_TRUE(BelieveUncut(uncut, 3, 2).too_large);
  // Thousands of people, nearly each on another side of some cut: nothing is tried, and no stack
  // ends.
  UncutClass crowd{.places = {{}, {}, {}}, .values = std::vector<std::uint64_t>(20, 500)};
  for (auto& column : crowd.places) {
    for (int i = 0; i < 10'000; ++i) column.push_back(static_cast<Code>(random() % 40));
  }
  EXPECT_TRUE(BelieveUncut(crowd, 5, 2).too_large);
}

}  // namespace
}  // namespace gauze
