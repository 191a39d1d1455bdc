#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "gauze/model/one_value.h"
#include "gauze/model/t_closeness.h"

namespace gauze {
namespace {

// Distances are whole numbers: times persons * total * scale. For all but the largest classes they
// fit into a machine word, in which a search is several times faster than in two. A `Distance` has
//   Number Moved<Number>(counts)   the distance times persons * total * scale
// where no number on the way is larger than (scale + 1) * persons * total, and
//   double LeastDistance(code, share)   of a class in which the value has that share
template <typename Distance>
class TClosenessModel : public ClassModel {
 public:
  TClosenessModel(Ratio t, std::span<const std::uint64_t> reference)
      : t_(t), reference_(reference.begin(), reference.end()) {
    for (const std::uint64_t count : reference_) total_ += count;
  }

  bool Holds(const ClassCounts& counts) const final {
    return FitsAWord(counts) ? MovedIn<std::int64_t>(counts) <= Limit<std::int64_t>(counts)
                             : MovedIn<Wide>(counts) <= Limit<Wide>(counts);
  }

  double Nearness(const ClassCounts& counts) const final {
    return FitsAWord(counts) ? NearnessIn<std::int64_t>(counts) : NearnessIn<Wide>(counts);
  }

  double NearestWithShare(Code code, double share) const final {
    const double distance = static_cast<const Distance*>(this)->LeastDistance(code, share);
    if (distance <= t_.ToDouble()) return 1;
    return t_.ToDouble() / distance * (t_.ToDouble() / distance);
  }

  std::string WhyNever(const ClassCounts& /*table*/) const final {
    return fmt::format(
        "t is {}, and the rows as one class are further than that from the reference; the rows of "
        "the reference itself are at distance 0",
        t_.Text());
  }

 protected:
  void SetScale(std::uint64_t scale) {
    scale_ = scale;
    constexpr Wide kLargest = std::numeric_limits<std::int64_t>::max() / 2;
    most_in_a_word_ = static_cast<std::uint64_t>(
        kLargest / (static_cast<Wide>(std::max<std::uint64_t>(total_, 1)) * (scale + 1)));
  }

  // p - q of a value, times persons * total.
  template <typename Number>
  Number Extra(const ClassCounts& counts, std::size_t code) const {
    return static_cast<Number>(counts.values[code]) * static_cast<Number>(total_) -
           static_cast<Number>(reference_[code]) * static_cast<Number>(counts.persons);
  }
  const std::vector<std::uint64_t>& reference() const { return reference_; }
  std::uint64_t scale() const { return scale_; }
  double ShareOf(std::size_t code) const {
    return static_cast<double>(reference_[code]) /
           static_cast<double>(std::max<std::uint64_t>(total_, 1));
  }

 private:
  bool FitsAWord(const ClassCounts& counts) const { return counts.persons <= most_in_a_word_; }

  template <typename Number>
  Number MovedIn(const ClassCounts& counts) const {
    return static_cast<const Distance*>(this)->template Moved<Number>(counts);
  }

  // Moved / whole <= t. The division comes before the multiplication so that a product with t's
  // parts cannot overflow; the left side is whole, so nothing is lost by the floor.
  template <typename Number>
  Number Limit(const ClassCounts& counts) const {
    const Number whole = static_cast<Number>(counts.persons) * static_cast<Number>(total_) *
                         static_cast<Number>(scale_);
    return whole / t_.denominator * t_.numerator +
           whole % t_.denominator * t_.numerator / t_.denominator;
  }

  // The distance of a sample falls with the root of its size.
  template <typename Number>
  double NearnessIn(const ClassCounts& counts) const {
    const auto moved = MovedIn<Number>(counts);
    if (moved <= Limit<Number>(counts)) return 1;
    const double whole = static_cast<double>(counts.persons) * static_cast<double>(total_) *
                         static_cast<double>(scale_);
    const double share = t_.ToDouble() * whole / static_cast<double>(moved);
    return BelowOne(share * share);
  }

  Ratio t_;
  std::vector<std::uint64_t> reference_;
  std::uint64_t total_ = 0;
  std::uint64_t scale_ = 1;
  std::uint64_t most_in_a_word_ = 0;  // persons
};

template <typename Number>
Number Magnitude(Number number) {
  return number < 0 ? -number : number;
}

class EqualCloseness final : public TClosenessModel<EqualCloseness> {
 public:
  EqualCloseness(Ratio t, std::span<const std::uint64_t> reference)
      : TClosenessModel(t, reference) {
    SetScale(2);
  }

