#include <fmt/format.h>

#include <algorithm>

#include "gauze/model/one_value.h"
#include "gauze/model/t_closeness.h"

namespace gauze {
namespace {

class TClosenessModel : public ClassModel {
 public:
  TClosenessModel(Ratio t, std::span<const std::uint64_t> reference)
      : t_(t), reference_(reference.begin(), reference.end()) {
    for (const std::uint64_t count : reference_) total_ += count;
  }

  // Moved / Whole <= t. The division comes before the multiplication so that a product with t's
  // parts cannot overflow; the left side is whole, so nothing is lost by the floor.
  bool Holds(const ClassCounts& counts) const final {
    const Wide whole = static_cast<Wide>(counts.persons) * total_ * Scale();
    const Wide limit = whole / t_.denominator * t_.numerator +
                       whole % t_.denominator * t_.numerator / t_.denominator;
    return Moved(counts) <= limit;
  }

  std::string WhyNever(const ClassCounts& /*table*/) const final {
    return fmt::format(
        "t is {}, and the rows as one class are further than that from the reference; the rows of "
        "the reference itself are at distance 0",
        t_.Text());
  }

 protected:
  // The distance times persons * total * Scale().
  virtual Wide Moved(const ClassCounts& counts) const = 0;
  virtual Wide Scale() const = 0;

  // p - q of a value, times persons * total.
  Wide Extra(const ClassCounts& counts, std::size_t code) const {
    return static_cast<Wide>(counts.values[code]) * total_ -
           static_cast<Wide>(reference_[code]) * counts.persons;
  }
  const std::vector<std::uint64_t>& reference() const { return reference_; }

 private:
  // The distance of a sample falls with the root of its size.
  double NearnessBelow(const ClassCounts& counts) const final {
    const double whole = static_cast<double>(counts.persons) * static_cast<double>(total_) *
                         static_cast<double>(Scale());
    const double share = t_.ToDouble() * whole / static_cast<double>(Moved(counts));
    return share * share;
  }

  Ratio t_;
  std::vector<std::uint64_t> reference_;
  std::uint64_t total_ = 0;
};

Wide Magnitude(Wide number) { return number < 0 ? -number : number; }

class EqualCloseness final : public TClosenessModel {
 public:
  using TClosenessModel::TClosenessModel;

 protected:
  Wide Moved(const ClassCounts& counts) const override {
    Wide moved = 0;
    for (std::size_t code = 0; code < reference().size(); ++code) {
      moved += Magnitude(Extra(counts, code));
    }
    return moved;
  }
  Wide Scale() const override { return 2; }
};

class OrderedCloseness final : public TClosenessModel {
 public:
  OrderedCloseness(Ratio t, std::span<const std::uint64_t> reference)
      : TClosenessModel(t, reference) {
    for (std::size_t code = 0; code < reference.size(); ++code) {
      if (reference[code] == 0) continue;
      ++places_;
      last_ = code;
    }
  }

 protected:
  Wide Moved(const ClassCounts& counts) const override {
    Wide moved = 0;
    Wide cumulative = 0;
    for (std::size_t code = 0; code < last_; ++code) {
      cumulative += Extra(counts, code);
      if (reference()[code] > 0) moved += Magnitude(cumulative);
    }
    return moved;
  }
  // With one value everything moved is 0, whatever it is compared with.
  Wide Scale() const override { return places_ > 1 ? static_cast<Wide>(places_) - 1 : 1; }

 private:
  // Values that occur in the reference have places. Others count at the next one's, or at the last.
  std::size_t places_ = 0;
  std::size_t last_ = 0;  // code; up to it and beyond there is nothing left to move
};

class HierarchicalCloseness final : public TClosenessModel {
 public:
  HierarchicalCloseness(Ratio t, std::span<const std::uint64_t> reference,
                        const Hierarchy& hierarchy)
      : TClosenessModel(t, reference), root_height_(hierarchy.height()) {
    std::vector<NodeId> nodes;
    for (NodeId node = 0; node < hierarchy.nodes().size(); ++node) {
      if (node == Hierarchy::kRoot || !hierarchy[node].children.empty()) nodes.push_back(node);
    }
    // A parent is higher than its children, so this puts children first and the root last.
    std::ranges::sort(nodes, {}, [&](NodeId node) { return hierarchy[node].height; });
    std::vector<std::size_t> place(hierarchy.nodes().size());
    for (std::size_t i = 0; i < nodes.size(); ++i) place[nodes[i]] = i;
    for (const NodeId node : nodes) {
      inner_.push_back({hierarchy[node].height, place[hierarchy[node].parent]});
    }
    for (Code code = 0; code < reference.size(); ++code) {
      above_.push_back(place[hierarchy[hierarchy.leaf(code)].parent]);
    }
  }

 protected:
  // What the children of a node have too much of goes to those that have too little; the rest is
  // the node's own, and is settled higher up.
  Wide Moved(const ClassCounts& counts) const override {
    std::vector<Balance> balances(inner_.size());
    for (std::size_t code = 0; code < above_.size(); ++code) {
      balances[above_[code]].Add(Extra(counts, code));
    }
    Wide moved = 0;
    for (std::size_t i = 0; i < inner_.size(); ++i) {
      const Balance balance = balances[i];
      moved += std::min(balance.surplus, balance.deficit) * inner_[i].height;
      if (i + 1 < inner_.size()) balances[inner_[i].parent].Add(balance.surplus - balance.deficit);
    }
    return moved;
  }
  Wide Scale() const override { return root_height_; }

 private:
  struct Inner {
    std::uint32_t height;
    std::size_t parent;  // its place in inner_
  };
  struct Balance {
    Wide surplus = 0;
    Wide deficit = 0;

    void Add(Wide extra) { (extra > 0 ? surplus : deficit) += Magnitude(extra); }
  };

  std::uint32_t root_height_;
  std::vector<Inner> inner_;        // children before parents
  std::vector<std::size_t> above_;  // code -> its parent's place in inner_
};

}  // namespace

Result<std::unique_ptr<ClassModel>> MakeTCloseness(const Parameters& parameters,
                                                   const ModelContext& context,
                                                   const std::string& where) {
  Check(context.attribute != nullptr && context.domain != nullptr, "t_closeness has an attribute");
  GAUZE_TRY(CheckOneValue(context, "t_closeness", true, where));
  const Ratio t = parameters.Number("t");
  const std::string& distance = parameters.Text("distance");
  if (distance == "equal") return std::make_unique<EqualCloseness>(t, context.reference);
  const std::string& column = context.attribute->name;
  if (distance == "hierarchical") {
    if (context.hierarchy == nullptr) {
      return InputError(
          fmt::format("distance: hierarchical needs a hierarchy, but column {} has none", column),
          where, fmt::format("give column {} a hierarchy, or use distance: equal", column));
    }
    return std::make_unique<HierarchicalCloseness>(t, context.reference, *context.hierarchy);
  }
  const ValueType type = context.attribute->type;
  if (!IsNumeric(type) && type != ValueType::kBoolean && context.hierarchy == nullptr) {
    return InputError(
        fmt::format("distance: ordered needs an order, but column {} is {} without a hierarchy",
                    column, Name(type)),
        where,
        fmt::format("give column {} a hierarchy whose leaves are in order, or use distance: equal",
                    column));
  }
  return std::make_unique<OrderedCloseness>(t, context.reference);
}

}  // namespace gauze
