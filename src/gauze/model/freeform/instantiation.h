#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/model/freeform/rules.h"
#include "gauze/taxonomy/taxonomy.h"

// The paper leaves open how sensitive and how observable a value is, and states two principles that
// every answer must keep. An answer is called an instantiation. Adding one is one file and one line
// in instantiations.inc; the checks below look at each tree that it is used on.

namespace gauze::freeform {

constexpr NodeId kNoNode = UINT32_MAX;

// The tree that values are counted in. Parents come before children; node 0 is the root.
struct Shape {
  std::vector<std::string> labels;
  std::vector<NodeId> parent;  // the root's parent is the root
  std::vector<std::uint64_t> leaves;
  std::vector<std::uint64_t> sensitive;  // of the leaves
  std::vector<bool> is_leaf;
  std::unordered_map<std::string, NodeId> node_of;  // by label; the leaf of missing cells has none

  std::size_t size() const { return parent.size(); }
  // The node of that name, or kNoNode.
  NodeId Find(const std::string& name) const;
  // The node as an error may name it: by its label, or for a leaf, which may be a cell of the
  // table, by its parent's.
  std::string Place(NodeId node) const;
};

// A probability as an exact fraction.
struct Share {
  std::uint64_t numerator = 0;
  std::uint64_t denominator = 1;
};

// How sensitive a node is: how likely, in the publisher's interpretation, it stands for a sensitive
// leaf.
struct Sensitivity {
  std::string name;
  std::string summary;
  Share (*of)(std::uint64_t leaves, std::uint64_t sensitive);
};

// How observable every node is, in billionths, so that thresholds compare exactly.
constexpr std::int64_t kSurelyObservable = 1'000'000'000;
struct Observability {
  std::string name;
  std::string summary;
  Result<std::vector<std::int64_t>> (*of)(const Shape& shape, const AttributeRules& rules,
                                          const std::string& where);
};

const std::vector<Sensitivity>& Sensitivities();
const std::vector<Observability>& Observabilities();

// Sensitivity principle, as far as it can be checked: a probability; 1 or 0 for a leaf; 0 exactly
// for nodes without a sensitive leaf.
Status CheckSensitivity(const Shape& shape, const std::vector<Share>& shares,
                        const std::string& where);
// Observability principle: between 0 and 1, and no node below that of a child.
Status CheckObservability(const Shape& shape, const std::vector<std::int64_t>& observability,
                          const std::string& where);

}  // namespace gauze::freeform
