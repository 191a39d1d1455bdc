#include "gauze/attack/personal/alias_company.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "gauze/attack/personal/personal_columns.h"
#include "gauze/encode/encode.h"
#include "gauze/table/value.h"

namespace gauze {
namespace {

constexpr std::size_t kMostCells = 1000;

Result<std::set<std::string>> CellsOf(Database& database, const Policy& policy,
                                      const Attribute& column, const std::string& view) {
  GAUZE_ASSIGN(const auto rows,
               database.Rows(fmt::format("SELECT DISTINCT {} FROM {} LIMIT {}",
                                         QuoteName(column.name), view, kMostCells + 1)));
  std::set<std::string> cells;
  for (const auto& row : rows) cells.insert(PlainCell(policy, column, row[0]).value_or(""));
  return cells;
}

}  // namespace

std::optional<std::string> PlainCell(const Policy& policy, const Attribute& attribute,
                                     const std::optional<std::string>& cell) {
  if (!cell || cell->empty() || IsMissing(policy, *cell)) return std::nullopt;
  const auto value = ParseValue(attribute, *cell);
  return value ? value->text : *cell;
}

Result<std::vector<const PolicyAttribute*>> CompanyColumns(Database& database,
                                                           const AttackInput& input,
                                                           const SourceColumns& released) {
  const std::vector<PersonalColumn> personal = PersonalColumns(input.policy);
  std::vector<const PolicyAttribute*> company;
  for (const PolicyAttribute& attribute : input.policy.attributes) {
    const Attribute& column = attribute.attribute;
    if (std::ranges::find(released.names, column.name) == released.names.end()) continue;
    if (FindPersonal(personal, column.name) != nullptr) continue;
    GAUZE_ASSIGN(const auto shown, CellsOf(database, input.policy, column, "released"));
    GAUZE_ASSIGN(const auto own, CellsOf(database, input.policy, column, "original"));
    if (own.size() <= kMostCells && std::ranges::includes(own, shown))
      company.push_back(&attribute);
  }
  return company;
}

}  // namespace gauze
