#include "gauze/engine/duckdb/cell_or_null.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gauze/engine/duckdb/database.h"

namespace gauze {

std::string CellOrNull(const std::string& name, const std::vector<std::string>& markers) {
  std::vector<std::string> missing = {"''"};
  for (const std::string& marker : markers) missing.push_back(QuoteText(marker));
  const std::string text = QuoteName(name) + "::VARCHAR";
  return fmt::format("CASE WHEN {0} IN ({1}) THEN NULL ELSE {0} END", text,
                     fmt::join(missing, ", "));
}

}  // namespace gauze
