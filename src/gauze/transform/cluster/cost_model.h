#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "gauze/transform/cluster/units.h"
#include "gauze/transform/label.h"

namespace gauze::cluster {

// Loss in millionths, summed over the quasi-identifiers. Integers, so that ties are ties on every
// machine.
using Cost = std::uint32_t;
inline constexpr Cost kEverything = 1'000'000;

// One word of a state or a cover.
using Cell = std::uint64_t;
inline constexpr std::size_t kCellBits = 64;

// What sets of units have in their quasi-identifiers, as far as their labels depend on it, in a few
// machine words whatever the domains.
//
// A *state* belongs to a cluster. States can be joined, and a join costs what its labels would
// lose. A *cover* says which values occur among many units, for a bound on what a join with any of
// them costs. Per attribute:
//
//             state                                 cover
//   range     lowest and highest value, as          the same
//             millionths of the domain
//   table     a node of the hierarchy, one byte     one bit per value; attributes share cells
//             of a cell
//   span      lowest and highest rank, where a      the same
//             hierarchy is too large for tables,
//             or ranges end at the lines of a grid
//   set       one bit per value; attributes share   the same
//             cells
//   wide      one bit per value where a cell is too the same
//             small; beyond 255 values one bit for
//             several, so that now and then one
//             more seems to cost nothing
//
// Missing with anything else is `*` and loses everything; so does missing alone where it is a
// wildcard. What is printed and reported is made from the values themselves, never from a state.
class CostModel {
 public:
  CostModel(const Units& units, const CodedTable& coded,
            const std::vector<std::size_t>& quasi_identifiers, const std::vector<Labeler>& labelers,
            MissingPolicy missing);
  CostModel(const CostModel&) = delete;
  CostModel& operator=(const CostModel&) = delete;

  std::size_t width() const { return width_; }              // cells of a state
  std::size_t cover_width() const { return cover_width_; }  // cells of a cover

  void StateOf(const Units& units, std::uint32_t unit, Cell* state) const;
  void Join(const Cell* a, const Cell* b, Cell* joined) const;
  Cost CostOf(const Cell* state) const;

  void CoverOf(const Units& units, std::uint32_t unit, Cell* cover) const;
  void JoinCovers(const Cell* a, const Cell* b, Cell* joined) const;

  // A state that is compared with many others.
  class Probe {
   public:
    explicit Probe(const CostModel& cost_model) : cost_model_(cost_model) {}

    void Aim(const Cell* state);
    Cost JoinCost(const Cell* other) const;
    // No more than the cost of a join with any of the units in the cover.
    Cost Bound(const Cell* cover) const;

   private:
    // What is lost if the cover has none of some values.
    struct Stake {
      std::size_t cell;
      Cell values;
      Cost cost;
    };

    const CostModel& cost_model_;
    std::vector<Cell> state_;
    std::vector<const Cost*> rows_;  // one per table: cost of the join by the other's node
    Cost fixed_ = 0;                 // what a bound starts with: tables and sets
    std::vector<Stake> stakes_;
  };

  // What is lost about, in one quasi-identifier, by units on both sides of a cut between `cut` and
  // cut + 1, when they lie between two ranks.
  Cost Crossing(std::size_t qi, std::uint32_t low, std::uint32_t cut, std::uint32_t high) const;

 private:
  enum class Kind : std::uint8_t { kRange, kTable, kSpan, kSet, kWide };

  static constexpr std::size_t kWideCells = 4;
  static constexpr std::uint32_t kWideBits = kWideCells * 64 - 1;  // the last is missing

  // A hierarchy small enough for tables over its nodes.
  struct Nodes {
    std::vector<std::uint8_t> leaves;  // rank -> node
    std::uint8_t root = 0;
    std::vector<Cost> costs;
    std::vector<std::uint8_t> joins;  // [a * nodes + b]
    std::vector<Cost> join_costs;
    // From a node up to the root: the ranks below, and what is lost if none of them is met.
    std::vector<std::vector<std::pair<Cell, Cost>>> stakes;

    std::size_t size() const { return costs.size(); }
  };

  struct Attribute {
    Kind kind = Kind::kRange;
    std::uint32_t values = 0;  // that occur
    bool has_missing = false;  // the last of them, and not the only one
    std::size_t cell = 0;      // in a state
    std::uint32_t shift = 0;   // kTable, kSet: its lowest bit there
    std::size_t cover_cell = 0;
    std::uint32_t cover_shift = 0;
    std::vector<Cost> positions;  // kRange: rank -> place in the domain
    Nodes nodes;                  // kTable
    // kSpan: row 0 is zero; row r at rank i is the largest cost of a node above two neighbours
    // among the 2^(r-1) pairs from i on. The node above a span is the largest of these.
    std::vector<Cost> peaks;
    // kSpan of ranges on a grid: where the step of each rank begins and ends, as millionths of the
    // domain.
    std::vector<Cost> begins;
    std::vector<Cost> ends;
    Cost weight = 0;  // kSet, kWide: of one more value

    bool IsMissing(std::uint32_t rank) const { return has_missing && rank + 1 == values; }
  };

  static Cell Pack(std::uint32_t low, std::uint32_t high) {
    return low | static_cast<Cell>(high) << 32U;
  }
  static std::uint32_t Low(Cell cell) { return static_cast<std::uint32_t>(cell); }
  static std::uint32_t High(Cell cell) { return static_cast<std::uint32_t>(cell >> 32U); }

