#include "gauze/model/qs_condition.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>

#include "gauze/base/testing/test_rounds.h"

namespace gauze {
namespace {

// lcm(1 … 10): every share of at most 10 labels is a whole number of these.
constexpr std::int64_t kUnit = 2520;

using Sets = std::vector<std::pair<std::vector<LabelId>, std::uint64_t>>;  // K, rows

// The definition, word for word: sums of 1/|K| in units.
std::vector<std::int64_t> Literal(const Sets& sets, std::size_t labels) {
  std::vector<std::int64_t> sums(labels);
  for (const auto& [linked, rows] : sets) {
    for (std::uint64_t row = 0; row < rows; ++row) {
      for (const LabelId label : linked) {
        sums[label] += kUnit / static_cast<std::int64_t>(linked.size());
      }
    }
  }
  return sums;
}

std::int64_t RowsOf(const Sets& sets) {
  std::int64_t rows = 0;
  for (const auto& set : sets) rows += static_cast<std::int64_t>(set.second);
  return rows;
}

QsPosterior PosteriorOf(const Sets& sets, std::size_t labels) {
  QsPosterior posterior(labels);
  for (const auto& [linked, rows] : sets) posterior.Add(linked, rows);
  return posterior;
}

Sets RandomSets(std::mt19937_64& random, std::size_t labels) {
  Sets sets(1 + random() % 5);
  for (auto& [linked, rows] : sets) {
    const std::uint64_t odds = 1 + random() % 6;
    for (LabelId label = 0; label < labels; ++label) {
      if (random() % odds == 0) linked.push_back(label);
    }
    rows = 1 + random() % 3;
  }
  return sets;
}

TEST(QsCondition, DiversityIsItsDefinition) {
  std::mt19937_64 random(1);
  const Ratio ratios[] = {{1, 1}, {5, 10}, {2, 1}, {25, 100}, {3, 1}};
  int equal = 0;
  int held = 0;
  for (std::uint64_t round = 0; round < TestRounds(20'000); ++round) {
    const std::size_t labels = 1 + random() % 10;
    const Sets sets = RandomSets(random, labels);
    const Ratio c = ratios[random() % 5];
    const std::uint64_t l = 1 + random() % (labels + 1);
    std::vector<std::int64_t> shares = Literal(sets, labels);
    std::ranges::sort(shares, std::greater<>());
    std::int64_t rest = 0;
    for (std::size_t i = l - 1; i < labels; ++i) rest += shares[i];
    const bool expected = shares[0] * c.denominator <= c.numerator * rest;
    equal += shares[0] > 0 && shares[0] * c.denominator == c.numerator * rest ? 1 : 0;
    held += expected ? 1 : 0;
    ASSERT_EQ(QsCondition::Diversity(c, l).Holds(PosteriorOf(sets, labels)), expected);
  }
  EXPECT_GT(equal, static_cast<int>(TestRounds(500)));
  EXPECT_GT(held, static_cast<int>(TestRounds(2'000)));
  EXPECT_LT(held, 18'000);
}

TEST(QsCondition, ClosenessIsItsDefinition) {
  std::mt19937_64 random(2);
  const Ratio ratios[] = {{0, 1}, {1, 10}, {2, 10}, {4, 10}, {5, 10}, {1, 1}};
  int equal = 0;
  int held = 0;
  for (std::uint64_t round = 0; round < TestRounds(20'000); ++round) {
    const std::size_t labels = 1 + random() % 10;
    const Sets sets = RandomSets(random, labels);
    const bool uniform = random() % 2 == 0;
    Sets prior_sets = random() % 4 == 0 ? sets : RandomSets(random, labels);
    if (uniform) {
      prior_sets = {{{}, 1}};
      for (LabelId label = 0; label < labels; ++label) prior_sets[0].first.push_back(label);
    }
    const auto prior = std::make_shared<QsPosterior>(uniform ? QsPosterior::Uniform(labels)
                                                             : PosteriorOf(prior_sets, labels));
    const Ratio t = ratios[random() % 6];
    const std::vector<std::int64_t> mine = Literal(sets, labels);
    const std::vector<std::int64_t> theirs = Literal(prior_sets, labels);
    const std::int64_t rows = RowsOf(sets);
    const std::int64_t prior_rows = RowsOf(prior_sets);
    Wide sum = 0;
    for (std::size_t i = 0; i < labels; ++i) {
      const Wide apart = mine[i] * prior_rows - theirs[i] * rows;
      sum += apart * apart;
    }
    const Wide whole = static_cast<Wide>(kUnit) * rows * prior_rows;
    const Wide most = whole * whole * t.numerator * t.numerator;
    const bool expected = sum * t.denominator * t.denominator <= most;
    equal += sum * t.denominator * t.denominator == most ? 1 : 0;
    held += expected ? 1 : 0;
    ASSERT_EQ(QsCondition::Closeness(t, prior).Holds(PosteriorOf(sets, labels)), expected);
  }
  EXPECT_GT(equal, static_cast<int>(TestRounds(100)));
  EXPECT_GT(held, static_cast<int>(TestRounds(2'000)));
  EXPECT_LT(held, 18'000);
}

// |K| of all primes up to 97: a common denominator of 121 bits. Every set is there in all its
// rotations, so all shares are equal, until one row in 10^12 makes the difference.
class ManyPrimes : public testing::Test {
 protected:
  ManyPrimes() : even_(kLabels), uneven_(kLabels) {
    for (const LabelId size : {2,  3,  5,  7,  11, 13, 17, 19, 23, 29, 31, 37, 41,
                               43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97}) {
      for (LabelId first = 0; first < kLabels; ++first) {
        std::vector<LabelId> linked;
        for (LabelId i = 0; i < size; ++i) linked.push_back((first + i) % kLabels);
        even_.Add(linked, 1'000'000'000'000);
      }
    }
    uneven_.Add(even_);
    uneven_.Add(std::vector<LabelId>{3, 4}, 1);
  }

  static constexpr LabelId kLabels = 100;
  QsPosterior even_;
  QsPosterior uneven_;
};

TEST_F(ManyPrimes, AreDecidedExactly) {
  const QsCondition diverse = QsCondition::Diversity({1, 1}, kLabels);
  EXPECT_TRUE(diverse.Holds(even_));
  EXPECT_FALSE(diverse.Holds(uneven_));
  const auto uniform = std::make_shared<QsPosterior>(QsPosterior::Uniform(kLabels));
  EXPECT_TRUE(QsCondition::Closeness({0, 1}, uniform).Holds(even_));
  EXPECT_FALSE(QsCondition::Closeness({0, 1}, uniform).Holds(uneven_));
  const auto prior = std::make_shared<QsPosterior>(uneven_);
  EXPECT_TRUE(QsCondition::Closeness({0, 1}, prior).Holds(uneven_));
  EXPECT_FALSE(QsCondition::Closeness({0, 1}, prior).Holds(even_));
}

TEST(QsCondition, HoldsWhereNobodyIsLinked) {
  QsPosterior posterior(3);
  posterior.Add(std::vector<LabelId>{}, 7);
  EXPECT_EQ(posterior.unlinked_rows(), 7U);
  EXPECT_TRUE(QsCondition::Diversity({1, 1}, 30).Holds(posterior));
  EXPECT_EQ(QsCondition::Diversity({1, 1}, 30).Figure(posterior), 0);
}

// A single row with c = 1: exactly from |K| = l on.
TEST(QsCondition, EqualityIsEnough) {
  for (std::size_t linked = 1; linked <= 40; ++linked) {
    QsPosterior posterior(50);
    std::vector<LabelId> labels;
    for (LabelId label = 0; label < linked; ++label) labels.push_back(label);
    posterior.Add(labels, 1);
    EXPECT_EQ(QsCondition::Diversity({1, 1}, 30).Holds(posterior), linked >= 30);
  }
}

TEST(QsPosterior, AddsUpOverParts) {
  std::mt19937_64 random(4);
  for (int round = 0; round < 200; ++round) {
    const Sets sets = RandomSets(random, 8);
    QsPosterior parts(8);
    for (const auto& set : sets) parts.Add(PosteriorOf({set}, 8));
    const QsPosterior whole = PosteriorOf(sets, 8);
    EXPECT_EQ(parts.Shares(), whole.Shares());
    EXPECT_EQ(parts.rows(), whole.rows());
    EXPECT_EQ(parts.unlinked_rows(), whole.unlinked_rows());
  }
}

TEST(QsPosterior, LeavesUnlinkedRowsOutWithoutScaling) {
  const auto knowledge = Knowledge::Make({{"flu", {"cough"}}, {"cold", {"cough", "chill"}}});
  ASSERT_TRUE(knowledge);
  const TermId cough = knowledge->FindTerm("cough");
  const TermId unknown = Knowledge::kNoTerm;
  QsPosterior posterior(2);
  posterior.Add(*knowledge, {&cough, 1}, 1);
  posterior.Add(*knowledge, {&unknown, 1}, 2);
  posterior.Add(*knowledge, {}, 1);
  EXPECT_EQ(posterior.Shares(), (std::vector<double>{0.25, 0.25}));
  EXPECT_EQ(posterior.unlinked_rows(), 2U);
  EXPECT_EQ(posterior.everywhere_rows(), 2U);
}

}  // namespace
}  // namespace gauze
