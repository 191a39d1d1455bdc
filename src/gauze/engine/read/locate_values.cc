#include "gauze/engine/read/locate_values.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gauze/engine/duckdb/cell_or_null.h"

namespace gauze {

std::optional<std::uint64_t> LocateValues(Database& database, const Policy& policy,
                                          const Attribute& attribute,
                                          const std::vector<Value>& values, bool missing) {
  std::vector<std::string> conditions;
  std::vector<std::string> listed;
  for (const Value& value : values) {
    listed.push_back(IsNumeric(attribute.type) ? fmt::format("{}", value.real)
                                               : QuoteText(value.text));
  }
  if (!listed.empty()) {
    conditions.push_back(
        fmt::format("{} IN ({})", IsNumeric(attribute.type) ? "TRY_CAST(cell AS DOUBLE)" : "cell",
                    fmt::join(listed, ", ")));
  }
  if (missing) conditions.emplace_back("cell IS NULL");
  if (conditions.empty()) return std::nullopt;
  const auto rows = database.Rows(fmt::format(
      "SELECT min(row) FROM (SELECT row_number() OVER () AS row, {} AS cell FROM source) WHERE {}",
      CellOrNull(attribute.name, policy.missing_markers), fmt::join(conditions, " OR ")));
  if (!rows || rows->empty() || !(*rows)[0][0]) return std::nullopt;
  return NumberIn((*rows)[0][0]);
}

}  // namespace gauze
