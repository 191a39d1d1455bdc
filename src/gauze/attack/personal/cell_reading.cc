#include "gauze/attack/personal/cell_reading.h"

#include <map>

#include "gauze/attack/personal/alias_table.h"
#include "gauze/attack/personal/grade_table.h"
#include "gauze/encode/encode.h"
#include "gauze/table/value.h"

namespace gauze {
namespace {

using Cell = std::optional<std::string>;
using Guesses = std::map<std::string, std::string>;  // alias or name, value; empty: missing

Result<Guesses> GuessAliases(Database& database, const AttackInput& input,
                             const PersonalColumn& column, const SourceColumns& released) {
  GAUZE_ASSIGN(const AliasTable table, ReadAliases(database, input, column, released));
  const AliasGuesses guesses = GuessByCompany(table.view);
  Guesses values;
  for (std::size_t a = 0; a < guesses.size(); ++a) {
    if (!guesses[a].empty()) values[table.aliases[a]] = table.values[guesses[a].front()];
  }
  const std::vector<std::size_t> in_groups = GuessInGroups(table.view);
  for (const auto& [name, group] : table.names) values[name] = table.values[in_groups[group]];
  return values;
}

Result<std::map<double, Value>> GuessGrades(Database& database, const AttackInput& input,
                                            const PersonalColumn& column,
                                            const SourceColumns& released) {
  GAUZE_ASSIGN(const GradeTable table, ReadGrades(database, input, column, released));
  const std::vector<std::size_t> guesses = GuessByQuantile(table.view);
  std::map<double, Value> values;
  for (std::size_t g = 0; g < guesses.size(); ++g) {
    values.emplace(table.grades[g], table.known.values[guesses[g]]);
  }
  return values;
}

}  // namespace

Result<std::vector<std::optional<Value>>> ReadCells(Database& database, const AttackInput& input,
                                                    const PolicyAttribute& attribute,
                                                    const SourceColumns& released,
                                                    const std::vector<Cell>& cells) {
  const std::vector<PersonalColumn> personal = PersonalColumns(input.policy);
  const PersonalColumn* column = FindPersonal(personal, attribute.attribute.name);
  const bool graded = column != nullptr && column->graded;
  Guesses aliases;
  std::map<double, Value> grades;
  if (column != nullptr && !graded) {
    GAUZE_ASSIGN(aliases, GuessAliases(database, input, *column, released));
  }
  if (graded) {
    GAUZE_ASSIGN(grades, GuessGrades(database, input, *column, released));
  }
  Attribute shown = attribute.attribute;
  shown.format.clear();  // a release has its own spelling of dates
  if (graded) shown.type = ValueType::kDecimal;
  std::vector<std::optional<Value>> values;
  for (const Cell& cell : cells) {
    auto& value = values.emplace_back();
    if (!cell) continue;
    const auto alias = aliases.find(*cell);
    const std::string& text = alias != aliases.end() ? alias->second : *cell;
    if (text.empty() || IsMissing(input.policy, text)) continue;
    value = ParseValue(shown, text);
    if (value && graded) value = grades.at(value->real);
  }
  return values;
}

}  // namespace gauze
