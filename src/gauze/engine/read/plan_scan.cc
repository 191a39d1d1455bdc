#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>

#include "gauze/engine/read/column_encoder.h"
#include "gauze/engine/read/packed_rows.h"
#include "gauze/engine/read/scan.h"

namespace gauze {
namespace {

// Large enough to tell values that repeat from values that don't; small enough to cost nothing.
constexpr std::uint64_t kSampleRows = 65'536;

// A lower bound on the number of distinct values behind a sample (Chao 1984), from how many were
// seen once and twice.
double DistinctBehind(double seen, double once, double twice) {
  return seen + (twice > 0 ? once * once / (2 * twice) : once * (once - 1) / 2);
}

}  // namespace

ColumnEncoding CarriedAs(ValueType type) {
  return type == ValueType::kText || type == ValueType::kSet ? ColumnEncoding::kText
                                                             : ColumnEncoding::kKey;
}

Result<ScanPlan> PlanScan(Database& database, const SourceColumns& columns, const Policy& policy) {
  ScanPlan plan;
  std::vector<std::string> sampled;
  std::vector<std::string> counts = {"count(*)"};
  for (std::size_t i = 0; i < columns.names.size(); ++i) {
    const Attribute& attribute = policy.Find(columns.names[i])->attribute;
    plan.encodings.push_back(IsRead(policy, attribute) ? ColumnEncoding::kCoded
                                                       : ColumnEncoding::kDropped);
    if (plan.encodings[i] == ColumnEncoding::kDropped) continue;
    // Compared as numbers: the sample is counted, never shown.
    sampled.push_back(fmt::format("hash({}) AS c{}", QuoteName(columns.names[i]), i));
    if (attribute.role == Role::kInsensitive) {
      counts.push_back(fmt::format("count(DISTINCT c{})", i));
    }
  }
  if (columns.counted) return plan;  // nothing was carried there either
  GAUZE_TRY(database.Run(
      fmt::format("CREATE OR REPLACE TEMP TABLE sample AS SELECT {} FROM source LIMIT {}",
                  fmt::join(sampled, ", "), kSampleRows)));
  GAUZE_ASSIGN(const auto distinct,
               database.Rows(fmt::format("SELECT {} FROM sample", fmt::join(counts, ", "))));
  const std::uint64_t rows = NumberIn(distinct[0][0]);
  std::vector<std::string> coded;
  bool carries = false;
  for (std::size_t i = 0, at = 1; i < columns.names.size(); ++i) {
    if (plan.encodings[i] == ColumnEncoding::kDropped) continue;
    const Attribute& attribute = policy.Find(columns.names[i])->attribute;
    const bool free = attribute.role == Role::kInsensitive;
    const std::uint64_t values = free ? NumberIn(distinct[0][at++]) : 0;
    if (free && rows == kSampleRows && values > rows / 2) {
      plan.encodings[i] = CarriedAs(attribute.type);
      carries = true;
    } else {
      coded.push_back(fmt::format("c{}", i));
    }
  }
  plan.grouped = !carries;
  if (carries || rows < kSampleRows) return plan;
  GAUZE_ASSIGN(const auto repeats,
               database.Rows(fmt::format(
                   "SELECT count(*), count(*) FILTER (n = 1), count(*) FILTER (n = 2) FROM "
                   "(SELECT count(*) AS n FROM sample GROUP BY {})",
                   fmt::join(coded, ", "))));
  const double tuples = DistinctBehind(static_cast<double>(NumberIn(repeats[0][0])),
                                       static_cast<double>(NumberIn(repeats[0][1])),
                                       static_cast<double>(NumberIn(repeats[0][2])));
  plan.grouped = tuples < columns.approximate_rows / 2;
  return plan;
}

}  // namespace gauze
