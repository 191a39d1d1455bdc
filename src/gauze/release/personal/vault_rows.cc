#include "gauze/release/personal/vault_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "gauze/base/read_number.h"
#include "gauze/encode/record_spool.h"

namespace gauze {
namespace {

bool ReadsAsNumber(const std::string& text) {
  if (text.empty()) return true;  // missing
  const auto number = ReadAll<double>(text);
  return number && std::isfinite(*number);
}

void Repeat(std::uint32_t code, std::uint64_t rows, std::vector<std::uint32_t>& to) {
  to.insert(to.end(), rows, code);
}

}  // namespace

Status VaultRows::Add(const ReleasedTable& table) {
  if (vault_.columns.empty()) Begin(table);
  if (table.rows > std::numeric_limits<std::uint32_t>::max() - vault_.rows) {
    return InputError("a personal release can have at most 4,294,967,295 rows", "",
                      "release the table in parts");
  }
  for (std::size_t c = 0; c < table.columns.size(); ++c) AddColumn(table, c);
  for (std::size_t d = 0; d < disguises_.size(); ++d) {
    const std::string& name = schema_.table.attributes[disguises_[d].attribute].name;
    auto& column = *std::ranges::find(vault_.columns, name, &VaultColumn::name);
    for (std::size_t group = 0; group < table.counts.size(); ++group) {
      Repeat(table.own[d][group], table.counts[group], column.own_codes);
    }
  }
  for (std::size_t group = 0; group < table.persons.size(); ++group) {
    Repeat(table.persons[group], table.counts[group], vault_.persons);
  }
  vault_.rows += table.rows;
  return {};
}

void VaultRows::Begin(const ReleasedTable& table) {
  for (const ReleasedColumn& column : table.columns) {
    vault_.columns.push_back({.name = column.name});
  }
  places_.resize(table.columns.size());
  for (const Disguise& disguise : disguises_) {
    const std::string& name = schema_.table.attributes[disguise.attribute].name;
    auto& column = *std::ranges::find(vault_.columns, name, &VaultColumn::name);
    column.kind = !disguise.choice   ? VaultKind::kGraded
                  : disguise.by_node ? VaultKind::kSafe
                                     : VaultKind::kAliased;
    column.aliases = disguise.aliases;
    column.categories = disguise.categories;
    const Domain& domain = schema_.table.domains[disguise.attribute];
    for (const Value& value : domain.values()) column.own.push_back(value.text);
    if (domain.has_missing()) column.own.emplace_back();
  }
}

void VaultRows::AddColumn(const ReleasedTable& table, std::size_t index) {
  constexpr auto kUnplaced = std::numeric_limits<std::uint32_t>::max();
  const ReleasedColumn& column = table.columns[index];
  std::vector<std::uint32_t>& codes = vault_.columns[index].shown_codes;
  std::vector<std::uint32_t> placed(column.values->size() + 1, kUnplaced);
  for (std::size_t group = 0; group < table.counts.size(); ++group) {
    std::uint32_t place = 0;
    if (!column.texts.empty()) {
      place = Place(index, column.texts[group].value_or(""));
    } else if (!column.keys.empty()) {
      const std::uint64_t key = column.keys[group];
      place =
          Place(index, key == RecordShape::kMissingKey ? "" : ValueOfKey(column.type, key).text);
    } else {
      const std::uint32_t code = column.codes[group];
      if (placed[code] == kUnplaced) {
        placed[code] =
            Place(index, code < column.values->size() ? (*column.values)[code].text : "");
      }
      place = placed[code];
    }
    Repeat(place, table.counts[group], codes);
  }
}

std::uint32_t VaultRows::Place(std::size_t column, const std::string& text) {
  std::vector<std::string>& shown = vault_.columns[column].shown;
  const auto [entry, added] =
      places_[column].emplace(text, static_cast<std::uint32_t>(shown.size()));
  if (added) shown.push_back(text);
  return entry->second;
}

// What a cell shows says what its person chose.
void VaultRows::AddChoices(const Disguise& disguise) {
  const std::string& name = schema_.table.attributes[disguise.attribute].name;
  const auto column = std::ranges::find(vault_.columns, name, &VaultColumn::name);
  if (column == vault_.columns.end() || !column->HasChoices()) return;
  std::unordered_map<std::string_view, std::uint8_t> choice_of = {{"", 1}};
  for (std::size_t i = 0; i < disguise.shown.size(); ++i) {
    choice_of.emplace(disguise.shown[i].text, disguise.choice_of_shown[i]);
  }
  std::vector<std::uint8_t> choices;
  for (const std::string& text : column->shown) choices.push_back(choice_of.at(text));
  for (const std::uint32_t code : column->shown_codes) column->choices.push_back(choices[code]);
}

Vault VaultRows::Take() {
  for (VaultColumn& column : vault_.columns) {
    column.number = std::ranges::all_of(column.shown, ReadsAsNumber);
  }
  for (const Disguise& disguise : disguises_) AddChoices(disguise);
  return std::exchange(vault_, {});
}

}  // namespace gauze
