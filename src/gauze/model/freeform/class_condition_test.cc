#include "gauze/model/freeform/class_condition.h"

#include <gtest/gtest.h>

#include "gauze/base/testing/test_rounds.h"
#include "gauze/model/freeform/literal.h"
#include "gauze/model/freeform/random_freeform.h"

namespace gauze::freeform {
namespace {

// A random table cut into two classes, with the guarded attributes as they are and the others
// generalised within each class.
struct Classes {
  std::vector<std::size_t> guarded;
  std::vector<GuardedTree> guarded_trees;
  std::vector<int> class_of;  // by row
};

Classes RandomClasses(std::mt19937_64& random, const RandomFreeform& made) {
  Classes classes;
  for (std::size_t k = 0; k < made.trees.size(); ++k) {
    if (!made.trees[k].HasTargets()) continue;
    classes.guarded.push_back(k);
    classes.guarded_trees.push_back(made.trees[k]);
  }
  for (std::size_t row = 0; row < made.counts.size(); ++row) {
    classes.class_of.push_back(static_cast<int>(Below(random, 2)));
  }
  return classes;
}

// The guarded attributes of one class, or of all rows with class -1.
NodeTable GuardedPart(const RandomFreeform& made, const Classes& classes, int wanted) {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < made.counts.size(); ++row) {
    if (wanted == -1 || classes.class_of[row] == wanted) rows.push_back(row);
  }
  NodeTable part;
  for (const std::size_t row : rows) part.counts.push_back(made.counts[row]);
  for (const std::size_t k : classes.guarded) {
    auto& cells = part.cells.emplace_back(static_cast<Code>(made.trees[k].size()), rows.size());
    for (std::size_t at = 0; at < rows.size(); ++at) {
      cells.Set(at, made.leaves.cells[k].Get(rows[at]));
    }
  }
  return part;
}

std::vector<std::vector<NodeId>> NodesOf(const NodeTable& table) {
  std::vector<std::vector<NodeId>> nodes(table.cells.size());
  for (std::size_t k = 0; k < table.cells.size(); ++k) {
    for (std::size_t row = 0; row < table.counts.size(); ++row) {
      nodes[k].push_back(table.cells[k].Get(row));
    }
  }
  return nodes;
}

// How many of each row of the table are in one class.
std::vector<std::uint64_t> CountsOf(const RandomFreeform& made, const Classes& classes,
                                    int wanted) {
  std::vector<std::uint64_t> counts = made.counts;
  for (std::size_t row = 0; row < counts.size(); ++row) {
    if (classes.class_of[row] != wanted) counts[row] = 0;
  }
  return counts;
}

// The whole table; attributes without targets show the lowest node above their class.
NodeTable Released(const RandomFreeform& made, const Classes& classes) {
  NodeTable table = made.leaves;
  for (std::size_t k = 0; k < made.trees.size(); ++k) {
    if (made.trees[k].HasTargets()) continue;
    for (std::size_t row = 0; row < made.counts.size(); ++row) {
      NodeId node = made.leaves.cells[k].Get(row);
      for (std::size_t other = 0; other < made.counts.size(); ++other) {
        if (classes.class_of[other] != classes.class_of[row]) continue;
        while (!IsAtOrAbove(made.trees[k], node, made.leaves.cells[k].Get(other))) {
          node = made.trees[k].Parent(node);
        }
      }
      table.cells[k].Set(row, node);
    }
  }
  return table;
}

TEST(ClassCondition, AgreesWithEnumerationAndProtectsTheTable) {
  std::mt19937_64 random(1);
  const std::uint64_t tables = TestRounds(20'000);
  int held = 0;
  int generalised = 0;
  for (std::uint64_t run = 0; run < tables; ++run) {
    const RandomFreeform made = MakeRandomFreeform(random);
    const Classes classes = RandomClasses(random, made);
    const ClassCondition condition(classes.guarded_trees, made.rules,
                                   NodesOf(GuardedPart(made, classes, -1)));
    const Threat limit = ThreatOf(made.rules.threat);
    bool both = true;
    for (const int wanted : {0, 1}) {
      const NodeTable part = GuardedPart(made, classes, wanted);
      const Threat worst = WorstThreat(LiteralAttacks(classes.guarded_trees, part, made.rules));
      ASSERT_EQ(condition.Worst(CountsOf(made, classes, wanted)), worst) << "run " << run;
      ASSERT_EQ(condition.Holds(CountsOf(made, classes, wanted)), !(limit < worst))
          << "run " << run;
      both = both && !(limit < worst);
    }
    if (!both) continue;
    ++held;
    ASSERT_TRUE(condition.Holds(made.counts)) << "run " << run;
    const NodeTable released = Released(made, classes);
    ASSERT_FALSE(limit < WorstThreat(LiteralAttacks(made.trees, released, made.rules)))
        << "run " << run;
    generalised += classes.guarded.empty() || classes.guarded.size() == made.trees.size() ? 0 : 1;
  }
  EXPECT_GT(held, static_cast<int>(tables) / 10);
  EXPECT_GT(generalised, static_cast<int>(tables) / 20);
}

}  // namespace
}  // namespace gauze::freeform
