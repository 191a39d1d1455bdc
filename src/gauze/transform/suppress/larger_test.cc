#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <random>
#include <set>

#include "gauze/transform/suppress/suppress.h"

namespace gauze::suppress {
namespace {

constexpr Search kSearches[] = {Search::kExact, Search::kAdaptive, Search::kDepthFirst};

// Larger than brute force can look at. Terms drawn from a label, so that rows link.
class Larger {
 public:
  Larger(std::uint64_t seed, std::size_t labels, std::size_t vocabulary, std::size_t label_size)
      : random_(seed) {
    std::vector<Knowledge::Row> rows(labels);
    for (std::size_t i = 0; i < labels; ++i) {
      rows[i].first = fmt::format("label {}", i);
      std::set<std::string> terms;
      while (terms.size() < label_size) terms.insert(fmt::format("{}", random_() % vocabulary));
      rows[i].second.assign(terms.begin(), terms.end());
    }
    knowledge_ = std::make_unique<Knowledge>(*Knowledge::Make(rows));
    for (std::size_t i = 0; i < labels; ++i) {
      for (const std::string& term : rows[i].second) {
        terms_.resize(labels);
        terms_[i].push_back(knowledge_->FindTerm(term));
      }
    }
  }

  std::vector<TermRows> Class(std::size_t sets, std::size_t size, std::uint64_t rows = 1) {
    std::vector<TermRows> made(sets);
    for (TermRows& set : made) {
      set.terms = terms_[random_() % terms_.size()];
      std::ranges::shuffle(set.terms, random_);
      set.terms.resize(std::min(set.terms.size(), size));
      set.rows = rows;
    }
    return made;
  }

  const Knowledge& knowledge() const { return *knowledge_; }

  // By the definitions, from the terms that are left.
  void ExpectGood(const std::vector<TermRows>& rows, const QsCondition& condition,
                  const Outcome& outcome) const {
    QsPosterior posterior(knowledge_->label_count());
    Cost cost = 0;
    std::uint64_t count = 0;
    for (const Removal& removal : outcome.removals) {
      std::vector<TermId> left;
      for (std::uint32_t i = 0; i < rows[removal.set].terms.size(); ++i) {
        if (std::ranges::count(removal.positions, i) == 0) {
          left.push_back(rows[removal.set].terms[i]);
        }
      }
      posterior.Add(*knowledge_, left, removal.rows);
      cost += static_cast<Cost>(removal.rows) *
              RemovalCost(rows[removal.set].terms.size(), removal.positions.size());
      count += removal.rows;
    }
    std::uint64_t expected = 0;
    for (const TermRows& set : rows) expected += set.rows;
    EXPECT_EQ(count, expected);
    EXPECT_EQ(cost, outcome.cost);
    EXPECT_TRUE(condition.Holds(posterior));
  }

