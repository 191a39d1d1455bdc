#include "gauze/model/freeform/breaches.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <tuple>

#include "gauze/base/testing/test_rounds.h"
#include "gauze/model/freeform/literal.h"
#include "gauze/model/freeform/random_freeform.h"

namespace gauze::freeform {
namespace {

using Key = std::tuple<std::vector<NodeId>, std::size_t, NodeId, std::uint64_t, Threat>;

// Literal breaches and found ones, comparable. Some observable nodes are not told by kCritical.
std::vector<Key> KeysOf(const std::vector<Breach>& breaches, const Threat& limit,
                        const std::function<bool(const Breach&)>& wanted) {
  std::vector<Key> keys;
  for (const Breach& breach : breaches) {
    if (!(limit < breach.threat) || !wanted(breach)) continue;
    keys.emplace_back(breach.known, breach.attribute, breach.target, breach.support, breach.threat);
  }
  std::sort(keys.begin(), keys.end());
  return keys;
}

bool IsShown(const CodeColumn& cells, NodeId node) {
  for (std::size_t row = 0; row < cells.size(); ++row) {
    if (cells.Get(row) == node) return true;
  }
  return false;
}

TEST(Breaches, EqualLiteralEnumeration) {
  std::mt19937_64 random(1);
  const std::uint64_t tables = TestRounds(20'000);
  std::uint64_t breaching = 0;
  std::uint64_t pruned = 0;
  std::uint64_t on_the_line = 0;
  for (std::uint64_t run = 0; run < tables; ++run) {
    const RandomFreeform made = MakeRandomFreeform(random);
    NodeTable table = Recode(made.leaves, RandomCuts(random, made.trees));
    if (run % 4 == 0) {  // cells of any level side by side, as after withholding
      for (std::size_t k = 0; k < made.trees.size(); ++k) {
        const std::size_t row = Below(random, table.counts.size());
        table.cells[k].Set(row, made.trees[k].LowestObservable(table.cells[k].Get(row)));
      }
    } else if (run % 4 == 1) {  // or as another tool may have made them
      for (std::size_t k = 0; k < made.trees.size(); ++k) {
        const std::size_t row = Below(random, table.counts.size());
        table.cells[k].Set(row, made.trees[k].Parent(table.cells[k].Get(row)));
      }
    }
    const Threat limit = ThreatOf(made.rules.threat);
    const bool sums = made.rules.targets == BreachRules::Targets::kAny && made.rules.own;
    // Of sums, only those below borders are told.
    const auto told = [&](const Breach& breach) {
      return !sums || made.trees[breach.attribute].IsBorder(breach.target);
    };
    const auto critical = [&](const Breach& breach) {
      for (std::size_t k = 0; k < made.trees.size(); ++k) {
        if (k != breach.attribute && !made.trees[k].IsBorder(breach.known[k]) &&
            !IsShown(table.cells[k], breach.known[k])) {
          return false;
        }
      }
      return told(breach);
    };
    const auto attacks = LiteralAttacks(made.trees, table, made.rules);
    const auto all = FindBreaches(made.trees, table, made.rules, Breadth::kAll, 100'000);
    const auto few = FindBreaches(made.trees, table, made.rules, Breadth::kCritical, 100'000);
    const auto expected = KeysOf(attacks, limit, told);
    const auto everything = [](const Breach&) { return true; };
    ASSERT_EQ(KeysOf(all.listed, limit, everything), expected) << "run " << run;
    ASSERT_EQ(KeysOf(few.listed, limit, everything), KeysOf(attacks, limit, critical))
        << "run " << run;
    ASSERT_EQ(all.breaches, expected.size());
    ASSERT_EQ(all.worst, WorstThreat(attacks)) << "run " << run;
    ASSERT_EQ(few.worst, all.worst) << "run " << run;
    if (made.rules.targets == BreachRules::Targets::kEach) {
      ASSERT_EQ(all.attacks, attacks.size());
      ASSERT_EQ(all.worst_support, WorstSupport(attacks)) << "run " << run;
    }
    ASSERT_EQ(few.breaches == 0, all.breaches == 0);
    breaching += all.breaches > 0 ? 1 : 0;
    pruned += few.breaches < all.breaches ? 1 : 0;
    on_the_line += all.worst == limit && all.worst.numerator > 0 ? 1 : 0;
  }
  EXPECT_GT(breaching, tables / 4);
  EXPECT_GT(pruned, tables / 10);
  EXPECT_GT(on_the_line, tables / 100);
}

TEST(Breaches, ListTheWorstFirst) {
  std::mt19937_64 random(2);
  for (int run = 0; run < 1000; ++run) {
    const RandomFreeform made = MakeRandomFreeform(random);
    const auto all = FindBreaches(made.trees, made.leaves, made.rules, Breadth::kAll, 100'000);
    for (std::size_t at = 1; at < all.listed.size(); ++at) {
      ASSERT_FALSE(all.listed[at - 1].threat < all.listed[at].threat);
    }
    const auto some = FindBreaches(made.trees, made.leaves, made.rules, Breadth::kAll, 2);
    ASSERT_EQ(some.breaches, all.breaches);
    ASSERT_EQ(some.listed.size(), std::min<std::size_t>(2, all.listed.size()));
    for (std::size_t at = 0; at < some.listed.size(); ++at) {
      ASSERT_EQ(some.listed[at].known, all.listed[at].known);
      ASSERT_EQ(some.listed[at].target, all.listed[at].target);
    }
  }
}

TEST(Breaches, DoNotDependOnThreads) {
  std::mt19937_64 random(3);
  for (int run = 0; run < 500; ++run) {
    const RandomFreeform made = MakeRandomFreeform(random);
    const auto find = [&](std::size_t threads) {
      const tbb::global_control control(tbb::global_control::max_allowed_parallelism, threads);
      return FindBreaches(made.trees, made.leaves, made.rules, Breadth::kAll, 5);
    };
    const auto one = find(1);
    const auto two = find(2);
    ASSERT_EQ(one.listed.size(), two.listed.size());
    for (std::size_t at = 0; at < one.listed.size(); ++at) {
      ASSERT_EQ(one.listed[at].known, two.listed[at].known);
      ASSERT_EQ(one.listed[at].attribute, two.listed[at].attribute);
      ASSERT_EQ(one.listed[at].target, two.listed[at].target);
    }
  }
}

TEST(Threats, CompareExactly) {
  std::mt19937_64 random(4);
  const auto small = [&] { return static_cast<Wide>(1 + random() % 50); };
  for (int run = 0; run < 100'000; ++run) {
    const Threat a{small(), small()};
    const Threat b{small(), small()};
    const bool less = a.numerator * b.denominator < b.numerator * a.denominator;
    ASSERT_EQ(a < b, less);
    // The same fractions with parts too large to multiply.
    const Wide factor = (Wide{1} << 100U) + static_cast<Wide>(random());
    const Threat wide_a{a.numerator * factor, a.denominator * factor};
    ASSERT_EQ(wide_a < b, less);
    ASSERT_EQ(b < wide_a, b < a);
    ASSERT_EQ(wide_a, a);
    // Next to equal: a hair above.
    ASSERT_LT(a, (Threat{wide_a.numerator + 1, wide_a.denominator}));
    ASSERT_LT((Threat{wide_a.numerator, wide_a.denominator + 1}), a);
  }
}

}  // namespace
}  // namespace gauze::freeform
