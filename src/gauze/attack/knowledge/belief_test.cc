#include "gauze/attack/knowledge/belief.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <deque>

namespace gauze {
namespace {

constexpr std::size_t kLabels = 6;

struct Sets {
  std::deque<LabelSet> kept;  // beliefs point to them

  const LabelSet& operator()(std::vector<LabelId> labels) {
    return kept.emplace_back(labels, kLabels);
  }
};

TEST(Belief, RowsThatLinkToNothingAddNothing) {
  Sets sets;
  Belief belief(kLabels);
  belief.Add(sets({}), 1);
  belief.Add(sets({2}), 3);
  EXPECT_DOUBLE_EQ(belief.Largest(), 0.75);
  EXPECT_DOUBLE_EQ(belief.LargestOfLinked(), 1);
  EXPECT_FALSE(belief.Certain());
  EXPECT_TRUE(belief.CertainOfLinked());
  belief.Add(sets({2, 3}), 1);
  EXPECT_FALSE(belief.CertainOfLinked());
}

TEST(BeliefBound, EqualityKeepsIt) {
  Sets sets;
  Belief belief(kLabels);  // three labels at 1/3 and three at 0, from seven rows
  for (const LabelId label : {0, 1, 2}) belief.Add(sets({label}), 2);
  belief.Add(sets({0, 1, 2}), 1);
  EXPECT_TRUE(BeliefBound::Diversity({1, 1}, 3).Keeps(belief));
  EXPECT_FALSE(BeliefBound::Diversity({999'999'999, 1'000'000'000}, 3).Keeps(belief));
  EXPECT_FALSE(BeliefBound::Diversity({1, 1}, 4).Keeps(belief));
}

TEST(BeliefBound, WhatRoundingHidesIsFound) {
  Sets sets;
  constexpr std::uint64_t kMany = 10'000'000'000'000'000;
  Belief belief(kLabels);
  belief.Add(sets({0}), kMany + 1);
  belief.Add(sets({1}), kMany);
  EXPECT_FALSE(BeliefBound::Diversity({1, 1}, 2).Keeps(belief));
  belief.Add(sets({1}), 1);
  EXPECT_TRUE(BeliefBound::Diversity({1, 1}, 2).Keeps(belief));
}

TEST(BeliefBound, DistanceToThePriorMayBeExactlyT) {
  Sets sets;
  Belief prior(kLabels);
  prior.Add(sets({0, 1}), 1);
  Belief belief(kLabels);  // 1/2 + 3/10 and 1/2 - 4/10, with one row in ten that links to nothing
  belief.Add(sets({0}), 7);
  belief.Add(sets({0, 1}), 2);
  belief.Add(sets({}), 1);
  EXPECT_TRUE(BeliefBound::Closeness({5, 10}, prior).Keeps(belief));
  EXPECT_FALSE(BeliefBound::Closeness({499'999'999, 1'000'000'000}, prior).Keeps(belief));
  EXPECT_TRUE(BeliefBound::Closeness({0, 1}, prior).Keeps(prior));
}

// Both bounds are convex: what holds for two classes holds for their union, whatever their sizes.
TEST(BeliefBound, UnionsKeepWhatTheirPartsKeep) {
  EXPECT_TRUE(rc::check([] {
    Sets sets;
    const auto draw = [&] {
      Belief belief(kLabels);
      for (int i = *rc::gen::inRange(1, 4); i > 0; --i) {
        std::vector<LabelId> labels;
        for (LabelId label = 0; label < kLabels; ++label) {
          if (*rc::gen::arbitrary<bool>()) labels.push_back(label);
        }
        belief.Add(sets(labels), *rc::gen::inRange<std::uint64_t>(1, 5));
      }
      return belief;
    };
    const BeliefBound bound =
        *rc::gen::arbitrary<bool>()
            ? BeliefBound::Diversity({*rc::gen::inRange(1, 5), 2}, *rc::gen::inRange(1, 4))
            : BeliefBound::Closeness({*rc::gen::inRange(1, 8), 10}, draw());
    const Belief first = draw();
    const Belief second = draw();
    RC_PRE(bound.Keeps(first) && bound.Keeps(second));
    Belief both = first;
    for (const Belief::LinkedRows& part : second.parts()) both.Add(*part.labels, part.rows);
    RC_ASSERT(bound.Keeps(both));
  }));
}

}  // namespace
}  // namespace gauze
