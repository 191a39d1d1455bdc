#include "gauze/transform/specialize/specialized.h"

namespace gauze::freeform {

std::vector<NodeId> NodeOfCode(const Hierarchy& hierarchy, const std::vector<NodeId>& cut) {
  std::vector<NodeId> node_of(hierarchy[Hierarchy::kRoot].span.high + std::size_t{1});
  for (const NodeId node : cut) {
    const Span span = hierarchy[node].span;
    std::fill(node_of.begin() + span.low, node_of.begin() + span.high + 1, node);
  }
  return node_of;
}

}  // namespace gauze::freeform
