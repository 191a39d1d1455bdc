#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "gauze/base/error.h"

namespace gauze {

using NodeId = std::uint32_t;

// A tree of values as somebody wrote or built it, before any data: one root "*", inner nodes that
// are what a release may print, and leaves that are values of the table. Paths may have different
// lengths (ragged). Immutable; only TaxonomyBuilder makes one, and only a valid one.
class Taxonomy {
 public:
  struct Node {
    std::string label;
    NodeId parent = 0;         // the root's parent is the root
    std::uint32_t height = 0;  // longest way down to a leaf; leaves have 0
    std::vector<NodeId> children;
  };

  static constexpr NodeId kRoot = 0;
  // Longest path, from a value up to but without the root.
  static constexpr std::size_t kMostLevels = 64;

  const std::vector<Node>& nodes() const { return nodes_; }
  const Node& operator[](NodeId node) const { return nodes_[node]; }
  bool IsLeaf(NodeId node) const { return nodes_[node].children.empty(); }
  // Leaves in depth-first order; children in the order in which they first appeared.
  const std::vector<NodeId>& leaves() const { return leaves_; }
  // The leaf that is this value, or kRoot if there is none (the root is never a leaf).
  NodeId FindLeaf(std::string_view value) const;

 private:
  friend class TaxonomyBuilder;
  Taxonomy() = default;

  // Finds a string_view without making a string of it.
  struct NameHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view name) const {
      return std::hash<std::string_view>()(name);
    }
  };
  using NameMap = std::unordered_map<std::string, NodeId, NameHash, std::equal_to<>>;

  std::vector<Node> nodes_;  // every node after its parent
  std::vector<NodeId> leaves_;
  NameMap leaf_of_;
};

// Collects paths and checks them as they come. The rules: one root; a node has one parent; a value
// is a leaf once; a name means one thing (an inner node may not carry the name of a leaf, or of a
// node elsewhere; only a name repeated next to itself, as in "Other;Other;*", is the same node);
// "*" is the root alone; only a value may be empty text; at most Taxonomy::kMostLevels levels.
class TaxonomyBuilder {
 public:
  TaxonomyBuilder();

  // Adds a path from leaf to root, without the root: {"Bachelors", "Undergraduate", "Higher
  // education"}. Repeated names next to each other are one node. `where` names the place in the
  // error ("sex.csv:3"); the error never contains a label. A refused path leaves no trace.
  Status Add(const std::vector<std::string>& leaf_to_top, const std::string& where);

  // Fails when there is no leaf at all.
  Result<Taxonomy> Finish(const std::string& where);

 private:
  // Names of one path, leaf first, each different from its neighbours.
  using Path = std::vector<std::string_view>;

  Status CheckNames(const Path& path, const std::string& where) const;
  // The lowest node of the path that is already there. `fresh` is how many names at the start of
  // the path are below it.
  Result<NodeId> FindJunction(const Path& path, std::size_t& fresh, const std::string& where) const;
  NodeId Append(std::string_view name, NodeId parent, const std::string& where);

  Taxonomy taxonomy_;
  Taxonomy::NameMap inner_of_;
  std::vector<std::string> where_;  // where each node was first named
};

}  // namespace gauze
