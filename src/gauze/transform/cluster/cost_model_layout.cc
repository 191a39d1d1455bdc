// How a cost model is made: what each attribute costs, and where it is in states and covers.
#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <map>

#include "gauze/transform/cluster/cost_model.h"

namespace gauze::cluster {
namespace {

constexpr std::size_t kMostNodes = 256;

Cost Millionths(double loss) { return static_cast<Cost>(std::lround(loss * kEverything)); }

Cost LossOf(const Labeler& labeler, Span span, std::uint64_t distinct = 0) {
  return Millionths(labeler.Loss(span, span, distinct));
}

// Places attributes that share cells, the large ones first, each into the first cell with room.
// `place` is told the cell and the bit; returns the number of cells.
template <typename Attributes, typename Bits, typename Place>
std::size_t ShareCells(Attributes attributes, Bits bits, Place place) {
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
  if (labeler.prints_range() && labeler.on_grid()) {
    attribute.kind = Kind::kSpan;
    MakeSteps(labeler, domain, codes, attribute);
  } else if (labeler.prints_range()) {
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

void CostModel::MakeSteps(const Labeler& labeler, const Domain& domain,
                          const std::vector<Code>& codes, Attribute& attribute) {
  // Missing is so far out that no range reaches it for less than everything.
  constexpr Cost kMissingPlace = 4'000'000'000;
  constexpr double kFarthest = 1000;  // a step may be longer than the domain
  const auto place = [&](double at) {
    const double whole = domain[domain.value_count() - 1].real - domain[0].real;
    const double first = labeler.StepOf(0).begin;
    return whole > 0 ? Millionths(std::min((at - first) / whole, kFarthest)) : 0;
  };
  for (const Code code : codes) {
    const bool missing = domain.IsMissing(code);
    attribute.begins.push_back(missing ? kMissingPlace : place(labeler.StepOf(code).begin));
    attribute.ends.push_back(missing ? kMissingPlace : place(labeler.StepOf(code).end));
  }
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

}  // namespace gauze::cluster
