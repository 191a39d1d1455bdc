#include "gauze/model/freeform/guarded_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "gauze/base/text/suggest.h"
#include "gauze/model/freeform/shape.h"

namespace gauze::freeform {
namespace {

template <typename Entry>
Result<const Entry*> FindEntry(const std::vector<Entry>& entries, const std::string& name,
                               const char* what, const std::string& where) {
  std::vector<std::string> names;
  for (const Entry& entry : entries) {
    if (entry.name == name) return &entry;
    names.push_back(entry.name);
  }
  return InputError(fmt::format("unknown {} \"{}\"", what, name), where, DidYouMean(name, names));
}

}  // namespace

Result<GuardedTree> GuardedTree::Make(const TreeSource& source, const AttributeRules& rules,
                                      const Ratio& observable_from, const std::string& where) {
  GAUZE_ASSIGN(const Sensitivity* sensitivity,
               FindEntry(Sensitivities(), rules.sensitivity, "sensitivity", where));
  GAUZE_ASSIGN(const Observability* observability,
               FindEntry(Observabilities(), rules.observability, "observability", where));
  GAUZE_ASSIGN(const CountedTree counted, CountLeaves(source, rules, where));
  const Shape& shape = counted.shape;

  std::vector<Share> shares(shape.size());
  for (std::size_t node = 0; node < shape.size(); ++node) {
    // Only the root of an empty table has no leaf.
    if (shape.leaves[node] == 0) continue;
    shares[node] = sensitivity->of(shape.leaves[node], shape.sensitive[node]);
  }
  GAUZE_TRY(CheckSensitivity(shape, shares, where));
  GAUZE_ASSIGN(const auto observed, observability->of(shape, rules, where));
  GAUZE_TRY(CheckObservability(shape, observed, where));

  std::vector<NodeId> parent;
  std::vector<bool> observable;
  std::vector<Share> chosen;
  for (NodeId node = 0; node < source.hierarchy.nodes().size(); ++node) {
    const NodeId place = counted.place[node];
    parent.push_back(source.hierarchy[node].parent);
    observable.push_back(Wide{observed[place]} * observable_from.denominator >=
                         Wide{observable_from.numerator} * kSurelyObservable);
    chosen.push_back(shares[place]);
  }
  return GuardedTree(std::move(parent), observable, std::move(chosen));
}

GuardedTree::GuardedTree(std::vector<NodeId> parent, const std::vector<bool>& observable,
                         std::vector<Share> sensitivity)
    : parent_(std::move(parent)),
      children_(parent_.size()),
      observable_(observable.begin(), observable.end()),
      sensitivity_(std::move(sensitivity)) {
  observable_[Hierarchy::kRoot] = 1;
  for (NodeId node = 1; node < size(); ++node) {
    Check(parent_[node] < node, "parents come before children");
    Check(observable_[parent_[node]] >= observable_[node], "what is general is observable");
    children_[parent_[node]].push_back(node);
    if (!Observable(node) && sensitivity_[node].numerator > 0) has_targets_ = true;
  }
  FindBorders();
  FindWeights();
}

NodeId GuardedTree::LowestObservable(NodeId node) const {
  while (!Observable(node)) node = parent_[node];
  return node;
}

void GuardedTree::FindBorders() {
  border_.assign(size(), 0);
  for (NodeId node = 1; node < size(); ++node) {
    if (Observable(parent_[node]) && !Observable(node)) border_[parent_[node]] = 1;
  }
  border_above_.assign(size(), kNoNode);
  for (NodeId node = 1; node < size(); ++node) {
    const NodeId above = parent_[node];
    border_above_[node] = IsBorder(above) ? above : border_above_[above];
  }
}

void GuardedTree::FindWeights() {
  constexpr std::uint64_t kLargestScale = std::uint64_t{1} << 48U;
  bool exact = true;
  for (NodeId node = 0; node < size(); ++node) {
    Share& share = sensitivity_[node];
    const std::uint64_t common = std::gcd(share.numerator, share.denominator);
    share.numerator /= common;
    share.denominator /= common;
    if (Observable(node) || !exact) continue;
    const std::uint64_t factor = share.denominator / std::gcd(share.denominator, weight_scale_);
    exact = factor <= kLargestScale / weight_scale_;
    if (exact) weight_scale_ *= factor;
  }
  if (!exact) weight_scale_ = kLargestScale;
  for (const Share& share : sensitivity_) {
    const Wide scaled = Wide{weight_scale_} * share.numerator;
    weight_.push_back(
        static_cast<std::uint64_t>((scaled + share.denominator - 1) / share.denominator));
  }
}

}  // namespace gauze::freeform
