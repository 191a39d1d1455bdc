#include <gtest/gtest.h>

#include "gauze/base/testing/test_rounds.h"
#include "gauze/model/freeform/literal.h"
#include "gauze/model/freeform/promise.h"
#include "gauze/model/freeform/random_freeform.h"
#include "gauze/transform/cluster/cluster.h"
#include "gauze/transform/constraints.h"
#include "gauze/transform/mondrian/mondrian.h"

// Freeform attacks on releases that are made of classes: whatever an adversary knows of
// quasi-identifiers, the classes that may hold a person are some of all classes. So every set of
// classes is attacked, by everybody who knows anything observable of the guarded columns.

namespace gauze::freeform {
namespace {

struct Case {
  RandomFreeform made;
  CodedTable coded;
  std::vector<PolicyEntry> protect;
  std::vector<std::size_t> guarded;
};

RawParameter Raw(const std::string& name, const std::string& text) {
  return {.name = name, .text = text};
}

PolicyEntry PromiseOf(const RandomFreeform& made, const std::vector<std::size_t>& guarded) {
  static const Descriptor kDescriptor = FreeformDescriptor();
  const auto columns =
      std::ranges::find(kDescriptor.parameters, ParameterType::kColumns, &Parameter::type);
  const Descriptor fields{.name = "attributes", .parameters = columns->fields};
  PolicyEntry promise{.descriptor = &kDescriptor};
  const BreachRules& rules = made.rules;
  promise.parameters = *Parameters::Make(
      kDescriptor,
      {Raw("threat", fmt::format("0.{}", rules.threat.numerator)), Raw("observable_from", "0.5"),
       Raw("own", rules.own ? "true" : "false"),
       Raw("targets", rules.targets == BreachRules::Targets::kAny ? "any" : "each")},
      "test");
  for (const std::size_t k : guarded) {
    const AttributeRules& column = made.columns[k].rules;
    RawParameter guard{.name = "guard", .names = column.guard};
    promise.columns.push_back(
        {fmt::format("a{}", k),
         *Parameters::Make(fields, {guard, Raw("sensitivity", column.sensitivity)}, "test"),
         "test"});
  }
  return promise;
}

// Guarded columns are sensitive or quasi-identifying, all others quasi-identifying.
Case MakeCase(std::mt19937_64& random) {
  Case test{.made = MakeRandomFreeform(random)};
  RandomFreeform& made = test.made;
  std::vector<std::vector<std::uint64_t>> totals;
  made.trees.clear();
  for (std::size_t k = 0; k < made.columns.size(); ++k) {
    RandomColumn& column = made.columns[k];
    column.rules.observability = "sensitivity";
    column.rules.leaves = Leaves::kOccurring;
    auto tree = GuardedTree::Make({.hierarchy = *column.hierarchy,
                                   .has_missing = column.domain.has_missing(),
                                   .taxonomy = column.taxonomy.get()},
                                  column.rules, made.rules.observable_from, "random");
    Check(tree.has_value(), "random rules are valid");
    made.trees.push_back(*std::move(tree));
    Attribute attribute{.name = fmt::format("a{}", k), .role = Role::kQuasiIdentifying};
    if (!column.rules.guard.empty()) {
      test.guarded.push_back(k);
      if (k > 0 && Below(random, 3) > 0) attribute.role = Role::kSensitive;
    }
    test.coded.table.attributes.push_back(attribute);
    test.coded.table.domains.push_back(column.domain);
    test.coded.table.columns.push_back(made.codes[k]);
    test.coded.hierarchies.push_back(std::make_shared<Hierarchy>(*column.hierarchy));
    test.coded.taxonomies.push_back(std::make_shared<Taxonomy>(*column.taxonomy));
    auto& rows = totals.emplace_back(column.domain.size());
    for (std::size_t row = 0; row < made.counts.size(); ++row) {
      rows[made.codes[k].Get(row)] += made.counts[row];
    }
  }
  test.coded.table.counts = made.counts;
  for (const std::uint64_t count : made.counts) test.coded.table.rows += count;
  test.coded.totals =
      std::make_shared<const std::vector<std::vector<std::uint64_t>>>(std::move(totals));
  if (!test.guarded.empty()) test.protect = {PromiseOf(made, test.guarded)};
  return test;
}

NodeId NodeOf(const Label& label, const Hierarchy& hierarchy) {
  for (NodeId node = 0; node < hierarchy.nodes().size(); ++node) {
    if (hierarchy[node].label == (label.missing ? "" : label.text)) return node;
  }
  Check(false, "labels are nodes");
  return 0;
}

// What the rows of some classes show of the guarded columns.
NodeTable ShownBy(const Case& test, const Generalization& release, std::uint64_t classes) {
  std::vector<std::pair<std::size_t, std::size_t>> rows;  // class, member
  NodeTable table;
  for (std::size_t i = 0; i < release.classes(); ++i) {
    if ((classes >> i & 1U) == 0) continue;
    for (std::size_t at = release.class_begin[i]; at < release.class_begin[i + 1]; ++at) {
      rows.emplace_back(i, at);
      table.counts.push_back(release.RowsOf(test.coded.table, at));
    }
  }
  for (const std::size_t k : test.guarded) {
    const Hierarchy& hierarchy = *test.coded.HierarchyOf(k);
    auto& cells =
        table.cells.emplace_back(static_cast<Code>(hierarchy.nodes().size()), rows.size());
    const auto quasi = std::ranges::find(release.quasi_identifiers, k);
    const auto q = static_cast<std::size_t>(quasi - release.quasi_identifiers.begin());
    for (std::size_t row = 0; row < rows.size(); ++row) {
      const auto [index, member] = rows[row];
      const std::size_t width = release.quasi_identifiers.size();
      cells.Set(
          row, quasi == release.quasi_identifiers.end()
                   ? hierarchy.leaf(test.made.codes[k].Get(release.tuples[member]))
                   : NodeOf(release.labels[q][release.class_labels[index * width + q]], hierarchy));
    }
  }
  return table;
}

void Attack(const TransformEntry& transform) {
  std::mt19937_64 random(7);
  const std::uint64_t tables = TestRounds(5'000);
  int released = 0;
  int several = 0;
  int together = 0;
  for (std::uint64_t run = 0; run < tables; ++run) {
    const Case test = MakeCase(random);
    if (test.protect.empty()) continue;
    const auto constraints = Constraints::Make(test.coded, test.protect);
    ASSERT_TRUE(constraints) << constraints.error().Text();
    if (!constraints->CheckFeasible()) continue;
    NoProgress progress;
    const auto result = transform.run(
        {test.coded, test.protect, MissingPolicy::kOwnValue},
        *Parameters::Make(transform.descriptor, {Raw("labels", "node")}, "test"), progress);
    ASSERT_TRUE(result) << result.error().Text();
    ++released;
    several += result->classes() > 1 ? 1 : 0;
    together += constraints->needs_tuples() ? 1 : 0;
    std::vector<GuardedTree> trees;
    for (const std::size_t k : test.guarded) trees.push_back(test.made.trees[k]);
    for (std::uint64_t classes = 1; classes >> result->classes() == 0; ++classes) {
      const auto attacks = LiteralAttacks(trees, ShownBy(test, *result, classes), test.made.rules);
      ASSERT_FALSE(ThreatOf(test.made.rules.threat) < WorstThreat(attacks)) << "run " << run;
    }
  }
  EXPECT_GT(released, static_cast<int>(tables) / 10);
  EXPECT_GT(several, static_cast<int>(tables) / 20);
  EXPECT_GT(together, static_cast<int>(tables) / 200);
}

TEST(ClassForm, MondrianWithstandsEveryAttack) { Attack(MondrianEntry()); }
TEST(ClassForm, ClusterWithstandsEveryAttack) { Attack(ClusterEntry()); }

}  // namespace
}  // namespace gauze::freeform
