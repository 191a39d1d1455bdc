#include "gauze/release/rows/singling_out.h"

#include <fmt/format.h>

#include <algorithm>

#include "gauze/base/counted.h"
#include "gauze/encode/encode.h"
#include "gauze/engine/read/source/source.h"

namespace gauze {
namespace {

bool IsSensitive(Role role) { return role == Role::kSensitive || role == Role::kQuasiSensitive; }

double ShareOf(std::uint64_t rows, const Uniqueness& uniqueness) {
  return uniqueness.rows == 0 ? 0
                              : static_cast<double>(rows) / static_cast<double>(uniqueness.rows);
}

std::string Listed(const std::vector<std::string>& names) {
  std::string list = names.front();
  for (std::size_t i = 1; i < names.size(); ++i) {
    list += (i + 1 == names.size() ? " and " : ", ") + names[i];
  }
  return list;
}

// "12 of 100 rows (12 %) are unique"
std::string Alone(const UniqueRows& unique, const Uniqueness& uniqueness) {
  const bool exact = uniqueness.one_in == 1;
  if (unique.rows == 0 && exact) return "no row is unique";
  return fmt::format("{}{} of {} ({}) {} unique", exact ? "" : "about ", Grouped(unique.rows),
                     Counted(uniqueness.rows, "row", "rows"),
                     Percentage(ShareOf(unique.rows, uniqueness)), unique.rows == 1 ? "is" : "are");
}

std::string SentenceOf(const Uniqueness& uniqueness, SpokenOf of) {
  const std::size_t columns = uniqueness.all.columns.size();
  const char* const kind = of == SpokenOf::kReleased ? "released" : "unchanged";
  std::string sentence = Alone(uniqueness.all, uniqueness) +
                         (columns == 1 ? fmt::format(" by the {} column", kind)
                                       : fmt::format(" by all {} {} columns", columns, kind));
  // The smallest that does at least half of what all columns do.
  const auto few = std::ranges::find_if(uniqueness.sets, [&](const UniqueRows& set) {
    return set.rows * 2 >= uniqueness.all.rows && set.columns.size() < columns;
  });
  if (few == uniqueness.sets.end()) return sentence;
  return sentence + fmt::format("; {} alone {} out {}", Listed(few->columns),
                                few->columns.size() == 1 ? "singles" : "single",
                                Percentage(ShareOf(few->rows, uniqueness)));
}

Json CountsJson(const UniqueRows& unique, const Uniqueness& uniqueness) {
  Json counts = {{"unique_rows", unique.rows}, {"share", ShareOf(unique.rows, uniqueness)}};
  if (uniqueness.one_in > 1) {
    counts["low"] = unique.low;
    counts["high"] = unique.high;
  }
  return counts;
}

}  // namespace

std::vector<std::string> SensitiveColumns(const Policy& policy) {
  std::vector<std::string> names;
  for (const PolicyAttribute& listed : policy.attributes) {
    if (IsSensitive(listed.attribute.role)) names.push_back(listed.attribute.name);
  }
  return names;
}

std::vector<std::string> SensitiveColumns(const Json& manifest) {
  std::vector<std::string> names;
  for (const Json& column : manifest.at("columns")) {
    const std::string role = column.at("role");
    if (role == Name(Role::kSensitive) || role == Name(Role::kQuasiSensitive)) {
      for (const Json& name : column.at("released_as")) names.push_back(name);
    }
  }
  return names;
}

Result<Uniqueness> MeasureUniqueness(Database& database, const std::vector<std::string>& paths,
                                     const CsvDialect& dialect,
                                     const std::vector<std::string>& sensitive, std::uint64_t rows,
                                     Progress& progress, std::optional<ColumnSets> sets) {
  GAUZE_ASSIGN(const SourceColumns columns, OpenSource(database, paths, dialect, "released_rows"));
  const auto is_there = [&](const std::string& name) {
    return std::ranges::find(columns.names, name) != columns.names.end();
  };
  if (sets && !std::ranges::all_of(
                  *sets, [&](const auto& set) { return std::ranges::all_of(set, is_there); })) {
    sets.reset();
  }
  return CountUniqueRows(database, "released_rows", columns.names, sensitive, rows, progress, sets);
}

Result<std::optional<Uniqueness>> UniquenessBefore(Database& database, const Policy& policy,
                                                   std::uint64_t rows, Progress& progress) {
  std::vector<std::string> columns;
  for (const PolicyAttribute& listed : policy.attributes) {
    const Role role = listed.attribute.role;
    if (role != Role::kSensitive && role != Role::kInsensitive) continue;
    if (policy.personal && policy.personal->Find(listed.attribute.name) != nullptr) continue;
    if (IsRead(policy, listed.attribute)) columns.push_back(listed.attribute.name);
  }
  if (columns.empty()) return std::nullopt;
  return CountUniqueRows(database, "source", columns, SensitiveColumns(policy), rows, progress);
}

Json UniquenessJson(const Uniqueness& uniqueness, SpokenOf of) {
  Json json = {{"rows", uniqueness.rows}, {"one_in", uniqueness.one_in}};
  json["all"] = CountsJson(uniqueness.all, uniqueness);
  json["all"]["columns"] = uniqueness.all.columns.size();
  if (uniqueness.open) {
    json["open"] = CountsJson(*uniqueness.open, uniqueness);
    json["open"]["columns"] = uniqueness.open->columns.size();
  }
  json["sets"] = Json::array();
  for (const UniqueRows& set : uniqueness.sets) {
    json["sets"].push_back(CountsJson(set, uniqueness));
    json["sets"].back()["columns"] = set.columns;
  }
  json["sentence"] = SentenceOf(uniqueness, of);
  return json;
}

ReleaseShape::SingledOut SingledOutOf(const Uniqueness& uniqueness) {
  ReleaseShape::SingledOut out{.all = ShareOf(uniqueness.all.rows, uniqueness)};
  if (uniqueness.open) out.open = ShareOf(uniqueness.open->rows, uniqueness);
  return out;
}

std::optional<std::string> UniquenessWarning(const Uniqueness& uniqueness, SpokenOf of) {
  if (!uniqueness.open || uniqueness.open->rows == 0) return std::nullopt;
  const std::size_t columns = uniqueness.open->columns.size();
  const std::string kind = of == SpokenOf::kReleased
                               ? fmt::format("released {} not sensitive",
                                             columns == 1 ? "column that is" : "columns that are")
                               : fmt::format("insensitive {}", columns == 1 ? "column" : "columns");
  return fmt::format(
      "{} by the {}{}: anyone who knows {} of a person finds the row, and no promise rules that "
      "out",
      Alone(*uniqueness.open, uniqueness), columns == 1 ? "" : fmt::format("{} ", columns), kind,
      columns == 1 ? "it" : "these");
}

}  // namespace gauze
