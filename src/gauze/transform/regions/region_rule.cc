#include "gauze/transform/regions/region_rule.h"

#include <algorithm>

#include "gauze/base/testing/test_size.h"
#include "gauze/taxonomy/extent.h"

namespace gauze {
namespace {

// Small enough for a kernel to hold with everything it needs beside it, large enough that the cuts
// cost next to nothing.
constexpr std::uint64_t kRegionRows = std::uint64_t{1} << 20U;
// All of most tables. In a table of a billion rows, a region has a thousand of them.
constexpr std::uint64_t kSampleTuples = std::uint64_t{1} << 20U;

}  // namespace

RegionRule::RegionRule(const Constraints& constraints, std::uint64_t rows, bool whole)
    : constraints_(constraints),
      largest_(whole ? rows : TestSize("GAUZE_REGION_ROWS", kRegionRows)),
      sample_(TestSize("GAUZE_SAMPLE_TUPLES", kSampleTuples)),
      quasi_identifiers_(constraints.coded().table.WithRole(Role::kQuasiIdentifying)),
      deciding_(quasi_identifiers_) {
  for (const std::size_t attribute : counted()) {
    if (std::ranges::find(deciding_, attribute) == deciding_.end()) deciding_.push_back(attribute);
  }
  std::ranges::sort(deciding_);
}

RegionCounts RegionRule::Empty() const {
  const Table& table = coded().table;
  RegionCounts counts;
  counts.by_code.resize(table.domains.size());
  for (const std::size_t attribute : counted()) {
    counts.by_code[attribute].resize(table.domains[attribute].size());
  }
  return counts;
}

std::optional<RegionRule::Cut> RegionRule::BestCut(std::size_t attribute,
                                                   std::span<const CodeRows> values) const {
  if (values.size() < 2) return std::nullopt;
  Cut best{.attribute = attribute};
  std::uint64_t all = 0;
  for (const CodeRows& value : values) all += value.rows;
  std::uint64_t left = 0;
  std::uint64_t balance = 0;  // rows of the smaller side
  for (const CodeRows& value : values) {
    left += value.rows;
    if (const auto smaller = std::min(left, all - left); smaller > balance) {
      balance = smaller;
      best.code = value.code;
    }
  }
  const Hierarchy* hierarchy = coded().HierarchyOf(attribute);
  const Extent extent(coded().table.domains[attribute], hierarchy);
  const double step = hierarchy == nullptr
                          ? extent.OfSpan({values.front().code, values.back().code}) / 2
                          : extent.OfSet(2);
  best.gain = step * static_cast<double>(balance);
  return best;
}

void RegionRule::Order(std::vector<Cut>& cuts) {
  std::ranges::sort(cuts, {}, [](const Cut& cut) { return std::pair(-cut.gain, cut.attribute); });
}

bool RegionRule::Holds(const RegionCounts& side) const {
  return constraints_.Hold(side.rows, side.by_code);
}

}  // namespace gauze
