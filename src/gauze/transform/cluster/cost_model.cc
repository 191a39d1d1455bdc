#include "gauze/transform/cluster/cost_model.h"

#include <cmath>
#include <map>

namespace gauze::cluster {
namespace {

constexpr std::size_t kCellBits = 64;
constexpr std::size_t kMostNodes = 256;

Cost Millionths(double loss) { return static_cast<Cost>(std::lround(loss * kEverything)); }

Cost LossOf(const Labeler& labeler, Span span, std::uint64_t distinct = 0) {
  return Millionths(labeler.Loss(span, span, distinct));
}

}  // namespace

CostModel::CostModel(const Units& units, const CodedTable& coded,
                     const std::vector<std::size_t>& quasi_identifiers,
                     const std::vector<Labeler>& labelers, MissingPolicy missing)
    : missing_(missing) {
  for (std::size_t j = 0; j < labelers.size(); ++j) {
    const std::size_t attribute = quasi_identifiers[j];
    attributes_.push_back(MakeAttribute(labelers[j], coded.table.domains[attribute],
                                        coded.HierarchyOf(attribute), units.codes[j]));
  }
  ArrangeStates();
  ArrangeCovers();
  WeighSets();
}

CostModel::Attribute CostModel::MakeAttribute(const Labeler& labeler, const Domain& domain,
                                              const Hierarchy* hierarchy,
                                              const std::vector<Code>& codes) {
  Attribute attribute;
  attribute.values = static_cast<std::uint32_t>(codes.size());
  attribute.has_missing = codes.size() > 1 && domain.IsMissing(codes.back());
  if (labeler.prints_range()) {
    attribute.kind = Kind::kRange;
    for (const Code code : codes) {
      // Missing is so far out that no range reaches it for less than everything.
      attribute.positions.push_back(domain.IsMissing(code) ? 2 * kEverything
                                                           : LossOf(labeler, {0, code}));
    }
  } else if (labeler.prints_set()) {
    attribute.kind = codes.size() <= kCellBits ? Kind::kSet : Kind::kWide;
    attribute.weight = domain.value_count() > 1 ? LossOf(labeler, {0, 1}, 2) : 0;
  } else {
    attribute.kind = Kind::kSpan;
    if (codes.size() <= kCellBits) attribute.nodes = MakeNodes(*hierarchy, labeler, codes);
    if (attribute.nodes.size() > 0) {
      attribute.kind = Kind::kTable;
    } else {
      attribute.peaks = MakePeaks(labeler, codes);
    }
  }
  return attribute;
}

// Nothing if there are too many nodes.
CostModel::Nodes CostModel::MakeNodes(const Hierarchy& hierarchy, const Labeler& labeler,
                                      const std::vector<Code>& codes) {
  // Every join of values, and so of nodes, is the lowest node above two of them.
  std::map<NodeId, std::uint8_t> known;
  std::vector<NodeId> ids;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    for (std::size_t k = i; k < codes.size(); ++k) {
      const NodeId id = hierarchy.Lowest({codes[i], codes[k]});
      if (!known.emplace(id, static_cast<std::uint8_t>(ids.size())).second) continue;
      ids.push_back(id);
      if (ids.size() > kMostNodes) return {};
    }
  }
  Nodes nodes;
  const auto below = [&](NodeId id) {
    Cell ranks = 0;
    for (std::size_t rank = 0; rank < codes.size(); ++rank) {
      const Span span = hierarchy[id].span;
      if (span.low <= codes[rank] && codes[rank] <= span.high) ranks |= Cell{1} << rank;
    }
    return ranks;
  };
  for (const Code code : codes) nodes.leaves.push_back(known.at(hierarchy.Lowest({code, code})));
  nodes.root = known.at(hierarchy.Lowest({codes.front(), codes.back()}));
  for (const NodeId id : ids) nodes.costs.push_back(LossOf(labeler, hierarchy[id].span));
  // A value that is missing, or the only one below its node, loses nothing by itself.
  for (const std::uint8_t leaf : nodes.leaves) nodes.costs[leaf] = 0;
  for (const NodeId a : ids) {
    for (const NodeId b : ids) {
      const Cell ranks = below(a) | below(b);
      const auto low = static_cast<std::size_t>(std::countr_zero(ranks));
      const auto high = static_cast<std::size_t>(std::bit_width(ranks)) - 1;
      const std::uint8_t joined = known.at(hierarchy.Lowest({codes[low], codes[high]}));
      nodes.joins.push_back(joined);
      nodes.join_costs.push_back(nodes.costs[joined]);
    }
  }
  for (const NodeId id : ids) {
    auto& stakes = nodes.stakes.emplace_back();
    std::uint8_t node = known.at(id);
    // The next node up is the cheapest join that is not the node itself.
    while (node != nodes.root) {
      std::uint8_t next = nodes.root;
      for (std::size_t other = 0; other < ids.size(); ++other) {
        const std::uint8_t joined = nodes.joins[node * ids.size() + other];
        if (joined != node && nodes.costs[joined] < nodes.costs[next]) next = joined;
      }
      stakes.emplace_back(below(ids[node]), nodes.costs[next] - nodes.costs[node]);
      node = next;
    }
  }
  return nodes;
}