 private:
  std::mt19937_64 random_;
  std::unique_ptr<Knowledge> knowledge_;
  std::vector<std::vector<TermId>> terms_;
};

constexpr Budget kUnlimited{.nodes = std::numeric_limits<std::uint64_t>::max()};

TEST(SuppressLarger, SearchesAgreeOnLargerClasses) {
  Larger larger(5, 60, 25, 8);
  const auto prior = std::make_shared<QsPosterior>(QsPosterior::Uniform(60));
  const QsCondition conditions[] = {
      QsCondition::Diversity({1, 1}, 6), QsCondition::Diversity({5, 10}, 4),
      QsCondition::Diversity({2, 1}, 10), QsCondition::Closeness({3, 10}, prior)};
  int removed = 0;
  for (int round = 0; round < 120; ++round) {
    const std::vector<TermRows> rows = larger.Class(3, 5, round % 10 == 0 ? 2 : 1);
    if (rows[0].rows == 2 && round % 20 == 0) continue;
    const QsCondition& condition = conditions[round % 4];
    Suppressor exact(larger.knowledge(), condition, Search::kExact, kUnlimited);
    Suppressor adaptive(larger.knowledge(), condition, Search::kAdaptive, {.nodes = 300'000});
    const Outcome mine = exact.Run(rows);
    const Outcome theirs = adaptive.Run(rows);
    ASSERT_TRUE(mine.found);
    larger.ExpectGood(rows, condition, mine);
    if (theirs.found) larger.ExpectGood(rows, condition, theirs);
    if (theirs.proven && mine.proven) {
      EXPECT_EQ(mine.cost, theirs.cost);
    }
    if (theirs.found) {
      EXPECT_LE(mine.cost, theirs.cost);
    }
    removed += mine.cost > 0 && mine.proven && theirs.proven ? 1 : 0;
  }
  EXPECT_GT(removed, 30);
}

TEST(SuppressLarger, TakesRowsOfManyTerms) {
  // No table for all removals; and more terms than bits, the commonest in one bundle.
  for (const std::size_t terms : {20U, 64U, 90U}) {
    Larger larger(6, 50, 120, 95);
    const QsCondition condition = QsCondition::Diversity({1, 1}, 5);
    for (const Search search : kSearches) {
      const std::vector<TermRows> rows = larger.Class(3, terms);
      Suppressor suppressor(larger.knowledge(), condition, search, {.nodes = 20'000});
      const Outcome outcome = suppressor.Run(rows);
      if (search == Search::kExact || terms > 64) {
        EXPECT_FALSE(outcome.proven);
      }
      if (search == Search::kExact) {
        EXPECT_TRUE(outcome.found);
        EXPECT_LT(outcome.cost, 3 * RemovalCost(terms, terms));
      }
      if (outcome.found) larger.ExpectGood(rows, condition, outcome);
    }
  }
}

TEST(SuppressLarger, TakesManyLabels) {
  Larger larger(7, 20'000, 2'000, 12);
  const QsCondition condition = QsCondition::Diversity({1, 1}, 20);
  for (int round = 0; round < 10; ++round) {
    const std::vector<TermRows> rows = larger.Class(4, 4);
    Suppressor exact(larger.knowledge(), condition, Search::kExact);
    Suppressor adaptive(larger.knowledge(), condition, Search::kAdaptive);
    const Outcome mine = exact.Run(rows);
    const Outcome theirs = adaptive.Run(rows);
    ASSERT_TRUE(mine.found && theirs.found);
    larger.ExpectGood(rows, condition, mine);
    larger.ExpectGood(rows, condition, theirs);
    EXPECT_TRUE(mine.proven);
    EXPECT_LE(mine.cost, theirs.cost);
    if (theirs.proven) {
      EXPECT_EQ(mine.cost, theirs.cost);
    }
  }
}

TEST(SuppressLarger, MovesEqualRowsTogetherInLargeClasses) {
  Larger larger(8, 100, 40, 10);
  const QsCondition condition = QsCondition::Diversity({1, 1}, 30);
  const std::vector<TermRows> rows = larger.Class(12, 6, 1'000'000);
  for (const Search search : {Search::kExact, Search::kAdaptive}) {
    Suppressor suppressor(larger.knowledge(), condition, search, {.nodes = 20'000});
    const Outcome outcome = suppressor.Run(rows);
    ASSERT_TRUE(outcome.found);
    EXPECT_FALSE(outcome.proven && outcome.cost > 0);
    larger.ExpectGood(rows, condition, outcome);
  }
}

// Several steps a round, and rows that share labels.
TEST(SuppressLarger, TakesClassesOfManyRows) {
  Larger larger(12, 150, 50, 14);
  const auto prior = std::make_shared<QsPosterior>(QsPosterior::Uniform(150));
  const QsCondition conditions[] = {QsCondition::Diversity({1, 1}, 145),
                                    QsCondition::Diversity({5, 10}, 140),
                                    QsCondition::Closeness({2, 100}, prior)};
  for (const QsCondition& condition : conditions) {
    for (const std::size_t sets : {40U, 130U, 400U}) {
      std::vector<TermRows> rows = larger.Class(sets, 7);
      rows[1].rows = 3;
      Suppressor suppressor(larger.knowledge(), condition, Search::kExact, {.nodes = 50'000});
      const Outcome outcome = suppressor.Run(rows);
      ASSERT_TRUE(outcome.found);
      EXPECT_GT(outcome.cost, 0);
      EXPECT_LE(outcome.bound, outcome.cost);
      larger.ExpectGood(rows, condition, outcome);
    }
  }
}

TEST(SuppressLarger, KeepsToItsNodesAndRepeatsItself) {
  Larger larger(9, 200, 60, 15);
  const QsCondition condition = QsCondition::Diversity({1, 1}, 20);
  for (int round = 0; round < 20; ++round) {
    const std::vector<TermRows> rows = larger.Class(5, 7);
    Suppressor unlimited(larger.knowledge(), condition, Search::kExact);
    const Outcome best = unlimited.Run(rows);
    ASSERT_TRUE(best.proven);
    for (const Search search : kSearches) {
      for (const std::uint64_t nodes : {1U, 10U, 100U, 1'000U}) {
        Suppressor first(larger.knowledge(), condition, search, {.nodes = nodes});
        Suppressor second(larger.knowledge(), condition, search, {.nodes = nodes});
        (void)second.Run(larger.Class(3, 7));  // what came before must not matter
        const Outcome outcome = first.Run(rows);
        const Outcome again = second.Run(rows);
        EXPECT_LE(outcome.nodes, nodes);
        EXPECT_EQ(outcome.found, again.found);
        EXPECT_EQ(outcome.cost, again.cost);
        EXPECT_EQ(outcome.bound, again.bound);
        EXPECT_LE(outcome.bound, best.cost);
        if (!outcome.found) continue;
        EXPECT_GE(outcome.cost, best.cost);
        larger.ExpectGood(rows, condition, outcome);
      }
    }
  }
}

TEST(SuppressLarger, StopsAtTheClock) {
  Larger larger(10, 200, 60, 15);
  const QsCondition condition = QsCondition::Diversity({1, 1}, 190);
  Suppressor suppressor(larger.knowledge(), condition, Search::kDepthFirst,
                        {.nodes = kUnlimited.nodes, .seconds = 0.02});
  EXPECT_FALSE(suppressor.Run(larger.Class(12, 12)).proven);
}

}  // namespace
}  // namespace gauze::suppress
