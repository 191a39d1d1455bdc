#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "gauze/table/attribute.h"
#include "gauze/table/domain.h"
#include "gauze/taxonomy/hierarchy.h"

namespace gauze {

// Reads the labels of a released column as nodes of its hierarchy.
class NodeLabels {
 public:
  // What is handed over must outlive it.
  NodeLabels(const Attribute& attribute, const Domain& domain, const Hierarchy& hierarchy);

  struct LabelNode {
    NodeId node = Hierarchy::kRoot;
    bool exact = true;  // false: a list or a range, and the node covers more than it
  };

  // The node of that name, of that value in any spelling of its type, or the lowest that covers a
  // list "{a|b}" or a range "[20, 29]". No label: missing. Nothing if it can be none of them.
  std::optional<LabelNode> Find(const std::optional<std::string>& label) const;

 private:
  std::optional<NodeId> FindName(const std::string& name) const;
  std::optional<LabelNode> Cover(const std::vector<Code>& codes) const;

  const Attribute& attribute_;
  const Domain& domain_;
  const Hierarchy& hierarchy_;
  std::unordered_map<std::string, NodeId> node_of_;
};

}  // namespace gauze
