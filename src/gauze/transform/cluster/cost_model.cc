#include "gauze/transform/cluster/cost_model.h"

#include <algorithm>
#include <bit>

namespace gauze::cluster {

void CostModel::StateOf(const Units& units, std::uint32_t unit, Cell* state) const {
  std::fill_n(state, width_, Cell{0});
  for (std::size_t j = 0; j < attributes_.size(); ++j) {
    const Attribute& attribute = attributes_[j];
    const std::uint32_t rank = units.RankOf(unit, j);
    const bool wildcard = attribute.IsMissing(rank) && missing_ == MissingPolicy::kWildcard;
    Cell* cell = state + attribute.cell;
    switch (attribute.kind) {
      case Kind::kRange:
        *cell = Pack(wildcard ? 0 : attribute.positions[rank], attribute.positions[rank]);
        break;
      case Kind::kSpan:
        *cell = Pack(wildcard ? 0 : rank, rank);
        break;
      case Kind::kTable:
        *cell |= static_cast<Cell>(wildcard ? attribute.nodes.root : attribute.nodes.leaves[rank])
                 << attribute.shift;
        break;
      case Kind::kSet:
        *cell |= ((wildcard ? Cell{1} : 0) | Cell{1} << rank) << attribute.shift;
        break;
      case Kind::kWide: {
        const std::uint32_t bit = attribute.IsMissing(rank) ? kWideBits : rank % kWideBits;
        cell[bit / 64] |= Cell{1} << (bit % 64);
        if (wildcard) cell[0] |= 1;
        break;
      }
    }
  }
}

void CostModel::CoverOf(const Units& units, std::uint32_t unit, Cell* cover) const {
  std::vector<Cell> state(width_);
  StateOf(units, unit, state.data());
  std::fill_n(cover, cover_width_, Cell{0});
  std::copy_n(state.begin(), spans_end_, cover);
  for (std::size_t j = 0; j < attributes_.size(); ++j) {
    const Attribute& attribute = attributes_[j];
    Cell* cell = cover + attribute.cover_cell;
    if (attribute.kind == Kind::kTable || attribute.kind == Kind::kSet) {
      *cell |= Cell{1} << (attribute.cover_shift + units.RankOf(unit, j));
    } else if (attribute.kind == Kind::kWide) {
      std::copy_n(state.data() + attribute.cell, kWideCells, cell);
    }
  }
}

void CostModel::Join(const Cell* a, const Cell* b, Cell* joined) const {
  for (std::size_t i = 0; i < spans_end_; ++i) {
    joined[i] = Pack(std::min(Low(a[i]), Low(b[i])), std::max(High(a[i]), High(b[i])));
  }
  for (std::size_t i = spans_end_; i < sets_begin_; ++i) {
    const Cell x = a[i];
    const Cell y = b[i];
    joined[i] = 0;
    for (std::size_t k = (i - spans_end_) * 8; k < tables_.size() && tables_[k]->cell == i; ++k) {
      const Nodes& nodes = tables_[k]->nodes;
      const std::uint32_t shift = tables_[k]->shift;
      const std::size_t pair = (x >> shift & 0xFFU) * nodes.size() + (y >> shift & 0xFFU);
      joined[i] |= static_cast<Cell>(nodes.joins[pair]) << shift;
    }
  }
  for (std::size_t i = sets_begin_; i < width_; ++i) joined[i] = a[i] | b[i];
}

void CostModel::JoinCovers(const Cell* a, const Cell* b, Cell* joined) const {
  for (std::size_t i = 0; i < spans_end_; ++i) {
    joined[i] = Pack(std::min(Low(a[i]), Low(b[i])), std::max(High(a[i]), High(b[i])));
  }
  for (std::size_t i = spans_end_; i < cover_width_; ++i) joined[i] = a[i] | b[i];
}

Cost CostModel::CostOf(const Cell* state) const {
  Cost cost = 0;
  for (std::size_t i = 0; i < ranges_; ++i) {
    cost += std::min(High(state[i]) - Low(state[i]), kEverything);
  }
  for (const Attribute* span : spans_) {
    cost += SpanCost(*span, Low(state[span->cell]), High(state[span->cell]));
  }
  for (const Attribute* table : tables_) {
    cost += table->nodes.costs[state[table->cell] >> table->shift & 0xFFU];
  }
  for (std::size_t i = sets_begin_; i < sets_end_; ++i) cost += SetCost(i - sets_begin_, state[i]);
  for (const Attribute* wide : wides_) cost += WideCost(*wide, state, state);
  return cost;
}

// Where missing meets a value, the attribute is left with one value and missing, which then costs
// everything; missing alone is a value like any other.
Cell CostModel::Unmixed(std::size_t set, Cell bits) const {
  for (const Attribute* attribute : sets_) {
    if (attribute->cell != sets_begin_ + set || !attribute->has_missing) continue;
    const Cell lowest = Cell{1} << attribute->shift;
    const Cell missing = lowest << (attribute->values - 1);
    const Cell present = missing - lowest;
    if ((bits & missing) == 0) continue;
    bits = (bits & ~((bits & present) != 0 ? present : missing)) | lowest;
  }
  return bits;
}

Cost CostModel::WideCost(const Attribute& attribute, const Cell* a, const Cell* b) {
  std::uint32_t values = 0;
  for (std::size_t i = attribute.cell; i < attribute.cell + kWideCells; ++i) {
    values += static_cast<std::uint32_t>(std::popcount(a[i] | b[i]));
  }
  const std::size_t last = attribute.cell + kWideCells - 1;
  const bool missing = attribute.has_missing && ((a[last] | b[last]) >> 63U) != 0;
  if (missing && values > 1) return kEverything;
  return (values - 1) * attribute.weight;
}

// With missing, a state may cost everything already.
bool CostModel::WideMeet(const Attribute& attribute, const Cell* state, const Cell* cover) {
  Cell common = state[attribute.cell + kWideCells - 1] >> 63U;
  for (std::size_t i = 0; i < kWideCells; ++i) {
    common |= state[attribute.cell + i] & cover[attribute.cover_cell + i];
  }
  return common != 0;
}

void CostModel::Probe::Aim(const Cell* state) {
  state_.assign(state, state + cost_model_.width_);
  rows_.clear();
  stakes_.clear();
  fixed_ = 0;
  for (const Attribute* table : cost_model_.tables_) {
    const Nodes& nodes = table->nodes;
    const std::size_t node = state[table->cell] >> table->shift & 0xFFU;
    rows_.push_back(nodes.join_costs.data() + node * nodes.size());
    fixed_ += nodes.costs[node];
    for (const auto& [ranks, cost] : nodes.stakes[node]) {
      stakes_.push_back({table->cover_cell, ranks << table->cover_shift, cost});
    }
  }
  for (std::size_t i = cost_model_.sets_begin_; i < cost_model_.sets_end_; ++i) {
    fixed_ += cost_model_.SetCost(i - cost_model_.sets_begin_, state[i]);
  }
  for (const Attribute* set : cost_model_.sets_) {
    const Cell all = ~Cell{0} >> (kCellBits - set->values);
    const Cell values = state[set->cell] >> set->shift & all;
    // With missing, it may cost everything already.
    if (set->has_missing && (values >> (set->values - 1)) != 0) continue;
    stakes_.push_back({set->cover_cell, values << set->cover_shift, set->weight});
  }
  for (const Attribute* wide : cost_model_.wides_) fixed_ += WideCost(*wide, state, state);
}

Cost CostModel::Crossing(std::size_t qi, std::uint32_t low, std::uint32_t cut,
                         std::uint32_t high) const {
  const Attribute& attribute = attributes_[qi];
  switch (attribute.kind) {
    case Kind::kRange:
      return std::min(attribute.positions[high] - attribute.positions[low], kEverything) / 2;
    case Kind::kSpan:
      return attribute.peaks.empty() ? SpanCost(attribute, low, high) / 2
                                     : SpanCost(attribute, cut, cut + 1);
    case Kind::kTable: {
      const Nodes& nodes = attribute.nodes;
      return nodes.join_costs[nodes.leaves[cut] * nodes.size() + nodes.leaves[cut + 1]];
    }
    default:
      return attribute.IsMissing(cut + 1) ? kEverything : attribute.weight;
  }
}

}  // namespace gauze::cluster