std::vector<Cost> CostModel::MakePeaks(const Labeler& labeler, const std::vector<Code>& codes) {
  std::vector<Cost> peaks(codes.size());
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const std::size_t next = std::min(i + 1, codes.size() - 1);
    peaks.push_back(i == next ? 0 : LossOf(labeler, {codes[i], codes[next]}));
  }
  for (std::size_t step = 1; 2 * step < codes.size(); step *= 2) {
    const std::size_t above = peaks.size() - codes.size();
    for (std::size_t i = 0; i < codes.size(); ++i) {
      const std::size_t other = std::min(i + step, codes.size() - 1);
      peaks.push_back(std::max(peaks[above + i], peaks[above + other]));
    }
  }
  return peaks;
}

// Places attributes that share cells, the large ones first, each into the first cell with room.
// `place` is told the cell and the bit; returns the number of cells.
template <typename Attributes, typename Bits, typename Place>
static std::size_t ShareCells(Attributes attributes, Bits bits, Place place) {
  // They lie in one list, so addresses tell which comes first.
  std::ranges::sort(attributes, [&](auto* a, auto* b) {
    return bits(*a) != bits(*b) ? bits(*a) > bits(*b) : std::less<>()(a, b);
  });
  std::vector<std::size_t> used;
  for (auto* attribute : attributes) {
    std::size_t cell = 0;
    while (cell < used.size() && used[cell] + bits(*attribute) > kCellBits) ++cell;
    if (cell == used.size()) used.push_back(0);
    place(*attribute, cell, static_cast<std::uint32_t>(used[cell]));
    used[cell] += bits(*attribute);
  }
  return used.size();
}

void CostModel::ArrangeStates() {
  std::vector<Attribute*> tables;
  std::vector<Attribute*> sets;
  for (Attribute& attribute : attributes_) {
    if (attribute.kind == Kind::kRange) attribute.cell = ranges_++;
    if (attribute.kind == Kind::kTable) tables.push_back(&attribute);
    if (attribute.kind == Kind::kSet) sets.push_back(&attribute);
    if (attribute.kind == Kind::kSpan) spans_.push_back(&attribute);
    if (attribute.kind == Kind::kWide) wides_.push_back(&attribute);
  }
  spans_end_ = ranges_;
  for (Attribute& attribute : attributes_) {
    if (attribute.kind == Kind::kSpan) attribute.cell = spans_end_++;
  }
  for (std::size_t i = 0; i < tables.size(); ++i) {
    tables[i]->cell = spans_end_ + i / 8;
    tables[i]->shift = static_cast<std::uint32_t>(i % 8 * 8);
    tables_.push_back(tables[i]);
  }
  sets_begin_ = spans_end_ + (tables.size() + 7) / 8;
  sets_end_ = sets_begin_ + ShareCells(
                                sets, [](const Attribute& set) { return set.values; },
                                [&](Attribute& set, std::size_t cell, std::uint32_t shift) {
                                  set.cell = sets_begin_ + cell;
                                  set.shift = shift;
                                });
  sets_.assign(sets.begin(), sets.end());
  width_ = sets_end_;
  for (Attribute& attribute : attributes_) {
    if (attribute.kind != Kind::kWide) continue;
    attribute.cell = width_;
    width_ += kWideCells;
  }
}

void CostModel::ArrangeCovers() {
  std::vector<Attribute*> shared;
  for (Attribute& attribute : attributes_) {
    attribute.cover_cell = attribute.cell;
    if (attribute.kind == Kind::kTable || attribute.kind == Kind::kSet)
      shared.push_back(&attribute);
  }
  cover_width_ = spans_end_ + ShareCells(
                                  shared, [](const Attribute& one) { return one.values; },
                                  [&](Attribute& one, std::size_t cell, std::uint32_t shift) {
                                    one.cover_cell = spans_end_ + cell;
                                    one.cover_shift = shift;
                                  });
  for (Attribute& attribute : attributes_) {
    if (attribute.kind != Kind::kWide) continue;
    attribute.cover_cell = cover_width_;
    cover_width_ += kWideCells;
  }
}

void CostModel::WeighSets() {
  set_cells_.resize(sets_end_ - sets_begin_);
  for (const Attribute* set : sets_) {
    SetCell& shared = set_cells_[set->cell - sets_begin_];
    shared.free += set->weight;
    for (std::uint32_t rank = 0; rank < set->values; ++rank) {
      const std::uint32_t bit = set->shift + rank;
      if (bit / 8 >= shared.bytes.size()) shared.bytes.resize(bit / 8 + 1);
      if (set->IsMissing(rank)) shared.missing |= Cell{1} << bit;
      const Cost cost = set->IsMissing(rank) ? kEverything : set->weight;
      for (std::size_t byte = 0; byte < 256; ++byte) {
        if ((byte >> (bit % 8) & 1U) != 0) shared.bytes[bit / 8][byte] += cost;
      }
    }
  }
}

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
      return SpanCost(attribute, cut, cut + 1);
    case Kind::kTable: {
      const Nodes& nodes = attribute.nodes;
      return nodes.join_costs[nodes.leaves[cut] * nodes.size() + nodes.leaves[cut + 1]];
    }
    default:
      return attribute.IsMissing(cut + 1) ? kEverything : attribute.weight;
  }
}

}  // namespace gauze::cluster
