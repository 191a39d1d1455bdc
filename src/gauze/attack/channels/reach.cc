#include "gauze/attack/channels/reach.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "gauze/encode/encode.h"
#include "gauze/labels/label_form.h"
#include "gauze/labels/value_range.h"
#include "gauze/table/value.h"

namespace gauze::channels {
namespace {

constexpr std::uint64_t kMissing = std::numeric_limits<std::uint64_t>::max();

Reach Point(std::uint64_t place) { return {.low = place, .high = place}; }

}  // namespace

bool Reach::Has(std::uint64_t place) const {
  if (place < low || place > high) return false;
  return places.empty() || std::ranges::binary_search(places, place);
}

bool Reach::Touches(const Reach& other) const {
  if (low > other.high || other.low > high) return false;
  if (!places.empty()) {
    return std::ranges::any_of(places, [&](std::uint64_t place) { return other.Has(place); });
  }
  if (other.places.empty()) return true;
  return std::ranges::any_of(other.places, [&](std::uint64_t place) { return Has(place); });
}

bool Touch(const Box& a, const Box& b) {
  for (std::size_t j = 0; j < a.size(); ++j) {
    if (!a[j].Touches(b[j])) return false;
  }
  return true;
}

Result<ReachReader> ReachReader::Make(const PolicyAttribute& attribute,
                                      const ColumnValues& values) {
  ReachReader reader(attribute.attribute);
  reader.tree_ = attribute.hierarchy.given();
  reader.ranges_ = !reader.tree_ && IsNumeric(attribute.attribute.type);
  if (!reader.tree_) return reader;
  const std::string where = fmt::format("column {}", attribute.attribute.name);
  GAUZE_ASSIGN(const Taxonomy taxonomy, MakeTaxonomy(attribute.hierarchy, values, where));
  std::vector<Reach> reach(taxonomy.nodes().size(), Reach{.low = kMissing, .high = 0});
  for (std::size_t place = 0; place < taxonomy.leaves().size(); ++place) {
    for (NodeId node = taxonomy.leaves()[place]; node != Taxonomy::kRoot;
         node = taxonomy[node].parent) {
      reach[node].low = std::min<std::uint64_t>(reach[node].low, place);
      reach[node].high = std::max<std::uint64_t>(reach[node].high, place);
    }
  }
  for (NodeId node = 1; node < reach.size(); ++node) {
    reader.named_.emplace(taxonomy[node].label, reach[node]);
  }
  return reader;
}

std::optional<Reach> ReachReader::Named(const std::string& name) {
  if (const auto found = named_.find(name); found != named_.end()) return found->second;
  const auto value = ParseValue(attribute_, name);
  if (value) {
    if (const auto found = named_.find(value->text); found != named_.end()) return found->second;
  }
  if (tree_) return std::nullopt;
  return named_.emplace(value ? value->text : name, Point(named_.size())).first->second;
}

std::optional<Reach> ReachReader::Listed(const std::vector<std::string>& names) {
  Reach list;
  for (const std::string& name : names) {
    const auto one = Named(name);
    if (!one) return std::nullopt;
    for (std::uint64_t place = one->low; place <= one->high; ++place) list.places.push_back(place);
  }
  std::ranges::sort(list.places);
  list.low = list.places.front();
  list.high = list.places.back();
  return list;
}

std::optional<Reach> ReachReader::Label(const std::optional<std::string>& label) {
  if (!label || label->empty()) return Point(kMissing);
  if (*label == "*") return Reach{.low = 0, .high = kMissing};
  if (ranges_) {
    const auto range = labels::ReadValueRange(*label, attribute_);
    if (!range) return std::nullopt;
    const ValueType type = attribute_.type;
    return Reach{.low = OrderKey(type, range->low) + (range->low_belongs ? 0 : 1),
                 .high = OrderKey(type, range->high) - (range->high_belongs ? 0 : 1)};
  }
  if (tree_ && named_.contains(*label)) return named_.at(*label);
  if (label->starts_with('{') || label->starts_with('\\')) return Listed(labels::ValuesIn(*label));
  return Named(*label);
}

std::optional<Reach> ReachReader::Cell(const std::optional<std::string>& cell) {
  if (!cell) return Point(kMissing);
  if (!ranges_) return Named(*cell);
  const auto value = ParseValue(attribute_, *cell);
  if (!value) return std::nullopt;
  return Point(OrderKey(attribute_.type, *value));
}

}  // namespace gauze::channels
