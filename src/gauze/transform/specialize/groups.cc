#include "gauze/transform/specialize/groups.h"

#include <algorithm>
#include <numeric>

namespace gauze::freeform {
namespace {

// Sets, for every code below a node, the child of the node that is above it.
void PointToChildren(const Hierarchy& hierarchy, NodeId node, std::vector<NodeId>& below) {
  for (const NodeId child : hierarchy[node].children) {
    const Span span = hierarchy[child].span;
    std::fill(below.begin() + span.low, below.begin() + span.high + 1, child);
  }
}

}  // namespace

Groups::Groups(const SpecializeInput& input)
    : input_(input),
      nodes_(input.attributes.size(), {Hierarchy::kRoot}),
      rows_(1, std::accumulate(input.counts.begin(), input.counts.end(), std::uint64_t{0})),
      begin_(1, 0),
      end_(1, static_cast<std::uint32_t>(input.counts.size())),
      tuples_(input.counts.size()),
      cut_size_(input.attributes.size(), 1),
      shows_targets_(input.attributes.size(), false) {
  std::iota(tuples_.begin(), tuples_.end(), 0U);
  for (const auto& attribute : input.attributes) {
    auto& below =
        below_.emplace_back(attribute.hierarchy[Hierarchy::kRoot].span.high + 1, Hierarchy::kRoot);
    PointToChildren(attribute.hierarchy, Hierarchy::kRoot, below);
  }
}

std::vector<std::uint32_t> Groups::Split(std::size_t attribute, NodeId node) {
  const auto& [tree, hierarchy, codes, loss] = input_.attributes[attribute];
  const std::vector<NodeId>& children = hierarchy[node].children;
  cut_size_[attribute] += children.size() - 1;
  for (const NodeId child : children) {
    if (!tree.Observable(child)) shows_targets_[attribute] = true;
  }
  Scratch scratch;
  scratch.place.assign(tree.size(), 0);
  std::vector<std::uint32_t> made;
  const std::size_t before = size();
  for (std::size_t group = 0; group < before; ++group) {
    if (nodes_[attribute][group] == node) SplitGroup(group, attribute, scratch, made);
  }
  for (const NodeId child : children) PointToChildren(hierarchy, child, below_[attribute]);
  return made;
}

void Groups::SplitGroup(std::size_t group, std::size_t attribute, Scratch& scratch,
                        std::vector<std::uint32_t>& made) {
  const std::vector<NodeId>& node_of = below_[attribute];
  scratch.parts.clear();
  scratch.tuples.assign(Tuples(group).begin(), Tuples(group).end());
  input_.attributes[attribute].codes.Visit([&](const auto& codes) {
    for (const std::uint32_t tuple : scratch.tuples) {
      const NodeId node = node_of[codes[tuple]];
      std::uint32_t& place = scratch.place[node];
      if (place == 0) {
        scratch.parts.push_back({.node = node});
        place = static_cast<std::uint32_t>(scratch.parts.size());
      }
      ++scratch.parts[place - 1].size;
      scratch.parts[place - 1].rows += input_.counts[tuple];
    }
    std::uint32_t begin = begin_[group];
    for (auto& part : scratch.parts) {
      part.begin = begin;
      begin += part.size;
      part.size = 0;
    }
    for (const std::uint32_t tuple : scratch.tuples) {
      auto& part = scratch.parts[scratch.place[node_of[codes[tuple]]] - 1];
      tuples_[part.begin + part.size++] = tuple;
    }
  });
  std::size_t into = group;
  for (const auto& part : scratch.parts) {
    if (into != group) {
      for (auto& nodes : nodes_) nodes.push_back(nodes[group]);
      rows_.push_back(0);
      begin_.push_back(0);
      end_.push_back(0);
    }
    nodes_[attribute][into] = part.node;
    rows_[into] = part.rows;
    begin_[into] = part.begin;
    end_[into] = part.begin + part.size;
    made.push_back(static_cast<std::uint32_t>(into));
    scratch.place[part.node] = 0;
    into = size();
  }
}

Items Groups::Show(std::span<const std::uint32_t> groups, std::size_t finer,
                   const std::vector<std::uint8_t>& focus, Others others) const {
  Items items(attributes());
  const auto add = [&](std::uint32_t group, NodeId node, std::uint64_t rows) {
    for (std::size_t attribute = 0; attribute < attributes(); ++attribute) {
      items.nodes[attribute].push_back(attribute == finer ? node : nodes_[attribute][group]);
    }
    items.counts.push_back(rows);
  };
  const std::vector<NodeId>& below = below_[finer];
  std::vector<std::uint64_t> rows_of(input_.attributes[finer].tree.size());
  std::vector<NodeId> touched;
  input_.attributes[finer].codes.Visit([&](const auto& codes) {
    for (const std::uint32_t group : groups) {
      const NodeId shown = nodes_[finer][group];
      if (focus[shown] == 0) {
        if (others == Others::kKept) add(group, shown, rows_[group]);
        continue;
      }
      for (const std::uint32_t tuple : Tuples(group)) {
        const NodeId node = below[codes[tuple]];
        if (rows_of[node] == 0) touched.push_back(node);
        rows_of[node] += input_.counts[tuple];
      }
      for (const NodeId node : touched) {
        add(group, node, rows_of[node]);
        rows_of[node] = 0;
      }
      touched.clear();
    }
  });
  return items;
}

}  // namespace gauze::freeform
