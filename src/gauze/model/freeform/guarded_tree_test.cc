#include "gauze/model/freeform/guarded_tree.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "gauze/model/freeform/random_freeform.h"

namespace gauze::freeform {
namespace {

// Names of the leaves below a node, from the taxonomy or from what occurs.
std::vector<std::string> LeavesBelow(const RandomColumn& column, const std::string& name) {
  std::vector<std::string> leaves;
  const bool written = column.rules.leaves == Leaves::kTaxonomy;
  for (const NodeId leaf : column.taxonomy->leaves()) {
    const std::string& text = (*column.taxonomy)[leaf].label;
    bool occurs = false;
    for (const Value& value : column.domain.values()) occurs = occurs || value.text == text;
    if (!occurs && !written) continue;
    for (NodeId node = leaf;; node = (*column.taxonomy)[node].parent) {
      if ((*column.taxonomy)[node].label == name) leaves.push_back(text);
      if (node == Taxonomy::kRoot) break;
    }
  }
  if (name == "*" && column.domain.has_missing()) leaves.emplace_back("");
  return leaves;
}

bool IsGuarded(const RandomColumn& column, const std::string& leaf) {
  const auto named = [&](const std::string& name) {
    return std::ranges::find(column.rules.guard, name) != column.rules.guard.end();
  };
  if (leaf.empty()) return named("*");
  for (NodeId node = column.taxonomy->FindLeaf(leaf);; node = (*column.taxonomy)[node].parent) {
    if (named((*column.taxonomy)[node].label)) return true;
    if (node == Taxonomy::kRoot) return false;
  }
}

std::int64_t BeliefOf(const RandomColumn& column, const std::string& leaf) {
  NodeId node = leaf.empty() ? Taxonomy::kRoot : column.taxonomy->FindLeaf(leaf);
  for (;; node = (*column.taxonomy)[node].parent) {
    for (const auto& [name, share] : column.rules.beliefs) {
      if (name == (*column.taxonomy)[node].label) return share.numerator;
    }
  }
}

// In tenths, as the random rules are: the best over the leaves, each with its steps up to the node.
std::int64_t ObservedOf(const RandomColumn& column, const std::string& name) {
  std::int64_t best = 0;
  for (const std::string& leaf : LeavesBelow(column, name)) {
    std::int64_t steps = leaf.empty() ? 1 : 0;
    NodeId node = leaf.empty() ? Taxonomy::kRoot : column.taxonomy->FindLeaf(leaf);
    for (; (*column.taxonomy)[node].label != name; node = (*column.taxonomy)[node].parent) ++steps;
    best = std::max(best, BeliefOf(column, leaf) + steps * column.rules.boost.numerator);
  }
  return std::min<std::int64_t>(best, 10);
}

TEST(GuardedTree, FollowsTheDefinitions) {
  std::mt19937_64 random(1);
  int hidden = 0;
  for (int run = 0; run < 5000; ++run) {
    const RandomFreeform made = MakeRandomFreeform(random);
    for (std::size_t k = 0; k < made.trees.size(); ++k) {
      const RandomColumn& column = made.columns[k];
      const GuardedTree& tree = made.trees[k];
      const std::size_t listed = tree.size() - (column.domain.has_missing() ? 1 : 0);
      for (NodeId node = 0; node < listed; ++node) {
        const std::string& name = (*column.hierarchy)[node].label;
        const auto leaves = LeavesBelow(column, name);
        std::uint64_t sensitive = 0;
        for (const std::string& leaf : leaves) sensitive += IsGuarded(column, leaf) ? 1 : 0;
        const Share share = tree.SensitivityOf(node);
        const std::uint64_t whole =
            leaves.size() * (column.rules.sensitivity == "aggregate" ? 1 : leaves.size());
        ASSERT_EQ(share.numerator * whole, share.denominator * sensitive) << "run " << run;
        if (!tree.Observable(node)) {
          ASSERT_EQ(tree.Weight(node) * share.denominator, tree.WeightScale() * share.numerator);
        }
        bool observable = sensitive < leaves.size();
        if (column.rules.observability == "belief") observable = ObservedOf(column, name) >= 5;
        ASSERT_EQ(tree.Observable(node), node == 0 || observable) << "run " << run;
        hidden += tree.Observable(node) ? 0 : 1;
      }
    }
  }
  EXPECT_GT(hidden, 5000);
}

// Two values below "Inner", one directly below the root.
struct SmallTree {
  SmallTree() {
    TaxonomyBuilder builder;
    for (const auto& path :
         std::vector<std::vector<std::string>>{{"a", "Inner"}, {"b", "Inner"}, {"c"}}) {
      Check(builder.Add(path, "test").has_value(), "a valid path");
    }
    taxonomy = std::make_unique<Taxonomy>(*builder.Finish("test"));
    auto bound =
        Hierarchy::Bind(*taxonomy, {{.text = "a"}, {.text = "c"}}, ValueType::kText, false, "test");
    hierarchy = std::make_unique<Hierarchy>(std::move(bound->hierarchy));
  }
  std::string ErrorOf(const AttributeRules& rules, const Taxonomy* written) const {
    const auto tree = GuardedTree::Make({.hierarchy = *hierarchy, .taxonomy = written}, rules,
                                        {.numerator = 1}, "policy.yaml:3:1");
    return tree ? "" : tree.error().Text();
  }
  std::unique_ptr<Taxonomy> taxonomy;
  std::unique_ptr<Hierarchy> hierarchy;
};

TEST(GuardedTree, CountsOnlyValuesThatOccur) {
  const SmallTree small;
  const auto observable = [&](Leaves leaves) {
    const auto tree =
        GuardedTree::Make({.hierarchy = *small.hierarchy, .taxonomy = small.taxonomy.get()},
                          {.guard = {"a"}, .leaves = leaves}, {.numerator = 1}, "test");
    return tree->Observable(1);  // "Inner", of which only the guarded value occurs
  };
  EXPECT_FALSE(observable(Leaves::kOccurring));
  EXPECT_TRUE(observable(Leaves::kTaxonomy));
}

TEST(GuardedTree, RefusesWhatItDoesNotKnow) {
  const SmallTree small;
  const Taxonomy* written = small.taxonomy.get();
  EXPECT_EQ(small.ErrorOf({.guard = {"a", "b"}}, written), "");
  EXPECT_NE(small.ErrorOf({.guard = {"a", "x"}}, written).find("guarded name 2 of 2"),
            std::string::npos);
  EXPECT_NE(small.ErrorOf({.guard = {"b"}}, nullptr).find("guarded name 1 of 1"),
            std::string::npos);
  EXPECT_NE(small.ErrorOf({.leaves = Leaves::kTaxonomy}, nullptr).find("hint: count the values"),
            std::string::npos);
  EXPECT_NE(small.ErrorOf({.sensitivity = "aggregat"}, written).find("did you mean \"aggregate\""),
            std::string::npos);
  EXPECT_NE(small.ErrorOf({.observability = "x"}, written).find("unknown observability"),
            std::string::npos);
  const AttributeRules partly = {.observability = "belief", .beliefs = {{"c", {.numerator = 1}}}};
  const std::string error = small.ErrorOf(partly, written);
  EXPECT_NE(error.find("no belief for a value directly below node \"Inner\""), std::string::npos)
      << error;
  AttributeRules beyond = partly;
  beyond.beliefs = {{"*", {.numerator = 11, .denominator = 10}}};
  EXPECT_NE(small.ErrorOf(beyond, written).find("the belief of name 1 is not between"),
            std::string::npos);
  beyond = partly;
  beyond.boost = {.numerator = -1};
  EXPECT_NE(small.ErrorOf(beyond, written).find("boost"), std::string::npos);
}

TEST(Instantiations, AreCheckedAgainstThePrinciples) {
  const Shape shape{.labels = {"*", "Inner", "a", "b", "c"},
                    .parent = {0, 0, 1, 1, 0},
                    .leaves = {3, 2, 1, 1, 1},
                    .sensitive = {1, 1, 1, 0, 0},
                    .is_leaf = {false, false, true, true, true}};
  constexpr std::int64_t kFull = kSurelyObservable;
  EXPECT_TRUE(CheckObservability(shape, {kFull, kFull, 0, kFull, kFull}, "here"));
  // The mean of the children, which the paper names as what is not allowed.
  const auto mean = CheckObservability(shape, {kFull, kFull / 2, 0, kFull, kFull}, "here");
  ASSERT_FALSE(mean);
  EXPECT_NE(mean.error().Text().find("node \"Inner\" is less observable than one of its children"),
            std::string::npos);
  EXPECT_FALSE(CheckObservability(shape, {kFull + 1, kFull, 0, kFull, kFull}, "here"));
  EXPECT_FALSE(CheckObservability(shape, {kFull, kFull, -1, kFull, kFull}, "here"));

  const std::vector<Share> good = {{1, 3}, {1, 2}, {1, 1}, {0, 1}, {0, 1}};
  EXPECT_TRUE(CheckSensitivity(shape, good, "here"));
  const auto bad = [&](std::size_t node, Share share) {
    std::vector<Share> shares = good;
    shares[node] = share;
    return !CheckSensitivity(shape, shares, "here");
  };
  EXPECT_TRUE(bad(0, {4, 3}));
  EXPECT_TRUE(bad(1, {0, 2}));  // a sensitive leaf below that does not count
  EXPECT_TRUE(bad(2, {1, 2}));  // a sensitive leaf is certain
  EXPECT_TRUE(bad(3, {1, 2}));  // nothing sensitive there
  EXPECT_TRUE(bad(4, {0, 0}));
}

}  // namespace
}  // namespace gauze::freeform
