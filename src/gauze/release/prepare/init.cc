#include "gauze/release/prepare/init.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include "gauze/engine/profile/person_columns.h"
#include "gauze/engine/profile/person_keys.h"
#include "gauze/engine/profile/profile.h"
#include "gauze/engine/read/source.h"
#include "gauze/release/files/memory_budget.h"
#include "gauze/release/prepare/header_row.h"
#include "gauze/roles/suggest_role.h"
#include "gauze/taxonomy/suggest/code_signs.h"

namespace gauze {
namespace {

// A YAML key that means just these characters.
std::string Key(const std::string& name) {
  const bool plain = !name.empty() && std::ranges::all_of(name, [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '-';
  }) && std::isalpha(static_cast<unsigned char>(name.front())) != 0;
  if (plain) return name;
  std::string quoted = "\"";
  for (const char c : name) {
    if (static_cast<unsigned char>(c) < 0x20) {
      quoted += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
      continue;
    }
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

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

std::string Line(const ColumnProfile& column, bool accept) {
  const ColumnFacts& facts = column.facts;
  const RoleSuggestion suggested = SuggestRole(facts);
  std::string comment =
      fmt::format("{}{} distinct", facts.distinct_exact ? "" : "about ", facts.distinct);
  if (facts.missing > 0) comment += fmt::format(", {} missing", facts.missing);
  comment += accept ? fmt::format("; {}", suggested.reason)
                    : fmt::format("; suggested: {} ({})", Name(suggested.role), suggested.reason);
  if (suggested.role != Role::kEntity && MayNamePersons(facts)) {
    comment += " It repeats: if it identifies people with several rows, entity.";
  }
  return fmt::format("  {}: {{role: {}, type: {}}}  # {}\n", Key(facts.name),
                     Name(accept ? suggested.role : Role::kUndecided), Name(ProposedType(column)),
                     comment);
}

// Spellings that look like "no value" in some column, by a fixed list of well-known ones.
std::string MarkersLine(const Profile& profile, bool accept) {
  std::set<std::string> spellings;
  for (const ColumnProfile& column : profile.columns) {
    for (const MarkedCells& mark : column.marks)
      spellings.insert(fmt::format("\"{}\"", mark.spelling));
  }
  const std::string found = fmt::format("[{}]", fmt::join(spellings, ", "));
  if (spellings.empty()) {
    return "missing_markers: []  # other spellings of \"no value\", e.g. [\"?\", \"NA\"]\n";
  }
  if (accept) return fmt::format("missing_markers: {}  # these look like \"no value\"\n", found);
  return fmt::format("missing_markers: []  # suggested: {}, which look like \"no value\"\n", found);
}

std::string DialectLine(const CsvDialect& dialect) {
  std::vector<std::string> entries;
  if (!dialect.encoding.empty()) entries.push_back("encoding: " + dialect.encoding);
  if (!dialect.header) entries.emplace_back("header: false");
  return entries.empty() ? "" : fmt::format("csv: {{{}}}\n", fmt::join(entries, ", "));
}

}  // namespace

Result<std::string> InitialPolicy(const InitOptions& options, Progress& progress) {
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
  std::string text = fmt::format(
      "# {}, then: gauze check FILE, gauze run FILE\n"
      "#   identifying        dropped (name, address)\n"
      "#   entity             dropped, and rows with the same value count as one person: for "
      "people\n"
      "#                      who have several rows (patient number)\n"
      "#   quasi_identifying  generalised: an outsider may know it (age, sex, zip)\n"
      "#   sensitive          kept, and protected by a model below (diagnosis, income)\n"
      "#   insensitive        kept as it is\n"
      "version: 1\n"
      "source: {}  # {} rows\n"
      "{}"
      "missing: own_value\n"
      "{}"
      "attributes:\n",
      options.accept ? "Roles are suggestions: look at each" : "Decide the role of every column",
      Key(std::filesystem::path(options.source).is_absolute()
              ? options.source
              : std::filesystem::proximate(options.source, options.folder).string()),
      profile.rows, DialectLine(options.dialect), MarkersLine(profile, options.accept));
  for (const ColumnProfile& column : profile.columns) text += Line(column, options.accept);
  text +=
      "protect:  # gauze models lists them\n"
      "  - k_anonymity: {k: 5}\n"
      "release: {directory: release, format: csv}\n";
  return text;
}

}  // namespace gauze
