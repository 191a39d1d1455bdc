#include "gauze/transform/region_walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "gauze/base/stop.h"
#include "gauze/base/testing/test_size.h"
#include "gauze/taxonomy/extent.h"

namespace gauze {
namespace {

// Small enough for a kernel to hold with everything it needs beside it, large enough that the cuts
// cost next to nothing; and never so many that they would.
constexpr std::uint64_t kRegionRows = std::uint64_t{1} << 20U;
constexpr std::uint64_t kMostRegions = 128;

}  // namespace

void RegionCounts::AddTo(RegionCounts& other) const {
  other.rows += rows;
  for (std::size_t j = 0; j < by_code.size(); ++j) {
    for (std::size_t code = 0; code < by_code[j].size(); ++code) {
      other.by_code[j][code] += by_code[j][code];
    }
  }
}

RegionRule::RegionRule(const Constraints& constraints, std::uint64_t rows, bool whole)
    : constraints_(constraints),
      largest_(whole ? rows
                     : std::max(TestSize("GAUZE_REGION_ROWS", kRegionRows),
                                (rows + kMostRegions - 1) / kMostRegions)),
      quasi_identifiers_(constraints.coded().table.WithRole(Role::kQuasiIdentifying)),
      counted_(quasi_identifiers_) {
  for (const std::size_t attribute : constraints.counted()) {
    if (std::ranges::find(counted_, attribute) == counted_.end()) counted_.push_back(attribute);
  }
}

RegionCounts RegionRule::Empty() const {
  const Table& table = constraints_.coded().table;
  RegionCounts counts;
  counts.by_code.resize(table.domains.size());
  for (const std::size_t attribute : counted_) {
    counts.by_code[attribute].resize(table.domains[attribute].size());
  }
  return counts;
}

std::vector<RegionRule::Cut> RegionRule::Cuts(const RegionCounts& counts) const {
  const CodedTable& coded = constraints_.coded();
  std::vector<std::pair<double, Cut>> found;
  for (const std::size_t attribute : quasi_identifiers_) {
    const auto& rows = counts.by_code[attribute];
    Cut best{.attribute = attribute};
    std::uint64_t left = 0;
    std::uint64_t balance = 0;  // rows of the smaller side
    Span span{static_cast<Code>(rows.size()), 0};
    for (Code code = 0; code < rows.size(); ++code) {
      if (rows[code] == 0) continue;
      span = {std::min(span.low, code), code};
      left += rows[code];
      if (const auto smaller = std::min(left, counts.rows - left); smaller > balance) {
        balance = smaller;
        best.code = code;
        best.left_rows = left;
      }
    }
    if (balance == 0) continue;
    const Extent extent(coded.table.domains[attribute], coded.HierarchyOf(attribute));
    const double step =
        coded.HierarchyOf(attribute) == nullptr ? extent.OfSpan(span) / 2 : extent.OfSet(2);
    found.emplace_back(-step * static_cast<double>(balance), best);
  }
  std::ranges::sort(
      found, {}, [](const auto& entry) { return std::pair(entry.first, entry.second.attribute); });
  std::vector<Cut> cuts;
  for (const auto& [score, cut] : found) cuts.push_back(cut);
  return cuts;
}

bool RegionRule::Holds(const RegionCounts& side) const {
  return constraints_.Hold(side.rows, side.by_code);
}

RegionWalk::RegionWalk(const RegionRule& rule, const Packing& packing, Options options,
                       UncutRegion root)
    : rule_(rule), packing_(packing), options_(std::move(options)) {
  pending_.push_back(std::move(root));
}

Result<std::optional<RegionWalk::Region>> RegionWalk::Next() {
  while (!pending_.empty()) {
    StopIfAsked();
    UncutRegion part = std::move(pending_.back());
    pending_.pop_back();
    if (part.counts.rows > rule_.largest()) {
      GAUZE_ASSIGN(const bool divided, Divide(part));
      if (divided) continue;
    }
    return Region{*std::move(part.spool), part.counts.rows};
  }
  return std::optional<Region>();
}

RecordSpool RegionWalk::NewPile(const RecordShape& shape, std::uint64_t bytes) {
  return {shape, fmt::format("{}/part-{}", options_.folder, files_++),
          bytes <= options_.memory_bytes ? ~std::uint64_t{0} : 0};
}

// Sides that end up too small for a model are rare: they are put together again.
Result<RecordSpool> RegionWalk::Rejoin(RecordSpool left, RecordSpool right) {
  RecordSpool joined = NewPile(left.shape(), left.bytes() + right.bytes());
  for (RecordSpool* side : {&left, &right}) {
    RecordSpool::Writer writer(joined);
    GAUZE_TRY(side->TakeApart(1, [&](std::size_t, const std::uint64_t* record, std::size_t size) {
      writer.Append(record, size);
    }));
  }
  GAUZE_TRY(joined.Finish());
  return joined;
}

Result<bool> RegionWalk::Divide(UncutRegion& part) {
  for (const RegionRule::Cut& cut : rule_.Cuts(part.counts)) {
    GAUZE_ASSIGN(Sides sides, Split(part, cut));
    if (rule_.Holds(sides.counts[0]) && rule_.Holds(sides.counts[1])) {
      pending_.push_back({std::move(sides.spools[1]), std::move(sides.counts[1])});
      pending_.push_back({std::move(sides.spools[0]), std::move(sides.counts[0])});
      return true;
    }
    GAUZE_ASSIGN(RecordSpool joined,
                 Rejoin(std::move(sides.spools[0]), std::move(sides.spools[1])));
    part.spool.emplace(std::move(joined));
  }
  return false;
}

Result<RegionWalk::Sides> RegionWalk::Split(UncutRegion& part, const RegionRule::Cut& cut) {
  const RecordShape shape = part.spool->shape();
  Sides sides;
  for (int side = 0; side < 2; ++side) sides.spools.push_back(NewPile(shape, part.spool->bytes()));
  std::vector<RegionCounts> counts(2 * options_.workers, rule_.Empty());
  {
    std::vector<RecordSpool::Writer> writers;
    for (std::size_t i = 0; i < counts.size(); ++i) writers.emplace_back(sides.spools[i % 2]);
    GAUZE_TRY(part.spool->TakeApart(
        options_.workers, [&](std::size_t worker, const std::uint64_t* record, std::size_t size) {
          const std::size_t side =
              2 * worker + (packing_.Get(record, cut.attribute) <= cut.code ? 0 : 1);
          rule_.Count(packing_, shape, record, counts[side]);
          writers[side].Append(record, size);
        }));
  }
  part.spool.reset();
  for (std::size_t side = 0; side < 2; ++side) {
    GAUZE_TRY(sides.spools[side].Finish());
    sides.counts.push_back(std::move(counts[side]));
    for (std::size_t i = side + 2; i < counts.size(); i += 2) counts[i].AddTo(sides.counts[side]);
  }
  return sides;
}

}  // namespace gauze
