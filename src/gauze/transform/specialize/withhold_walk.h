#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "gauze/model/freeform/breaches.h"

namespace gauze::freeform {

// Rows that can lose cells of one attribute, `target`. Item i shows what the cut shows; its shadow,
// item i + rows(), has the same nodes except for the lowest observable one in `target`, and counts
// the rows whose cell is withheld. Withholding moves rows from an item to its shadow.
struct ShadowItems {
  ShadowItems(std::size_t attributes, std::size_t target) : items(attributes), target(target) {}

  Items items;
  std::size_t target;
  std::vector<std::uint32_t> group;  // of each item, without shadows

  std::size_t rows() const { return group.size(); }
};

// Visits attacks on one attribute and withholds cells until none is a breach, or more than `budget`
// have been.
class WithholdWalk {
 public:
  WithholdWalk(ShadowItems& shadows, const GuardedTree& tree, const BreachRules& rules,
               std::uint64_t budget);

  // X holds values of `choices`; what they do not name is not known.
  void Run(std::vector<const Choices*> choices);

  std::uint64_t withheld() const { return withheld_; }
  // The first breach that there would have been.
  const std::optional<Breach>& first() const { return first_; }

  bool Enter(std::span<const std::uint32_t> set, std::size_t depth);
  bool Skips(std::size_t /*depth*/, NodeId /*value*/) const { return withheld_ > budget_; }

 private:
  void Mend(std::span<const std::uint32_t> set, const Suspicion& suspicion);
  // Rows to withhold at once from an item that shows `shown`, so that not more are than needed.
  std::uint64_t Excess(const Suspicion& suspicion, NodeId shown) const;
  bool IsBelow(NodeId node, NodeId above) const;

  ShadowItems& shadows_;
  const GuardedTree& tree_;
  const BreachRules& rules_;
  Threat limit_;
  std::uint64_t budget_;
  std::uint64_t withheld_ = 0;
  std::optional<Breach> first_;
  Tally tally_;
  Walk* walk_ = nullptr;
  std::size_t depths_ = 0;
};

}  // namespace gauze::freeform
