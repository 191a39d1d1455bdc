#include "gauze/transform/specialize/specialize.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <iostream>

#include "gauze/base/testing/test_rounds.h"
#include "gauze/transform/specialize/random_specialize.h"
#include "gauze/transform/specialize/schedule.h"
#include "gauze/transform/specialize/withhold.h"

namespace gauze::freeform {
namespace {

Specialized SpecializeIt(const RandomFreeform& made, const SpecializeOptions& options) {
  NoProgress progress;
  const SpecializeInput input = InputOf(made);
  auto result = Specialize(input, options, progress);
  EXPECT_TRUE(result.has_value());
  return *std::move(result);
}

SpecializeOptions RandomOptions(std::mt19937_64& random, const RandomFreeform& made) {
  SpecializeOptions options{.rules = made.rules};
  const std::uint64_t first = Below(random, 4);
  options.order.first = static_cast<Order::First>(std::min<std::uint64_t>(first, 2));
  if (first == 3) options.order.listed = {made.trees.size() - 1, 0};
  options.order.choose = static_cast<Order::Choose>(Below(random, 2));
  return options;
}

TEST(Specialize, HasNoBreachAndIsMinimal) {
  std::mt19937_64 random(1);
  const std::uint64_t tables = TestRounds(5'000);
  std::uint64_t blocked = 0;
  std::uint64_t steps = 0;
  for (std::uint64_t run = 0; run < tables; ++run) {
    const RandomFreeform made = MakeRandomFreeform(random);
    const Specialized result = SpecializeIt(made, RandomOptions(random, made));
    const Threat limit = ThreatOf(made.rules.threat);
    ASSERT_EQ(result.worst, LiteralWorst(made, result.cuts)) << "run " << run;
    ASSERT_FALSE(limit < result.worst) << "run " << run;
    std::size_t coarse = 0;
    for (std::size_t k = 0; k < made.trees.size(); ++k) {
      for (const NodeId node : result.cuts[k]) {
        if (made.trees[k].Children(node).empty()) continue;
        ASSERT_LT(coarse, result.blocked.size());
        const Blocked& why = result.blocked[coarse++];
        ASSERT_EQ(why.attribute, k);
        ASSERT_EQ(why.node, node);
        // The breach that is given is one of those that the specialisation would make.
        const auto finer = ReleasedBy(made, Refine(made, result.cuts, k, node));
        bool found = false;
        for (const Breach& attack : LiteralAttacks(made.trees, finer, made.rules)) {
          found = found ||
                  (attack.known == why.breach.known && attack.attribute == why.breach.attribute &&
                   attack.target == why.breach.target && attack.support == why.breach.support &&
                   !(attack.threat < why.breach.threat) && limit < why.breach.threat);
        }
        ASSERT_TRUE(found) << "run " << run;
      }
    }
    ASSERT_EQ(coarse, result.blocked.size());
    blocked += coarse;
    steps += result.steps;
  }
  EXPECT_GT(blocked, tables / 2);
  EXPECT_GT(steps, tables);
}

// Trees in which several nodes of one attribute have guarded children: a sum may need them all.
TEST(Specialize, IsMinimalForSumsOverLargerTrees) {
  std::mt19937_64 random(5);
  const std::uint64_t tables = TestRounds(1'250);
  for (std::uint64_t run = 0; run < tables; ++run) {
    RandomFreeform made = MakeRandomFreeform(random, 12);
    made.rules.targets = BreachRules::Targets::kAny;
    const Specialized result = SpecializeIt(made, RandomOptions(random, made));
    const Threat limit = ThreatOf(made.rules.threat);
    ASSERT_EQ(result.worst, LiteralWorst(made, result.cuts)) << "run " << run;
    ASSERT_FALSE(limit < result.worst) << "run " << run;
    for (const Blocked& why : result.blocked) {
      ASSERT_LT(limit, LiteralWorst(made, Refine(made, result.cuts, why.attribute, why.node)))
          << "run " << run;
    }
  }
}

TEST(Specialize, IsNotFarFromTheOptimum) {
  std::mt19937_64 random(2);
  const std::uint64_t tables = TestRounds(1'250);
  double ratios = 0;
  double portfolio_ratios = 0;
  std::uint64_t compared = 0;
  for (std::uint64_t run = 0; run < tables; ++run) {
    const RandomFreeform made = MakeRandomFreeform(random);
    SpecializeOptions options{.rules = made.rules};
    const SpecializeInput input = InputOf(made);
    const Schedule schedule(input);
    const Specialized once = SpecializeIt(made, options);
    options.portfolio = 20;
    const Specialized several = SpecializeIt(made, options);
    ASSERT_LE(several.loss, once.loss);
    ASSERT_FALSE(ThreatOf(made.rules.threat) < LiteralWorst(made, several.cuts));
    double least = 1;
    std::vector<std::vector<NodeId>> cuts(made.trees.size());
    const std::function<void(std::size_t)> choose = [&](std::size_t k) {
      if (k < cuts.size()) {
        for (const auto& cut : AllCuts(made.trees[k], Hierarchy::kRoot)) {
          cuts[k] = cut;
          choose(k + 1);
        }
        return;
      }
      const double loss = schedule.LossOf(cuts);
      if (loss >= least || ThreatOf(made.rules.threat) < LiteralWorst(made, cuts)) return;
      least = loss;
    };
    choose(0);
    ASSERT_LE(least, several.loss + 1e-12);
    if (least == 0) continue;
    ++compared;
    ratios += once.loss / least;
    portfolio_ratios += several.loss / least;
  }
  ASSERT_GT(compared, tables / 10);
  const auto mean = [&](double sum) { return sum / static_cast<double>(compared); };
  std::cout << "loss over the optimum's, mean of " << compared << ": one order " << mean(ratios)
            << ", 20 orders " << mean(portfolio_ratios) << "\n";
  EXPECT_LT(mean(ratios), 1.5);
  EXPECT_LT(mean(portfolio_ratios), 1.1);
}

TEST(Specialize, WithholdingLeavesNoBreach) {
  std::mt19937_64 random(4);
  const std::uint64_t tables = TestRounds(1'250);
  std::uint64_t used = 0;
  std::uint64_t finer = 0;
  for (std::uint64_t run = 0; run < tables; ++run) {
    const RandomFreeform made = MakeRandomFreeform(random);
    SpecializeOptions options = RandomOptions(random, made);
    options.withhold = {.numerator = static_cast<std::int64_t>(1 + Below(random, 10)),
                        .denominator = 10};
    const Specialized result = SpecializeIt(made, options);
    const SpecializeInput input = InputOf(made);
    const NodeTable released = Released(input, result);
    const Threat worst = WorstThreat(LiteralAttacks(made.trees, released, made.rules));
    ASSERT_FALSE(ThreatOf(made.rules.threat) < worst) << "run " << run;
    ASSERT_EQ(worst, result.worst) << "run " << run;

    std::uint64_t guarded = 0;
    double loss = 0;
    for (std::size_t k = 0; k < made.trees.size(); ++k) {
      for (std::size_t row = 0; row < made.counts.size(); ++row) {
        const bool hidden = !made.trees[k].Observable(made.leaves.cells[k].Get(row));
        if (hidden && made.trees[k].HasTargets()) guarded += made.counts[row];
      }
      for (std::size_t row = 0; row < released.counts.size(); ++row) {
        loss += static_cast<double>(released.counts[row]) *
                input.attributes[k].loss[released.cells[k].Get(row)];
      }
    }
    ASSERT_EQ(result.guarded_cells, guarded);
    std::uint64_t withheld = 0;
    for (const WithheldCells& cells : result.withheld) {
      ASSERT_LE(cells.rows, made.counts[cells.tuple]);
      const NodeId leaf = made.leaves.cells[cells.attribute].Get(cells.tuple);
      ASSERT_FALSE(made.trees[cells.attribute].Observable(leaf));
      withheld += cells.rows;
    }
    ASSERT_EQ(result.withheld_cells, withheld);
    ASSERT_LE(withheld * 10, guarded * static_cast<std::uint64_t>(options.withhold.numerator));
    std::uint64_t rows = 0;
    for (const std::uint64_t count : made.counts) rows += count;
    ASSERT_NEAR(result.loss, loss / static_cast<double>(rows * made.trees.size()), 1e-9);
    used += withheld > 0 ? 1 : 0;
    options.withhold = {};
    finer += result.loss < SpecializeIt(made, options).loss ? 1 : 0;
  }
  EXPECT_GT(used, tables / 4);
  EXPECT_GT(finer, tables / 10);
}

TEST(Specialize, DoesNotDependOnThreads) {
  std::mt19937_64 random(3);
  for (int run = 0; run < 1000; ++run) {
    const RandomFreeform made = MakeRandomFreeform(random);
    const SpecializeOptions options = RandomOptions(random, made);
    const auto specialize = [&](std::size_t threads) {
      const tbb::global_control control(tbb::global_control::max_allowed_parallelism, threads);
      return SpecializeIt(made, options);
    };
    const Specialized one = specialize(1);
    const Specialized two = specialize(2);
    ASSERT_EQ(one.cuts, two.cuts);
    ASSERT_EQ(one.blocked.size(), two.blocked.size());
    for (std::size_t at = 0; at < one.blocked.size(); ++at) {
      ASSERT_EQ(one.blocked[at].breach.known, two.blocked[at].breach.known);
      ASSERT_EQ(one.blocked[at].breach.target, two.blocked[at].breach.target);
    }
  }
}

}  // namespace
}  // namespace gauze::freeform
