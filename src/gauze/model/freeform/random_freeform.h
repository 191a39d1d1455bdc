#pragma once

#include <fmt/format.h>

#include <map>
#include <memory>
#include <random>
#include <vector>

#include "gauze/model/freeform/breaches.h"
#include "gauze/model/freeform/guarded_tree.h"

// For tests: small random tables with random hierarchies and rules, and attacks written from their
// definition, X by X and row by row.

namespace gauze::freeform {

struct RandomColumn {
  std::unique_ptr<Taxonomy> taxonomy;
  Domain domain;
  std::unique_ptr<Hierarchy> hierarchy;
  AttributeRules rules;
};

struct RandomFreeform {
  std::vector<RandomColumn> columns;
  std::vector<GuardedTree> trees;
  BreachRules rules;
  std::vector<CodeColumn> codes;  // distinct rows
  std::vector<std::uint64_t> counts;
  NodeTable leaves;  // the same rows as nodes
};

inline std::uint64_t Below(std::mt19937_64& random, std::uint64_t n) { return random() % n; }

// A tree of 2 to `most_nodes` nodes, and codes of its leaves for each of `rows` rows. Some leaves
// do not occur; some cells are missing.
inline RandomColumn MakeRandomColumn(std::mt19937_64& random, std::size_t most_nodes,
                                     std::size_t rows, std::vector<Code>& codes) {
  const std::size_t nodes = 2 + Below(random, most_nodes - 1);
  std::vector<std::size_t> parent = {0};
  std::vector<bool> inner(nodes);
  for (std::size_t node = 1; node < nodes; ++node) {
    parent.push_back(Below(random, node));
    inner[parent.back()] = true;
  }
  TaxonomyBuilder builder;
  std::vector<std::string> leaves;
  for (std::size_t node = 1; node < nodes; ++node) {
    if (inner[node]) continue;
    std::vector<std::string> path;
    for (std::size_t at = node; at != 0; at = parent[at]) path.push_back(fmt::format("n{}", at));
    leaves.push_back(path.front());
    Check(builder.Add(path, "random").has_value(), "a valid path");
  }
  RandomColumn column;
  column.taxonomy = std::make_unique<Taxonomy>(*builder.Finish("random"));

  const bool may_miss = Below(random, 4) == 0;
  std::vector<std::string> cells;
  std::map<std::string, Code> code_of;
  bool has_missing = false;
  for (std::size_t row = 0; row < rows; ++row) {
    const bool misses = may_miss && Below(random, 4) == 0;
    cells.push_back(misses ? "" : leaves[Below(random, leaves.size())]);
    has_missing = has_missing || misses;
    if (!misses) code_of[cells.back()] = 0;
  }
  std::vector<Value> values;
  for (const auto& [text, code] : code_of) values.push_back({.text = text});
  auto bound =
      Hierarchy::Bind(*column.taxonomy, std::move(values), ValueType::kText, has_missing, "random");
  Check(bound.has_value(), "all values are leaves");
  column.domain = bound->domain;
  column.hierarchy = std::make_unique<Hierarchy>(std::move(bound->hierarchy));
  for (Code code = 0; code < column.domain.value_count(); ++code) {
    code_of[column.domain[code].text] = code;
  }
  for (const std::string& cell : cells) {
    codes.push_back(cell.empty() ? column.domain.missing_code() : code_of.at(cell));
  }

  AttributeRules& rules = column.rules;
  const bool all = Below(random, 8) == 0;
  for (std::size_t node = 0; node < nodes; ++node) {
    const std::string name = node == 0 ? "*" : fmt::format("n{}", node);
    if (node == 0 ? all : Below(random, inner[node] ? 6 : 3) == 0) rules.guard.push_back(name);
    if (node == 0 || Below(random, 3) == 0) {
      rules.beliefs.emplace_back(
          name,
          Ratio{.numerator = static_cast<std::int64_t>(Below(random, 11)), .denominator = 10});
    }
  }
  rules.sensitivity = Below(random, 2) == 0 ? "aggregate" : "non_aggregate";
  rules.observability = Below(random, 2) == 0 ? "sensitivity" : "belief";
  rules.boost = {.numerator = static_cast<std::int64_t>(Below(random, 4)), .denominator = 10};
  rules.leaves = Below(random, 4) == 0 ? Leaves::kTaxonomy : Leaves::kOccurring;
  return column;
}

// Up to 6 rows, 2 or 3 attributes, up to 7 nodes each. Larger trees have sensitivities that are
// `aggregate`, so that literal sums stay exact.
inline RandomFreeform MakeRandomFreeform(std::mt19937_64& random, std::size_t most_nodes = 7) {
  RandomFreeform made;
  const std::size_t attributes = 2 + Below(random, 2);
  const std::size_t rows = 1 + Below(random, most_nodes - 1);
  made.rules.threat = {.numerator = static_cast<std::int64_t>(Below(random, 10)),
                       .denominator = 10};
  if (Below(random, 3) == 0) made.rules.threat = {.numerator = 5, .denominator = 10};
  made.rules.observable_from = {.numerator = 5, .denominator = 10};
  made.rules.own = Below(random, 3) == 0;
  if (Below(random, 3) == 0) made.rules.targets = BreachRules::Targets::kAny;
  std::vector<std::vector<Code>> codes(attributes);
  for (std::size_t attribute = 0; attribute < attributes; ++attribute) {
    made.columns.push_back(MakeRandomColumn(random, most_nodes, rows, codes[attribute]));
    RandomColumn& column = made.columns.back();
    if (most_nodes > 7) column.rules.sensitivity = "aggregate";
    auto tree = GuardedTree::Make({.hierarchy = *column.hierarchy,
                                   .has_missing = column.domain.has_missing(),
                                   .taxonomy = column.taxonomy.get()},
                                  column.rules, made.rules.observable_from, "random");
    Check(tree.has_value(), "random rules are valid");
    made.trees.push_back(*std::move(tree));
  }
  std::map<std::vector<Code>, std::uint64_t> distinct;
  for (std::size_t row = 0; row < rows; ++row) {
    std::vector<Code> tuple;
    for (const auto& column : codes) tuple.push_back(column[row]);
    ++distinct[tuple];
  }
  for (std::size_t attribute = 0; attribute < attributes; ++attribute) {
    const RandomColumn& column = made.columns[attribute];
    made.codes.emplace_back(column.domain.size(), distinct.size());
    made.leaves.cells.emplace_back(static_cast<Code>(column.hierarchy->nodes().size()),
                                   distinct.size());
    std::size_t row = 0;
    for (const auto& [tuple, count] : distinct) {
      made.codes.back().Set(row, tuple[attribute]);
      made.leaves.cells.back().Set(row, column.hierarchy->leaf(tuple[attribute]));
      ++row;
    }
  }
  for (const auto& [tuple, count] : distinct) made.counts.push_back(count);
  made.leaves.counts = made.counts;
  return made;
}

// One full-subtree cut per attribute, at random: cut[attribute][node] for the leaf `node`.
inline std::vector<std::vector<NodeId>> RandomCuts(std::mt19937_64& random,
                                                   const std::vector<GuardedTree>& trees) {
  std::vector<std::vector<NodeId>> cuts;
  for (const GuardedTree& tree : trees) {
    auto& cut = cuts.emplace_back(tree.size(), kNoNode);
    for (NodeId node = 0; node < tree.size(); ++node) {
      const NodeId above = node == 0 ? kNoNode : cut[tree.Parent(node)];
      cut[node] = above != kNoNode ? above : Below(random, 3) == 0 ? node : kNoNode;
      if (cut[node] == kNoNode && tree.Children(node).empty()) cut[node] = node;
    }
  }
  return cuts;
}

inline NodeTable Recode(const NodeTable& table, const std::vector<std::vector<NodeId>>& cuts) {
  NodeTable recoded = table;
  for (std::size_t attribute = 0; attribute < cuts.size(); ++attribute) {
    for (std::size_t row = 0; row < table.counts.size(); ++row) {
      recoded.cells[attribute].Set(row, cuts[attribute][table.cells[attribute].Get(row)]);
    }
  }
  return recoded;
}

}  // namespace gauze::freeform
