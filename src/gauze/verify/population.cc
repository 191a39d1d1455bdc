#include "gauze/verify/population.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gauze/base/read_number.h"
#include "gauze/engine/duckdb/cell_or_null.h"

namespace gauze {

Result<Population> EstimatePopulation(Database& database, const FileUnderTest& file,
                                      const std::string& weight) {
  GAUZE_ASSIGN(const SourceColumns columns, OpenFile(database, file, "file"));
  std::vector<std::string> wanted = file.quasi_identifiers;
  wanted.push_back(weight);
  GAUZE_TRY(CheckNamed(wanted, columns, file.paths.front()));
  std::vector<std::string> keys;
  for (const std::string& name : file.quasi_identifiers) {
    keys.push_back(CellOrNull(name, file.missing_markers));
  }
  const std::string cells = fmt::format("{}", fmt::join(keys, ", "));
  GAUZE_ASSIGN(const auto rows,
               database.Rows(fmt::format(
                   "SELECT min(persons), sum(rows / persons), sum(bad) FROM (SELECT count(*) AS "
                   "rows, sum(weight) AS persons, count(*) FILTER (weight IS NULL OR NOT weight > "
                   "0 OR isinf(weight)) AS bad FROM (SELECT row({}) AS class, TRY_CAST({} AS "
                   "DOUBLE) AS weight FROM file) GROUP BY class)",
                   cells, CellOrNull(weight, file.missing_markers))));
  if (rows[0][2] && *rows[0][2] != "0") {
    return InputError(
        fmt::format("{} rows have no weight, or one that is not a number above 0", *rows[0][2]),
        fmt::format("column {}", weight),
        "a weight is the number of people of the population that a row stands for");
  }
  return Population{ReadNumber(rows[0][0].value_or("0")), ReadNumber(rows[0][1].value_or("0"))};
}

}  // namespace gauze
