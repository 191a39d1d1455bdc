#include "gauze/attack/personal/alias_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "gauze/attack/numbers.h"
#include "gauze/attack/personal/alias_company.h"
#include "gauze/attack/release_rows.h"
#include "gauze/encode/encode.h"

namespace gauze {
namespace {

using Cell = std::optional<std::string>;
using Counts = std::map<std::size_t, std::uint64_t>;

// The first choice that shows an alias.
constexpr int kFirstAlias = 2;
constexpr int kSafeAlias = 3;

// Rows of an alias, or of a value and a choice, and the cells beside them by company column.
struct Profile {
  std::uint64_t rows = 0;
  std::vector<Counts> company;

  auto operator<=>(const Profile&) const = default;
};

// People who show the same alias, if the original is what was released.
struct Choosers {
  Profile profile;
  Counts values;
};

class AliasReader {
 public:
  AliasReader(Database& database, const AttackInput& input, const PersonalColumn& column)
      : database_(database),
        policy_(input.policy),
        column_(column),
        name_(QuoteName(column.attribute->attribute.name)) {}

  Result<AliasTable> Read(const std::vector<const PolicyAttribute*>& company) {
    GAUZE_TRY(ReadValues());
    if (column_.safe) GAUZE_TRY(ReadGroups());
    GAUZE_TRY(ReadShown());
    GAUZE_TRY(ReadChoosers());
    for (const PolicyAttribute* attribute : company) GAUZE_TRY(ReadCompany(attribute->attribute));
    FindTruth();
    return std::move(table_);
  }

 private:
  using Group = std::pair<std::size_t, int>;  // value, or group of values, and choice

  // Missing is a value like others, and can be hidden: the empty text.
  std::string TextOf(const Cell& cell) const {
    return PlainCell(policy_, column_.attribute->attribute, cell).value_or("");
  }
  std::size_t ValueOf(const Cell& cell) const { return *value_of_.Find(TextOf(cell)); }

  // Of the original, and of the table that is known; numbered by text.
  Status ReadValues() {
    std::map<std::string, std::uint64_t> known_rows;
    for (const std::string_view view : {"original", "known"}) {
      GAUZE_ASSIGN(
          const auto cells,
          database_.Rows(fmt::format("SELECT {0}, count(*) FROM {1} GROUP BY {0}", name_, view)));
      for (const auto& row : cells) {
        known_rows[TextOf(row[0])] += view == "known" ? NumberIn(row[1]) : 0;
      }
    }
    for (const auto& [text, rows] : known_rows) table_.view.known_rows[ValueNumber(text)] = rows;
    return {};
  }

  std::size_t ValueNumber(const std::string& text) {
    const std::size_t number = value_of_(text);
    if (number == table_.values.size()) {
      table_.values.push_back(text);
      table_.view.known_rows.push_back(0);
      table_.view.open_rows.push_back(0);
    }
    return number;
  }

  Status ReadShown() {
    GAUZE_ASSIGN(const auto cells, database_.Rows(fmt::format("SELECT {0}, count(*) FROM released "
                                                              "GROUP BY {0} ORDER BY {0}",
                                                              name_)));
    for (const auto& row : cells) {
      if (row[0] && IsAlias(*row[0])) {
        alias_of_(*row[0]);
        table_.aliases.push_back(*row[0]);
        table_.view.alias_rows.push_back(NumberIn(row[1]));
      } else if (row[0] && group_named_.contains(*row[0])) {
        const std::size_t group = group_named_.at(*row[0]);
        table_.names[*row[0]] = group;
        table_.view.named_rows[group] += NumberIn(row[1]);
      } else if (!column_.safe || value_of_.Find(TextOf(row[0]))) {
        table_.view.open_rows[ValueNumber(TextOf(row[0]))] += NumberIn(row[1]);
      }
    }
    return {};
  }

  // Values under one parent share its name and its alias; missing lies under the root.
  Status ReadGroups() {
    ColumnValues values{.type = column_.attribute->attribute.type};
    for (const std::string& text : table_.values) {
      if (!text.empty()) values.values.push_back({.text = text});
    }
    values.counts.resize(values.values.size());
    GAUZE_ASSIGN(const Taxonomy taxonomy,
                 MakeTaxonomy(column_.attribute->hierarchy, values, column_.attribute->where));
    Numbers<NodeId> group_of;
    for (const std::string& text : table_.values) {
      const NodeId parent = taxonomy[taxonomy.FindLeaf(text)].parent;
      table_.view.group.push_back(group_of(parent));
      group_named_[taxonomy[parent].label] = table_.view.group.back();
    }
    table_.view.named_rows.resize(group_of.keys().size());
    return {};
  }

  // Nothing for people who show no alias.
  std::optional<Group> GroupOf(const Cell& cell, const Cell& choice_cell) const {
    int choice = column_.missing_choice;
    if (choice_cell && !choice_cell->empty() && !IsMissing(policy_, *choice_cell)) {
      std::from_chars(choice_cell->data(), choice_cell->data() + choice_cell->size(), choice);
    }
    if (choice < (column_.safe ? kSafeAlias : kFirstAlias)) return std::nullopt;
    const std::size_t value = ValueOf(cell);
    return Group(column_.safe ? table_.view.group[value] : value, choice);
  }

