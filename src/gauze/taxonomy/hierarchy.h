#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/table/domain.h"
#include "gauze/taxonomy/taxonomy.h"

namespace gauze {

// A taxonomy laid over the values that occur in the input: every node is one interval of codes.
// Nodes without an occurring leaf are gone. Missing, where it occurs, is a leaf directly under the
// root, so a span that holds missing and anything else has only the root above it. Immutable.
class Hierarchy {
 public:
  struct Node {
    std::string label;  // as written; "*" for the root; empty for the missing leaf
    Span span;          // codes of the leaves below
    NodeId parent = 0;
    std::uint32_t height = 0;  // in the taxonomy as written, so it does not depend on the data
    std::vector<NodeId> children;
  };

  // Orders `values` (distinct, any order) depth first and lays the taxonomy over them. Fails if a
  // value is not a leaf: the error says how many values and which file or rule (`where`), never
  // which values.
  struct Bound;
  static Result<Bound> Bind(const Taxonomy& taxonomy, std::vector<Value> values, ValueType type,
                            bool has_missing, const std::string& where);

  static constexpr NodeId kRoot = 0;

  const std::vector<Node>& nodes() const { return nodes_; }
  const Node& operator[](NodeId node) const { return nodes_[node]; }
  NodeId leaf(Code code) const { return leaf_of_[code]; }
  std::uint32_t height() const { return nodes_[kRoot].height; }

  // The lowest node that covers the span: what `labels: node` prints. O(height).
  NodeId Lowest(Span span) const;

 private:
  std::vector<Node> nodes_;
  std::vector<NodeId> leaf_of_;  // code -> node
};

struct Hierarchy::Bound {
  Domain domain;
  Hierarchy hierarchy;
};

}  // namespace gauze
