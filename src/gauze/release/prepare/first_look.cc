#include "gauze/release/prepare/first_look.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <filesystem>
#include <set>

#include "gauze/engine/profile/person_columns.h"
#include "gauze/engine/profile/person_keys.h"
#include "gauze/engine/read/source/source.h"
#include "gauze/postgresql/address.h"
#include "gauze/release/files/memory_budget.h"
#include "gauze/release/prepare/header_row.h"
#include "gauze/roles/suggest_role.h"
#include "gauze/taxonomy/suggest/code_signs.h"

namespace gauze {
namespace {

// Persons who have several rows are asked for by role, where a column may tell them apart.
bool MayNamePersons(const ColumnFacts& facts) {
  if (facts.type != ValueType::kText && facts.type != ValueType::kInteger) return false;
  const bool many = facts.distinct >= 200 && facts.distinct * 10 >= facts.rows;
  return (many || NamesPersons(facts.name)) &&
         RepeatsLikePersons(facts.name, facts.rows - facts.missing, facts.distinct);
}

// Numbers that are names of something become text: ranges of them mean nothing.
ValueType ProposedType(const ColumnProfile& column) {
  const ColumnFacts& facts = column.facts;
  if (facts.type != ValueType::kInteger || column.span < 0 || column.span > 9) return facts.type;
  const auto largest = static_cast<std::int64_t>(std::pow(10, column.span));
  return LooksNominal(facts.name, facts.distinct, 0, largest) ? ValueType::kText : facts.type;
}

FirstPolicy::Column FirstColumn(const ColumnProfile& column, const RoleSuggestion& suggested,
                                bool accept) {
  const ColumnFacts& facts = column.facts;
  std::string comment =
      fmt::format("{}{} distinct", facts.distinct_exact ? "" : "about ", facts.distinct);
  if (facts.missing > 0) comment += fmt::format(", {} missing", facts.missing);
  comment += accept ? fmt::format("; {}", suggested.reason)
                    : fmt::format("; suggested: {} ({})", Name(suggested.role), suggested.reason);
  if (suggested.role != Role::kEntity && MayNamePersons(facts)) {
    comment += " It repeats: if it identifies people with several rows, entity.";
  }
  return {.name = facts.name,
          .role = accept ? suggested.role : Role::kUndecided,
          .type = ProposedType(column),
          .comment = comment};
}

// Spellings that look like "no value" in some column, by a fixed list of well-known ones.
void AddMarkers(const Profile& profile, bool accept, FirstPolicy& policy) {
  std::set<std::string> spellings;
  for (const ColumnProfile& column : profile.columns) {
    for (const MarkedCells& mark : column.marks) spellings.insert(mark.spelling);
  }
  if (spellings.empty()) {
    policy.markers_comment = "other spellings of \"no value\", e.g. [\"?\", \"NA\"]";
  } else if (accept) {
    policy.markers.assign(spellings.begin(), spellings.end());
    policy.markers_comment = "these look like \"no value\"";
  } else {
    policy.markers_comment = fmt::format("suggested: [\"{}\"], which look like \"no value\"",
                                         fmt::join(spellings, "\", \""));
  }
}

// As the policy names the file: relative if it was given so, through links as they are.
std::string SeenFrom(const std::string& folder, const std::string& file) {
  if (IsDatabaseAddress(file)) return file;
  namespace fs = std::filesystem;
  if (fs::path(file).is_absolute()) return file;
  const auto normal = [](const fs::path& path) { return fs::absolute(path).lexically_normal(); };
  return normal(file).lexically_proximate(normal(folder)).string();
}

}  // namespace

Result<FirstLook> LookAtTable(const InitOptions& options, Progress& progress) {
  GAUZE_ASSIGN(Database database, Database::Open({}));
  GAUZE_ASSIGN(const SourceColumns columns,
               OpenSource(database, {options.source}, options.dialect, "source"));
  GAUZE_ASSIGN(const Budget budget, MakeBudget(0));
  GAUZE_ASSIGN(
      Profile profile,
      ProfileColumns(database, columns, {.keep_rows = true, .memory_bytes = budget.read_engine / 2},
                     progress));
  GAUZE_TRY(RefuseHeaderRow(database, columns, profile, options.source));
  FindPersonKeys(profile);
  profile.codes.clear();
  return LookAtProfile(options, std::move(profile));
}

FirstLook LookAtProfile(const InitOptions& options, Profile profile) {
  FirstLook look;
  look.profile = std::move(profile);
  FirstPolicy& policy = look.policy;
  policy.to_do =
      options.accept ? "Roles are suggestions: look at each" : "Decide the role of every column";
  policy.source = SeenFrom(options.folder, options.source);
  policy.rows = look.profile.rows;
  policy.dialect = options.dialect;
  AddMarkers(look.profile, options.accept, policy);
  for (const ColumnProfile& column : look.profile.columns) {
    look.suggested.push_back(SuggestRole(column.facts));
    policy.columns.push_back(FirstColumn(column, look.suggested.back(), options.accept));
  }
  return look;
}

}  // namespace gauze