  Status ReadChoosers() {
    GAUZE_ASSIGN(const auto rows,
                 database_.Rows(fmt::format("SELECT {}, {}, count(*) FROM original GROUP BY ALL",
                                            name_, QuoteName(column_.choice))));
    for (const auto& row : rows) {
      const auto group = GroupOf(row[0], row[1]);
      if (!group) continue;
      Choosers& choosers = choosers_[*group];
      choosers.profile.rows += NumberIn(row[2]);
      choosers.values[ValueOf(row[0])] += NumberIn(row[2]);
    }
    for (const std::uint64_t count : table_.view.alias_rows) profiles_.push_back({.rows = count});
    return {};
  }

  Status ReadCompany(const Attribute& other) {
    const std::string beside = QuoteName(other.name);
    Numbers<Cell> cell_of;
    const auto cell = [&](const Cell& text) { return cell_of(PlainCell(policy_, other, text)); };
    std::vector<Counts> by_alias(table_.aliases.size());
    std::vector<Counts> by_value(table_.values.size());
    GAUZE_ASSIGN(const auto shown,
                 database_.Rows(fmt::format("SELECT {}, {}, count(*) FROM released GROUP BY ALL "
                                            "ORDER BY ALL",
                                            name_, beside)));
    for (const auto& row : shown) {
      if (!row[0] || !IsAlias(*row[0])) continue;
      by_alias[alias_of_(*row[0])][cell(row[1])] += NumberIn(row[2]);
    }
    GAUZE_ASSIGN(const auto known,
                 database_.Rows(fmt::format("SELECT {}, {}, count(*) FROM known GROUP BY ALL "
                                            "ORDER BY ALL",
                                            name_, beside)));
    for (const auto& row : known) {
      by_value[ValueOf(row[0])][cell(row[1])] += NumberIn(row[2]);
    }
    GAUZE_ASSIGN(const auto original,
                 database_.Rows(fmt::format("SELECT {}, {}, {}, count(*) FROM original "
                                            "GROUP BY ALL ORDER BY ALL",
                                            name_, QuoteName(column_.choice), beside)));
    for (auto& [group, choosers] : choosers_) choosers.profile.company.emplace_back();
    for (const auto& row : original) {
      const auto group = GroupOf(row[0], row[1]);
      if (group) choosers_[*group].profile.company.back()[cell(row[2])] += NumberIn(row[3]);
    }
    AliasCompany company{.cells = cell_of.keys().size(), .aliases = {}, .values = {}};
    for (std::size_t a = 0; a < by_alias.size(); ++a) {
      company.aliases.emplace_back(by_alias[a].begin(), by_alias[a].end());
      profiles_[a].company.push_back(std::move(by_alias[a]));
    }
    for (const Counts& counts : by_value) company.values.emplace_back(counts.begin(), counts.end());
    table_.view.company.push_back(std::move(company));
    return {};
  }

  void FindTruth() {
    std::map<Profile, std::vector<const Choosers*>> found;
    for (const auto& [group, choosers] : choosers_) found[choosers.profile].push_back(&choosers);
    for (const Profile& profile : profiles_) {
      auto& truth = table_.truth.emplace_back();
      const auto fits = found.find(profile);
      if (fits == found.end()) continue;
      for (const Choosers* choosers : fits->second) {
        for (const auto& [value, rows] : choosers->values) {
          truth[value] += static_cast<double>(rows) / static_cast<double>(fits->second.size());
        }
      }
    }
  }

  Database& database_;
  const Policy& policy_;
  const PersonalColumn& column_;
  std::string name_;
  AliasTable table_;
  Numbers<std::string> value_of_;
  Numbers<std::string> alias_of_;
  std::map<std::string, std::size_t> group_named_;  // of a safe column: by the name of its node
  std::map<Group, Choosers> choosers_;
  std::vector<Profile> profiles_;  // by alias
};

}  // namespace

double AliasTable::hidden_rows() const {
  double rows = 0;
  for (const std::uint64_t count : view.alias_rows) rows += static_cast<double>(count);
  return rows;
}

double AliasTable::scored_rows() const {
  double rows = 0;
  for (std::size_t a = 0; a < aliases.size(); ++a) {
    if (!truth[a].empty()) rows += static_cast<double>(view.alias_rows[a]);
  }
  return rows;
}

double AliasTable::RightRows(const AliasGuesses& guesses) const {
  double rows = 0;
  for (std::size_t a = 0; a < aliases.size(); ++a) {
    for (const std::size_t guess : guesses[a]) {
      const auto right = truth[a].find(guess);
      if (right != truth[a].end()) rows += right->second / static_cast<double>(guesses[a].size());
    }
  }
  return rows;
}

Result<AliasTable> ReadAliases(Database& database, const AttackInput& input,
                               const PersonalColumn& column, const SourceColumns& released) {
  GAUZE_TRY(RequireColumn(released, column.attribute->attribute.name, input.release()));
  GAUZE_ASSIGN(const auto company, CompanyColumns(database, input, released));
  return AliasReader(database, input, column).Read(company);
}

}  // namespace gauze
