#include "gauze/release/prepare/init.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "gauze/engine/profile/person_columns.h"
#include "gauze/engine/profile/profile.h"
#include "gauze/engine/read/source.h"
#include "gauze/release/files/memory_budget.h"
#include "gauze/release/prepare/header_row.h"

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

std::string Line(const ColumnFacts& facts) {
  std::string comment =
      fmt::format("{}{} distinct", facts.distinct_exact ? "" : "about ", facts.distinct);
  if (facts.missing > 0) comment += fmt::format(", {} missing", facts.missing);
  if (MayNamePersons(facts)) {
    comment += "; repeats: if it identifies people with several rows, entity";
  } else if (facts.distinct * 10 > facts.rows * 9 && facts.rows > 20) {
    comment += "; nearly unique: identifying?";
  }
  return fmt::format("  {}: {{role: undecided, type: {}}}  # {}\n", Key(facts.name),
                     Name(facts.type), comment);
}

std::string DialectLine(const CsvDialect& dialect) {
  std::vector<std::string> entries;
  if (!dialect.encoding.empty()) entries.push_back("encoding: " + dialect.encoding);
  if (!dialect.header) entries.emplace_back("header: false");
  return entries.empty() ? "" : fmt::format("csv: {{{}}}\n", fmt::join(entries, ", "));
}

}  // namespace

Result<std::string> InitialPolicy(const std::string& source, const CsvDialect& dialect,
                                  const std::string& folder, Progress& progress) {
  GAUZE_ASSIGN(Database database, Database::Open({}));
  GAUZE_ASSIGN(const SourceColumns columns, OpenSource(database, {source}, dialect, "source"));
  GAUZE_ASSIGN(const Budget budget, MakeBudget(0));
  GAUZE_ASSIGN(
      const Profile profile,
      ProfileColumns(database, columns, {.memory_bytes = budget.read_engine / 2}, progress));
  GAUZE_TRY(RefuseHeaderRow(database, columns, profile, source));
  std::string text = fmt::format(
      "# Decide the role of every column, then: gauze check FILE, gauze run FILE\n"
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
      "missing_markers: []  # other spellings of \"no value\", e.g. [\"?\", \"NA\"]\n"
      "attributes:\n",
      Key(std::filesystem::path(source).is_absolute()
              ? source
              : std::filesystem::proximate(source, folder).string()),
      profile.rows, DialectLine(dialect));
  for (const ColumnProfile& column : profile.columns) text += Line(column.facts);
  text +=
      "protect:  # gauze models lists them\n"
      "  - k_anonymity: {k: 5}\n"
      "release: {directory: release, format: csv}\n";
  return text;
}

}  // namespace gauze