  template <typename Number>
  Number Moved(const ClassCounts& counts) const {
    Number moved = 0;
    for (std::size_t code = 0; code < reference().size(); ++code) {
      moved += Magnitude(Extra<Number>(counts, code));
    }
    return moved;
  }
  // What the value has too much of, all others lack.
  double LeastDistance(Code code, double share) const { return share - ShareOf(code); }
};

class OrderedCloseness final : public TClosenessModel<OrderedCloseness> {
 public:
  OrderedCloseness(Ratio t, std::span<const std::uint64_t> reference)
      : TClosenessModel(t, reference) {
    std::size_t places = 0;
    for (std::size_t code = 0; code < reference.size(); ++code) {
      if (reference[code] == 0) continue;
      ++places;
      last_ = code;
    }
    // With one value everything moved is 0, whatever it is compared with.
    SetScale(places > 1 ? places - 1 : 1);
  }

  template <typename Number>
  Number Moved(const ClassCounts& counts) const {
    Number moved = 0;
    Number cumulative = 0;
    for (std::size_t code = 0; code < last_; ++code) {
      cumulative += Extra<Number>(counts, code);
      if (reference()[code] > 0) moved += Magnitude(cumulative);
    }
    return moved;
  }
  // What the value has too much of, its neighbours lack: no step is saved by going further.
  double LeastDistance(Code code, double share) const {
    const double extra = share - ShareOf(code);
    if (extra <= 0 || code > last_ || reference()[code] == 0) return 0;
    double left = extra;
    double moved = 0;
    std::size_t steps = 1;
    std::size_t low = code;
    std::size_t high = code;
    const auto next = [&](std::size_t& at, int step) {
      // To the next place; kept at the end.
      std::size_t to = at;
      while (to != (step < 0 ? 0 : last_)) {
        to += static_cast<std::size_t>(step);
        if (reference()[to] == 0) continue;
        at = to;
        return ShareOf(to);
      }
      return 0.0;
    };
    for (bool more = true; more && left > 0; ++steps) {
      const double here = next(low, -1) + next(high, 1);
      more = here > 0;
      const double taken = std::min(here, left);
      moved += taken * static_cast<double>(steps);
      left -= taken;
    }
    return moved / static_cast<double>(scale());
  }

 private:
  // Values that occur in the reference have places. Others count at the next one's, or at the last.
  std::size_t last_ = 0;  // code; up to it and beyond there is nothing left to move
};

class HierarchicalCloseness final : public TClosenessModel<HierarchicalCloseness> {
 public:
  HierarchicalCloseness(Ratio t, std::span<const std::uint64_t> reference,
                        const Hierarchy& hierarchy)
      : TClosenessModel(t, reference) {
    SetScale(hierarchy.height());
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
      for (std::size_t i = above_.back();; i = inner_[i].parent) {
        inner_[i].share += ShareOf(code);
        if (i + 1 == inner_.size()) break;
      }
    }
  }

  // What the children of a node have too much of goes to those that have too little; the rest is
  // the node's own, and is settled higher up.
  template <typename Number>
  Number Moved(const ClassCounts& counts) const {
    std::array<Balance<Number>, 32> few;
    std::vector<Balance<Number>> many(inner_.size() > few.size() ? inner_.size() : 0);
    const std::span balances(many.empty() ? few.data() : many.data(), inner_.size());
    std::ranges::fill(balances, Balance<Number>());
    for (std::size_t code = 0; code < above_.size(); ++code) {
      balances[above_[code]].Add(Extra<Number>(counts, code));
    }
    Number moved = 0;
    for (std::size_t i = 0; i < inner_.size(); ++i) {
      const Balance<Number> balance = balances[i];
      moved += std::min(balance.surplus, balance.deficit) * inner_[i].height;
      if (i + 1 < inner_.size()) balances[inner_[i].parent].Add(balance.surplus - balance.deficit);
    }
    return moved;
  }
  // What the value has too much of, the values that are nearest to it lack.
  double LeastDistance(Code code, double share) const {
    double left = share - ShareOf(code);
    double moved = 0;
    double below = ShareOf(code);
    for (std::size_t i = above_[code]; left > 0; i = inner_[i].parent) {
      const double taken = std::min(left, inner_[i].share - below);
      moved += taken * static_cast<double>(inner_[i].height);
      left -= taken;
      below = inner_[i].share;
      if (i + 1 == inner_.size()) break;
    }
    return moved / static_cast<double>(scale());
  }

 private:
  struct Inner {
    std::int64_t height;
    std::size_t parent;  // its place in inner_
    double share = 0;    // of the reference, below
  };
  template <typename Number>
  struct Balance {
    Number surplus = 0;
    Number deficit = 0;

    void Add(Number extra) { (extra > 0 ? surplus : deficit) += Magnitude(extra); }
  };

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
