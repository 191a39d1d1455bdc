#include "gauze/transform/cluster/space.h"

#include <cmath>

namespace gauze::cluster {
namespace {

Cost Millionths(double loss) { return static_cast<Cost>(std::lround(loss * kEverything)); }

}  // namespace

Space::Space(const Units& units, const std::vector<Labeler>& labelers,
             const std::vector<const Domain*>& domains, MissingPolicy missing)
    : missing_(missing) {
  for (std::size_t j = 0; j < labelers.size(); ++j) {
    AddAttribute(labelers[j], *domains[j], units.codes[j]);
  }
  Arrange();
}

void Space::AddAttribute(const Labeler& labeler, const Domain& domain,
                         const std::vector<Code>& codes) {
  Attribute attribute;
  attribute.values = static_cast<std::uint32_t>(codes.size());
  // Missing everywhere is a value like any other.
  attribute.has_missing = codes.size() > 1 && domain.IsMissing(codes.back());
  const auto loss = [&](Code low, Code high, std::uint64_t distinct) {
    return Millionths(labeler.Loss({low, high}, {low, high}, distinct));
  };
  if (labeler.prints_range()) {
    attribute.kind = Kind::kRange;
    for (const Code code : codes) {
      // Missing is so far out that no range reaches it for less than everything.
      attribute.positions.push_back(domain.IsMissing(code) ? 2 * kEverything : loss(0, code, 0));
    }
  } else if (labeler.prints_set()) {
    attribute.kind = attribute.values <= kSetValues ? Kind::kSet : Kind::kWide;
    attribute.weight = domain.value_count() > 1 ? loss(0, 1, 2) : 0;
  } else {
    attribute.kind = Kind::kNode;
    attribute.peaks.assign(codes.size(), 0);
    for (std::size_t i = 0; i + 1 < codes.size(); ++i) {
      attribute.peaks.push_back(loss(codes[i], codes[i + 1], 0));
    }
    if (!codes.empty()) attribute.peaks.push_back(0);
    for (std::size_t step = 1; 2 * step < codes.size(); step *= 2) {
      const std::size_t above = attribute.peaks.size() - codes.size();
      for (std::size_t i = 0; i < codes.size(); ++i) {
        const std::size_t other = std::min(i + step, codes.size() - 1);
        attribute.peaks.push_back(
            std::max(attribute.peaks[above + i], attribute.peaks[above + other]));
      }
    }
  }
  attributes_.push_back(std::move(attribute));
}

// Ranges and nodes a cell each; then sets, the large ones first, each into the first shared cell
// with enough room; then wide sets.
void Space::Arrange() {
  for (Attribute& attribute : attributes_) {
    if (attribute.kind == Kind::kRange) attribute.cell = ranges_++;
  }
  for (Attribute& attribute : attributes_) {
    if (attribute.kind != Kind::kNode) continue;
    attribute.cell = ranges_ + nodes_.size();
    nodes_.push_back(&attribute);
  }
  sets_begin_ = ranges_ + nodes_.size();
  std::vector<Attribute*> sets;
  for (Attribute& attribute : attributes_) {
    if (attribute.kind == Kind::kSet) sets.push_back(&attribute);
  }
  std::ranges::stable_sort(
      sets, [](const Attribute* a, const Attribute* b) { return a->values > b->values; });
  std::vector<std::uint32_t> used;
  for (Attribute* attribute : sets) {
    std::size_t set = 0;
    while (set < used.size() && used[set] + attribute->values > 64) ++set;
    if (set == used.size()) {
      used.push_back(0);
      missing_bits_.push_back(0);
      byte_costs_.resize(byte_costs_.size() + 8);
    }
    attribute->cell = sets_begin_ + set;
    attribute->shift = used[set];
    used[set] += attribute->values;
    AddField(*attribute, set);
  }
  sets_end_ = sets_begin_ + used.size();
  width_ = sets_end_;
  for (Attribute& attribute : attributes_) {
    if (attribute.kind != Kind::kWide) continue;
    attribute.cell = width_;
    width_ += kWideCells;
    wides_.push_back(&attribute);
  }
}

void Space::AddField(const Attribute& attribute, std::size_t set) {
  const Cell mask = (~Cell{0} >> (64 - attribute.values)) << attribute.shift;
  fields_.push_back({.cell = attribute.cell, .mask = mask, .weight = attribute.weight});
  const Cell missing = attribute.has_missing ? mask & ~(mask >> 1U) : 0;
  missing_bits_[set] |= missing;
  for (std::size_t byte = 0; byte < 8; ++byte) {
    const Cell values = (mask & ~missing) >> (byte * 8) & 0xFFU;
    const Cell costly = missing >> (byte * 8) & 0xFFU;
    for (Cell bits = 0; bits < 256; ++bits) {
      byte_costs_[set * 8 + byte][bits] +=
          static_cast<Cost>(std::popcount(bits & values)) * attribute.weight +
          ((bits & costly) != 0 ? kEverything : 0);
    }
  }
  // Any byte will do to take the first value off again.
  for (Cost& cost : byte_costs_[set * 8]) cost -= attribute.weight;
}

void Space::Start(const Units& units, std::uint32_t unit, Cell* state) const {
  std::fill_n(state, width_, Cell{0});
  for (std::size_t j = 0; j < attributes_.size(); ++j) {
    const Attribute& attribute = attributes_[j];
    const std::uint32_t rank = units.RankOf(unit, j);
    const bool missing = attribute.has_missing && rank + 1 == attribute.values;
    const bool wildcard = missing && missing_ == MissingPolicy::kWildcard;
    Cell* cell = state + attribute.cell;
    switch (attribute.kind) {
      case Kind::kRange:
        *cell = Pack(wildcard ? 0 : attribute.positions[rank], attribute.positions[rank]);
        break;
      case Kind::kNode:
        *cell = Pack(wildcard ? 0 : rank, rank);
        break;
      case Kind::kSet:
        *cell |= Cell{1} << (attribute.shift + rank);
        if (wildcard) *cell |= Cell{1} << attribute.shift;
        break;
      case Kind::kWide: {
        const std::uint32_t bit = missing ? kWideBits : rank % kWideBits;
        cell[bit / 64] |= Cell{1} << (bit % 64);
        if (wildcard) cell[0] |= 1;
        break;
      }
    }
  }
}

// Where missing meets a value, the attribute is left with one value and missing, which then costs
// everything; missing alone is a value like any other.
Cell Space::Mixed(std::size_t set, Cell bits) const {
  for (const Attribute& attribute : attributes_) {
    if (attribute.kind != Kind::kSet || attribute.cell != sets_begin_ + set) continue;
    if (!attribute.has_missing) continue;
    const Cell lowest = Cell{1} << attribute.shift;
    const Cell missing = lowest << (attribute.values - 1);
    const Cell present = missing - lowest;
    if ((bits & missing) == 0) continue;
    bits = (bits & ~((bits & present) != 0 ? present : missing)) | lowest;
  }
  return bits;
}

Cost Space::WideCost(const Attribute& attribute, const Cell* a, const Cell* b) {
  std::uint32_t values = 0;
  for (std::size_t i = attribute.cell; i < attribute.cell + kWideCells; ++i) {
    values += static_cast<std::uint32_t>(std::popcount(a[i] | b[i]));
  }
  const std::size_t last = attribute.cell + kWideCells - 1;
  const bool missing = attribute.has_missing && ((a[last] | b[last]) >> 63U) != 0;
  if (missing && values > 1) return kEverything;
  return std::min((values - 1) * attribute.weight, kEverything);
}

bool Space::WideMeet(const Attribute& attribute, const Cell* a, const Cell* b) {
  Cell common = 0;
  for (std::size_t i = attribute.cell; i < attribute.cell + kWideCells; ++i) common |= a[i] & b[i];
  return common != 0;
}

Cost Space::SetCost(const Cell* state) const {
  Cost cost = 0;
  for (std::size_t i = sets_begin_; i < sets_end_; ++i) cost += BitsCost(i, state[i]);
  for (const Attribute* wide : wides_) cost += WideCost(*wide, state, state);
  return cost;
}

Cost Space::Crossing(std::size_t qi, std::uint32_t low, std::uint32_t cut,
                     std::uint32_t high) const {
  const Attribute& attribute = attributes_[qi];
  switch (attribute.kind) {
    case Kind::kRange:
      return std::min(attribute.positions[high] - attribute.positions[low], kEverything) / 2;
    case Kind::kNode:
      return NodeCost(attribute, cut, cut + 1);
    default:
      return attribute.has_missing && cut + 2 == attribute.values ? kEverything : attribute.weight;
  }
}

}  // namespace gauze::cluster
