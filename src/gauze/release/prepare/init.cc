#include "gauze/release/prepare/init.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "gauze/engine/profile/person_columns.h"
#include "gauze/engine/profile/profile.h"
#include "gauze/engine/read/source.h"

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
bool MayNamePersons(const ColumnProfile& column, std::uint64_t rows) {
  if (column.type != ValueType::kText && column.type != ValueType::kInteger) return false;
  return NamesPersons(column.name) || (column.distinct >= 200 && column.distinct * 10 >= rows);
}

std::string Line(const ColumnProfile& column, std::uint64_t rows, bool repeats) {
  std::string comment = fmt::format("about {} distinct", column.distinct);
  if (column.missing > 0) comment += fmt::format(", {} missing", column.missing);
  if (repeats) {
    comment += "; repeats: if it identifies people with several rows, entity";
  } else if (column.distinct * 10 > rows * 9 && rows > 20) {
    comment += "; nearly unique: identifying?";
  }
  return fmt::format("  {}: {{role: undecided, type: {}}}  # {}\n", Key(column.name),
                     Name(column.type), comment);
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
  GAUZE_ASSIGN(const Profile profile, ProfileColumns(database, columns, {}, progress));
  if (columns.named_by_line && profile.rows > 0) {
    GAUZE_ASSIGN(const bool row, FirstLineIsRow(database, profile));
    if (row) {
      return InputError("the first line looks like a row, not like names of columns", source,
                        "write names of columns above it; or pass --no-header (Python: "
                        "header=False), and columns are called c1, c2, …");
    }
  }
  std::vector<std::string> asked;
  for (const ColumnProfile& column : profile.columns) {
    if (MayNamePersons(column, profile.rows)) asked.push_back(column.name);
  }
  GAUZE_ASSIGN(const auto repeating, RepeatingPersons(database, "source", asked));
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
  for (const ColumnProfile& column : profile.columns) {
    const bool repeats = std::ranges::find(repeating, column.name) != repeating.end();
    text += Line(column, profile.rows, repeats);
  }
  text +=
      "protect:  # gauze models lists them\n"
      "  - k_anonymity: {k: 5}\n"
      "release: {directory: release, format: csv}\n";
  return text;
}

}  // namespace gauze
