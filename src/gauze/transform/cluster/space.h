#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "gauze/transform/cluster/units.h"
#include "gauze/transform/label.h"

namespace gauze::cluster {

// Loss in millionths, summed over the quasi-identifiers. Integers, so that ties are ties on every
// machine.
using Cost = std::uint32_t;
inline constexpr Cost kEverything = 1'000'000;

// One word of a state.
using Cell = std::uint64_t;

// What a set of units has in its quasi-identifiers, as far as its labels depend on it: a *state* of
// width() cells. Two states can be joined, and a join costs what its labels would lose. A few
// machine words a state, whatever the domains:
//
//   range   lowest and highest value, as millionths of the domain       one cell
//   node    lowest and highest rank: the node above both is the label   one cell
//   set     one bit a value; several attributes share a cell            up to 64 values
//   wide    one bit a value, and beyond 255 values one for several,     four cells
//           so that now and then an extra value is taken for no loss
//
// Missing with anything else is `*` and loses everything; so does missing alone where it is a
// wildcard. What is printed and reported is made from the values themselves, never from a state.
class Space {
 public:
  Space(const Units& units, const std::vector<Labeler>& labelers,
        const std::vector<const Domain*>& domains, MissingPolicy missing);
  Space(const Space&) = delete;
  Space& operator=(const Space&) = delete;

  std::size_t width() const { return width_; }
  void Start(const Units& units, std::uint32_t unit, Cell* state) const;
  void Join(const Cell* a, const Cell* b, Cell* joined) const;

  Cost JoinCost(const Cell* a, const Cell* b) const;
  Cost CostOf(const Cell* state) const { return JoinCost(state, state); }

  // No more than the cost of joining `state` with any of the states that were joined to `others`.
  // `set_cost` is SetCost(state), which a search computes once.
  Cost Bound(const Cell* state, Cost set_cost, const Cell* others) const;
  Cost SetCost(const Cell* state) const;

  // What is lost about, in one quasi-identifier, by units on both sides of a cut between `cut` and
  // cut + 1, when they lie between two ranks.
  Cost Crossing(std::size_t qi, std::uint32_t low, std::uint32_t cut, std::uint32_t high) const;

 private:
  enum class Kind : std::uint8_t { kRange, kNode, kSet, kWide };

  static constexpr std::uint32_t kSetValues = 64;
  static constexpr std::size_t kWideCells = 4;
  static constexpr std::uint32_t kWideBits = kWideCells * 64 - 1;  // the last is missing

  struct Attribute {
    Kind kind = Kind::kRange;
    std::size_t cell = 0;     // where it is in a state
    std::uint32_t shift = 0;  // kSet: its lowest bit
    std::uint32_t values = 0;
    bool has_missing = false;     // the last rank
    Cost weight = 0;              // kSet, kWide: of one more value
    std::vector<Cost> positions;  // kRange: rank -> place in the domain
    // kNode: row 0 is zero; row r at rank i is the largest cost of a node above two neighbours
    // among the 2^(r-1) pairs from i on. The node above a span is the largest of these.
    std::vector<Cost> peaks;
  };

  static Cell Pack(std::uint32_t low, std::uint32_t high) {
    return low | static_cast<Cell>(high) << 32U;
  }
  static std::uint32_t Low(Cell cell) { return static_cast<std::uint32_t>(cell); }
  static std::uint32_t High(Cell cell) { return static_cast<std::uint32_t>(cell >> 32U); }

  void AddAttribute(const Labeler& labeler, const Domain& domain, const std::vector<Code>& codes);
  void Arrange();
  void AddField(const Attribute& attribute, std::size_t set);
  Cost IntervalCosts(const Cell* a, const Cell* b, bool nearest) const;
  static Cost NodeCost(const Attribute& attribute, std::uint32_t low, std::uint32_t high);
  Cost BitsCost(std::size_t cell, Cell bits) const;
  Cell Mixed(std::size_t cell, Cell bits) const;
  static Cost WideCost(const Attribute& attribute, const Cell* a, const Cell* b);
  static bool WideMeet(const Attribute& attribute, const Cell* a, const Cell* b);

