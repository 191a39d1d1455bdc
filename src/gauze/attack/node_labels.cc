#include "gauze/attack/node_labels.h"

#include <algorithm>

#include "gauze/labels/label_form.h"
#include "gauze/labels/value_range.h"
#include "gauze/table/value.h"

namespace gauze {

NodeLabels::NodeLabels(const Attribute& attribute, const Domain& domain, const Hierarchy& hierarchy)
    : attribute_(attribute), domain_(domain), hierarchy_(hierarchy) {
  const std::size_t named = hierarchy.nodes().size() - (domain.has_missing() ? 1 : 0);
  for (NodeId node = 0; node < named; ++node) node_of_.emplace(hierarchy[node].label, node);
}

std::optional<NodeId> NodeLabels::FindName(const std::string& name) const {
  auto found = node_of_.find(name);
  if (found == node_of_.end()) {
    const auto value = ParseValue(attribute_, name);
    if (!value) return std::nullopt;
    found = node_of_.find(value->text);
  }
  if (found == node_of_.end()) return std::nullopt;
  return found->second;
}

std::optional<NodeLabels::LabelNode> NodeLabels::Cover(const std::vector<Code>& codes) const {
  if (codes.empty()) return std::nullopt;
  const auto [low, high] = std::ranges::minmax(codes);
  const NodeId node = hierarchy_.Lowest({.low = low, .high = high});
  const Span all = hierarchy_[node].span;
  return LabelNode{.node = node, .exact = codes.size() == std::size_t{all.high} - all.low + 1};
}

std::optional<NodeLabels::LabelNode> NodeLabels::Find(
    const std::optional<std::string>& label) const {
  if (!label) {
    if (!domain_.has_missing()) return std::nullopt;
    return LabelNode{.node = hierarchy_.leaf(domain_.missing_code())};
  }
  if (const auto node = FindName(*label)) return LabelNode{.node = *node};
  std::vector<Code> codes;
  if (label->starts_with('{') || label->starts_with('\\')) {
    for (const std::string& name : labels::ValuesIn(*label)) {
      const auto node = FindName(name);
      if (!node) return std::nullopt;
      const Span span = hierarchy_[*node].span;
      for (Code code = span.low; code <= span.high; ++code) codes.push_back(code);
    }
  } else if (IsNumeric(attribute_.type)) {
    const auto range = labels::ReadValueRange(*label, attribute_);
    if (!range) return std::nullopt;
    for (Code code = 0; code < domain_.value_count(); ++code) {
      if (range->Holds(attribute_.type, domain_[code])) codes.push_back(code);
    }
  }
  std::ranges::sort(codes);
  codes.erase(std::ranges::unique(codes).begin(), codes.end());
  return Cover(codes);
}

}  // namespace gauze
