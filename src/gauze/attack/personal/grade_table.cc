#include "gauze/attack/personal/grade_table.h"

#include <fmt/format.h>

#include <map>
#include <numeric>

#include "gauze/attack/release_rows.h"
#include "gauze/encode/encode.h"
#include "gauze/table/value.h"

namespace gauze {
namespace {

std::uint64_t Sum(const std::vector<std::uint64_t>& rows) {
  return std::accumulate(rows.begin(), rows.end(), std::uint64_t{0});
}

}  // namespace

double GradeTable::rows() const { return static_cast<double>(Sum(view.grade_rows)); }

Result<GradeTable> ReadGrades(Database& database, const AttackInput& input,
                              const PersonalColumn& column, const SourceColumns& released) {
  const std::string& name = column.attribute->attribute.name;
  GAUZE_TRY(RequireColumn(released, name, input.release()));
  GradeTable table;
  GAUZE_ASSIGN(table.known, ValuesOf(database, *column.attribute, input.policy, "known"));
  GAUZE_ASSIGN(table.original, ValuesOf(database, *column.attribute, input.policy, "original"));
  GAUZE_ASSIGN(const auto cells,
               database.Rows(fmt::format("SELECT {0}, count(*) FROM released GROUP BY {0}",
                                         QuoteName(name))));
  const Attribute grade{.name = name, .role = Role::kSensitive, .type = ValueType::kDecimal};
  std::map<double, std::uint64_t> rows_of;
  for (const auto& row : cells) {
    if (!row[0] || row[0]->empty() || IsMissing(input.policy, *row[0])) continue;
    const auto value = ParseValue(grade, *row[0]);
    if (!value) {
      return InputError("a cell is not a grade", fmt::format("column {}", name),
                        "is this a release of this policy?");
    }
    rows_of[value->real] += NumberIn(row[1]);
  }
  for (const auto& [number, rows] : rows_of) {
    table.grades.push_back(number);
    table.view.grade_rows.push_back(rows);
  }
  table.view.known_rows = table.known.counts;
  if (Sum(table.view.grade_rows) != Sum(table.original.counts)) {
    return InputError(
        fmt::format("the release has {} grades and the original {} numbers",
                    Sum(table.view.grade_rows), Sum(table.original.counts)),
        fmt::format("column {}", name),
        "guesses are scored against the original: is this the table that was released?");
  }
  if (table.known.values.empty() && !table.grades.empty()) {
    return InputError("no number is known", fmt::format("column {}", name),
                      "give a table that has some");
  }
  return table;
}

}  // namespace gauze