  MissingPolicy missing_;
  std::vector<Attribute> attributes_;  // one a quasi-identifier
  // Places of a state: ranges, nodes, sets, wide sets. The first two by the attributes in order.
  std::vector<const Attribute*> nodes_;
  std::vector<const Attribute*> wides_;
  std::size_t ranges_ = 0;
  std::size_t sets_begin_ = 0;
  std::size_t sets_end_ = 0;
  std::size_t width_ = 0;
  // Sets by what a search needs, and of the cells that they share: the missing bits, and what the
  // values of each byte cost. The first value of an attribute is free: the table's sums start below
  // zero and wrap around.
  struct Field {
    std::size_t cell = 0;
    Cell mask = 0;
    Cost weight = 0;
  };
  std::vector<Field> fields_;
  std::vector<Cell> missing_bits_;
  std::vector<std::array<Cost, 256>> byte_costs_;  // [set cell * 8 + byte]
};

inline Cost Space::NodeCost(const Attribute& attribute, std::uint32_t low, std::uint32_t high) {
  // One bit more, so that zero needs no branch.
  const auto row = static_cast<std::uint32_t>(std::bit_width(2 * (high - low) | 1U)) - 1;
  const Cost* peaks = attribute.peaks.data() + static_cast<std::size_t>(row) * attribute.values;
  return std::max(peaks[low], peaks[high - ((1U << row) >> 1U)]);
}

// The span of both, or the shortest that reaches from `a` into `b`.
inline Cost Space::IntervalCosts(const Cell* a, const Cell* b, bool nearest) const {
  Cost cost = 0;
  const auto low_of = [&](std::size_t i) {
    return std::min(Low(a[i]), nearest ? High(b[i]) : Low(b[i]));
  };
  const auto high_of = [&](std::size_t i) {
    return std::max(High(a[i]), nearest ? Low(b[i]) : High(b[i]));
  };
  for (std::size_t i = 0; i < ranges_; ++i) cost += std::min(high_of(i) - low_of(i), kEverything);
  for (std::size_t i = ranges_; i < sets_begin_; ++i) {
    cost += NodeCost(*nodes_[i - ranges_], low_of(i), high_of(i));
  }
  return cost;
}

// Byte by byte from a table: no branch to guess, and no instruction that a processor may lack.
inline Cost Space::BitsCost(std::size_t cell, Cell bits) const {
  const std::size_t set = cell - sets_begin_;
  if ((bits & missing_bits_[set]) != 0) bits = Mixed(set, bits);
  const auto* costs = byte_costs_.data() + set * 8;
  Cost cost = 0;
  for (std::size_t byte = 0; byte < 8; ++byte) cost += costs[byte][(bits >> (byte * 8)) & 0xFFU];
  return cost;
}

inline Cost Space::JoinCost(const Cell* a, const Cell* b) const {
  Cost cost = IntervalCosts(a, b, false);
  for (std::size_t i = sets_begin_; i < sets_end_; ++i) cost += BitsCost(i, a[i] | b[i]);
  for (const Attribute* wide : wides_) cost += WideCost(*wide, a, b);
  return cost;
}

inline Cost Space::Bound(const Cell* state, Cost set_cost, const Cell* others) const {
  Cost cost = set_cost + IntervalCosts(state, others, true);
  for (const Field& field : fields_) {
    cost += (state[field.cell] & others[field.cell] & field.mask) == 0 ? field.weight : 0;
  }
  for (const Attribute* wide : wides_) {
    if (!WideMeet(*wide, state, others)) cost += wide->weight;
  }
  return cost;
}

inline void Space::Join(const Cell* a, const Cell* b, Cell* joined) const {
  for (std::size_t i = 0; i < sets_begin_; ++i) {
    joined[i] = Pack(std::min(Low(a[i]), Low(b[i])), std::max(High(a[i]), High(b[i])));
  }
  for (std::size_t i = sets_begin_; i < width_; ++i) joined[i] = a[i] | b[i];
}

}  // namespace gauze::cluster