  static Nodes MakeNodes(const Hierarchy& hierarchy, const Labeler& labeler,
                         const std::vector<Code>& codes);
  static void MakeSteps(const Labeler& labeler, const Domain& domain,
                        const std::vector<Code>& codes, Attribute& attribute);
  static std::vector<Cost> MakePeaks(const Labeler& labeler, const std::vector<Code>& codes);
  static Attribute MakeAttribute(const Labeler& labeler, const Domain& domain,
                                 const Hierarchy* hierarchy, const std::vector<Code>& codes);
  void ArrangeStates();
  void ArrangeCovers();
  void WeighSets();

  static Cost SpanCost(const Attribute& attribute, std::uint32_t low, std::uint32_t high);
  Cost SetCost(std::size_t set, Cell bits) const;
  Cell Unmixed(std::size_t set, Cell bits) const;
  static Cost WideCost(const Attribute& attribute, const Cell* a, const Cell* b);
  static bool WideMeet(const Attribute& attribute, const Cell* state, const Cell* cover);

  MissingPolicy missing_;
  std::vector<Attribute> attributes_;  // one per quasi-identifier
  std::vector<const Attribute*> tables_;
  std::vector<const Attribute*> spans_;
  std::vector<const Attribute*> sets_;
  std::vector<const Attribute*> wides_;
  // States are ranges, spans, tables, sets, wide sets, in this order; covers the same, with tables
  // and sets as bits.
  std::size_t ranges_ = 0;
  std::size_t spans_end_ = 0;
  std::size_t sets_begin_ = 0;
  std::size_t sets_end_ = 0;
  std::size_t width_ = 0;
  std::size_t cover_width_ = 0;
  // A cell that sets share: what the values of each byte in use weigh, the missing bits, and what
  // is free: one value of every attribute.
  struct SetCell {
    std::vector<std::array<Cost, 256>> bytes;
    Cell missing = 0;
    Cost free = 0;
  };
  std::vector<SetCell> set_cells_;
};

inline Cost CostModel::SpanCost(const Attribute& attribute, std::uint32_t low, std::uint32_t high) {
  if (attribute.peaks.empty()) {
    return low == high ? 0 : std::min(attribute.ends[high] - attribute.begins[low], kEverything);
  }
  // One bit more, so that zero needs no branch.
  const auto row = static_cast<std::uint32_t>(std::bit_width(2 * (high - low) | 1U)) - 1;
  const Cost* peaks = attribute.peaks.data() + static_cast<std::size_t>(row) * attribute.values;
  return std::max(peaks[low], peaks[high - ((1U << row) >> 1U)]);
}

// Byte by byte from tables: no branch to guess, and no instruction that a processor may lack.
inline Cost CostModel::SetCost(std::size_t set, Cell bits) const {
  const SetCell& shared = set_cells_[set];
  if ((bits & shared.missing) != 0) bits = Unmixed(set, bits);
  Cost cost = 0;
  for (const auto& weights : shared.bytes) {
    cost += weights[bits & 0xFFU];
    bits >>= 8U;
  }
  return cost - shared.free;
}

inline Cost CostModel::Probe::JoinCost(const Cell* other) const {
  const Cell* state = state_.data();
  Cost cost = 0;
  for (std::size_t i = 0; i < cost_model_.ranges_; ++i) {
    cost +=
        std::min(std::max(High(state[i]), High(other[i])) - std::min(Low(state[i]), Low(other[i])),
                 kEverything);
  }
  for (std::size_t i = cost_model_.ranges_; i < cost_model_.spans_end_; ++i) {
    cost += cost_model_.SpanCost(*cost_model_.spans_[i - cost_model_.ranges_],
                                 std::min(Low(state[i]), Low(other[i])),
                                 std::max(High(state[i]), High(other[i])));
  }
  const Cell* cell = other + cost_model_.spans_end_;
  for (std::size_t i = 0; i < rows_.size(); ++cell) {
    const std::size_t end = std::min(i + 8, rows_.size());
    for (Cell nodes = *cell; i < end; ++i, nodes >>= 8U) cost += rows_[i][nodes & 0xFFU];
  }
  for (std::size_t i = cost_model_.sets_begin_; i < cost_model_.sets_end_; ++i) {
    cost += cost_model_.SetCost(i - cost_model_.sets_begin_, state[i] | other[i]);
  }
  for (const Attribute* wide : cost_model_.wides_) cost += WideCost(*wide, state, other);
  return cost;
}

inline Cost CostModel::Probe::Bound(const Cell* cover) const {
  const Cell* state = state_.data();
  Cost cost = fixed_;
  // The shortest span that reaches from the state into the cover.
  for (std::size_t i = 0; i < cost_model_.ranges_; ++i) {
    cost +=
        std::min(std::max(High(state[i]), Low(cover[i])) - std::min(Low(state[i]), High(cover[i])),
                 kEverything);
  }
  for (std::size_t i = cost_model_.ranges_; i < cost_model_.spans_end_; ++i) {
    cost += cost_model_.SpanCost(*cost_model_.spans_[i - cost_model_.ranges_],
                                 std::min(Low(state[i]), High(cover[i])),
                                 std::max(High(state[i]), Low(cover[i])));
  }
  for (const Stake& stake : stakes_) {
    cost += (cover[stake.cell] & stake.values) == 0 ? stake.cost : 0;
  }
  for (const Attribute* wide : cost_model_.wides_) {
    if (!WideMeet(*wide, state, cover)) cost += wide->weight;
  }
  return cost;
}

}  // namespace gauze::cluster
