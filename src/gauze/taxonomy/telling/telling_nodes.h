#pragma once

#include <optional>
#include <vector>

#include "gauze/taxonomy/taxonomy.h"

namespace gauze {

// What labels of nodes tell beyond what they say, if everybody knows by which rule they are chosen
// (definitions 8, downcoding).
//
// A class of several values shows the lowest node above them, so values below at least two of its
// children occur. If it has two children and there is a single value below one of them, that value
// occurs: the label gives it away. With `raised` such a label is not shown, but the lowest node
// above it that gives nothing away. Then a node may have been chosen for several reasons, and gives
// away what occurs for each of them. The root is shown where nothing else is left, and may give
// something away.
struct TellingNodes {
  // The node that is shown where this one is the lowest above the values of a class.
  std::vector<NodeId> shown;
  // By node: the leaves of which each occurs in every class of several values that shows it.
  std::vector<std::vector<NodeId>> certain;
  // The same of a missing value, for the root.
  bool missing_certain = false;
};

// The value below a node, or the node itself, if there is only one.
std::optional<NodeId> OnlyLeafBelow(const Taxonomy& taxonomy, NodeId node);

// `missing`: classes show the root, too, where a missing value is among others.
TellingNodes FindTellingNodes(const Taxonomy& taxonomy, bool missing, bool raised);

}  // namespace gauze
