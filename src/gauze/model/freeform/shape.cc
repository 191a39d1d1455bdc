#include "gauze/model/freeform/shape.h"

#include <fmt/format.h>

#include <unordered_set>

namespace gauze::freeform {
namespace {

void Append(Shape& shape, const std::string& label, NodeId parent, bool is_leaf) {
  shape.labels.push_back(label);
  shape.parent.push_back(parent);
  shape.is_leaf.push_back(is_leaf);
}

void Name(Shape& shape, NodeId node) { shape.node_of.emplace(shape.labels[node], node); }

CountedTree OccurringTree(const TreeSource& source) {
  CountedTree tree;
  const auto& nodes = source.hierarchy.nodes();
  const std::size_t listed = nodes.size() - (source.has_missing ? 1 : 0);
  for (NodeId node = 0; node < nodes.size(); ++node) {
    const bool is_leaf = node != Hierarchy::kRoot && nodes[node].children.empty();
    Append(tree.shape, nodes[node].label, nodes[node].parent, is_leaf);
    tree.place.push_back(node);
    if (node < listed) Name(tree.shape, node);
  }
  return tree;
}

CountedTree WrittenTree(const TreeSource& source) {
  CountedTree tree;
  const auto& written = source.taxonomy->nodes();
  for (NodeId node = 0; node < written.size(); ++node) {
    Append(tree.shape, written[node].label, written[node].parent, written[node].children.empty());
    Name(tree.shape, node);
  }
  const auto& nodes = source.hierarchy.nodes();
  const std::size_t listed = nodes.size() - (source.has_missing ? 1 : 0);
  for (std::size_t node = 0; node < listed; ++node) {
    tree.place.push_back(tree.shape.node_of.at(nodes[node].label));
  }
  if (source.has_missing) {
    tree.place.push_back(static_cast<NodeId>(tree.shape.size()));
    Append(tree.shape, "", Hierarchy::kRoot, true);
  }
  return tree;
}

// Names may be values of the table, so errors give their position.
Status CheckNames(const Shape& shape, const Taxonomy* taxonomy, const AttributeRules& rules,
                  const std::string& where) {
  std::unordered_set<std::string> written;
  if (taxonomy != nullptr) {
    for (const Taxonomy::Node& node : taxonomy->nodes()) written.insert(node.label);
  }
  const auto known = [&](const std::string& name) {
    return shape.node_of.contains(name) || written.contains(name);
  };
  const std::string hint = "write names as the hierarchy spells them; \"*\" is all values";
  for (std::size_t at = 0; at < rules.guard.size(); ++at) {
    if (known(rules.guard[at])) continue;
    return InputError(fmt::format("guarded name {} of {} is not in the column's hierarchy", at + 1,
                                  rules.guard.size()),
                      where, hint);
  }
  for (std::size_t at = 0; at < rules.beliefs.size(); ++at) {
    if (known(rules.beliefs[at].first)) continue;
    return InputError(fmt::format("the name of belief {} of {} is not in the column's hierarchy",
                                  at + 1, rules.beliefs.size()),
                      where, hint);
  }
  return {};
}

}  // namespace

Result<CountedTree> CountLeaves(const TreeSource& source, const AttributeRules& rules,
                                const std::string& where) {
  const bool as_written = rules.leaves == Leaves::kTaxonomy;
  if (as_written && source.taxonomy == nullptr) {
    return InputError("there is no hierarchy file whose values could be counted", where,
                      "count the values that occur instead");
  }
  CountedTree tree = as_written ? WrittenTree(source) : OccurringTree(source);
  Shape& shape = tree.shape;
  GAUZE_TRY(CheckNames(shape, source.taxonomy, rules, where));

  std::vector<bool> guarded(shape.size());
  for (const std::string& name : rules.guard) {
    // A name that is not here is listed, but nobody has a value below it.
    const NodeId node = shape.Find(name);
    if (node != kNoNode) guarded[node] = true;
  }
  shape.leaves.assign(shape.size(), 0);
  shape.sensitive.assign(shape.size(), 0);
  for (std::size_t node = 0; node < shape.size(); ++node) {
    if (guarded[shape.parent[node]]) guarded[node] = true;
    if (!shape.is_leaf[node]) continue;
    shape.leaves[node] = 1;
    shape.sensitive[node] = guarded[node] ? 1 : 0;
  }
  for (std::size_t node = shape.size(); node-- > 1;) {
    shape.leaves[shape.parent[node]] += shape.leaves[node];
    shape.sensitive[shape.parent[node]] += shape.sensitive[node];
  }
  return tree;
}

}  // namespace gauze::freeform
