#include "gauze/attack/release_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "gauze/attack/numbers.h"
#include "gauze/encode/encode.h"
#include "gauze/engine/read/source/policy_source.h"

namespace gauze {
namespace {

namespace fs = std::filesystem;
using Cell = std::optional<std::string>;

std::vector<std::string> DataFiles(const std::string& release) {
  std::error_code error;
  if (!fs::is_directory(release, error)) return {release};
  if (fs::exists(release + "/data.parquet", error)) return {release + "/data.parquet"};
  if (fs::is_directory(release + "/data", error)) return {release + "/data/*.parquet"};
  return {release + "/data.csv"};
}

bool Has(const SourceColumns& columns, const std::string& name) {
  return std::ranges::find(columns.names, name) != columns.names.end();
}

// A range in two columns is read as if it were in one. A cell of decimals or timestamps ends before
// its upper bound, but for the last one: that is where `boxes: cells` and bounds meet.
std::string BoundsExpression(const PolicyAttribute& attribute, const Policy& policy) {
  const ValueType type = attribute.attribute.type;
  const std::string from = QuoteName(attribute.attribute.name + "_from");
  const std::string to = QuoteName(attribute.attribute.name + "_to");
  const Parameters& parameters = policy.transform.parameters;
  const bool half_open = parameters.Has("boxes") && parameters.Text("boxes") == "cells" &&
                         (type == ValueType::kDecimal || type == ValueType::kTimestamp);
  const std::string end = half_open ? fmt::format(
                                          "CASE WHEN {1} = {0} OR {1} = (SELECT max({1}) "
                                          "FROM released) THEN ']' ELSE ')' END",
                                          from, to)
                                    : "']'";
  return fmt::format("CASE WHEN {0} IS NULL THEN '*' ELSE '[' || {0} || ', ' || {1} || {2} END",
                     from, to, end);
}

std::string ColumnList(const std::vector<std::string>& expressions) {
  std::string list;
  for (const std::string& expression : expressions) list += expression + ", ";
  return list;
}

// A CSV release writes a missing cell as an empty field.
Cell LabelOf(const Cell& cell) { return cell && cell->empty() ? Cell() : cell; }

}  // namespace

Result<SourceColumns> OpenReleaseAs(Database& database, const std::string& release,
                                    const CsvDialect& dialect, const std::string& view) {
  const bool folder = fs::is_directory(release);
  return OpenSource(database, DataFiles(release), folder ? CsvDialect{.delimiter = ","} : dialect,
                    view);
}

Result<SourceColumns> OpenRelease(Database& database, const AttackInput& input) {
  return OpenReleaseAs(database, input.release(), CsvDialect(), "released");
}

Result<SourceColumns> OpenOriginal(Database& database, const AttackInput& input) {
  return OpenPolicySource(database, input.policy, input.policy.sources, "original");
}

Result<SourceColumns> OpenKnown(Database& database, const AttackInput& input) {
  return OpenPolicySource(database, input.policy,
                          input.known.empty() ? input.policy.sources : input.known, "known");
}

Status RequireColumn(const SourceColumns& columns, const std::string& name,
                     const std::string& file) {
  if (Has(columns, name)) return {};
  return InputError(fmt::format("there is no column \"{}\"", name), file,
                    "is this a release of this policy?");
}

Result<std::string> LabelExpression(const SourceColumns& columns, const PolicyAttribute& attribute,
                                    const AttackInput& input) {
  const std::string& name = attribute.attribute.name;
  if (!Has(columns, name) && Has(columns, name + "_from")) {
    return BoundsExpression(attribute, input.policy);
  }
  GAUZE_TRY(RequireColumn(columns, name, input.release()));
  return QuoteName(name);
}

Result<ReleaseRows> ReadRelease(Database& database, const AttackInput& input,
                                const std::vector<std::string>& shown) {
  GAUZE_ASSIGN(const SourceColumns columns, OpenRelease(database, input));
  ReleaseRows release;
  std::vector<std::string> labels;
  for (const PolicyAttribute& attribute : input.policy.attributes) {
    if (attribute.attribute.role != Role::kQuasiIdentifying) continue;
    GAUZE_ASSIGN(std::string label, LabelExpression(columns, attribute, input));
    release.quasi_identifiers.push_back(&attribute);
    labels.push_back(std::move(label));
  }
  std::vector<std::string> quoted;
  for (const std::string& name : shown) {
    GAUZE_TRY(RequireColumn(columns, name, input.release()));
    quoted.push_back(QuoteName(name));
  }
  GAUZE_ASSIGN(const auto rows, database.Rows(fmt::format(
                                    "SELECT {}{}count(*) FROM released GROUP BY ALL ORDER BY ALL",
                                    ColumnList(labels), ColumnList(quoted))));
  std::vector<Numbers<Cell>> label_of(labels.size());
  std::vector<Numbers<Cell>> value_of(shown.size());
  Numbers<std::vector<std::size_t>> class_of;
  std::vector<std::vector<std::map<std::size_t, std::uint64_t>>> values;
  for (const auto& row : rows) {
    std::vector<std::size_t> printed;
    for (std::size_t j = 0; j < labels.size(); ++j) printed.push_back(label_of[j](LabelOf(row[j])));
    const std::size_t one = class_of(printed);
    if (one == release.classes.size()) {
      release.classes.push_back({.labels = printed});
      values.emplace_back(shown.size());
    }
    release.classes[one].rows += NumberIn(row.back());
    for (std::size_t s = 0; s < shown.size(); ++s) {
      values[one][s][value_of[s](row[labels.size() + s])] += NumberIn(row.back());
    }
  }
  for (std::size_t c = 0; c < values.size(); ++c) {
    for (const auto& counts : values[c]) {
      release.classes[c].values.emplace_back(counts.begin(), counts.end());
    }
  }
  for (const auto& numbers : label_of) release.labels.push_back(numbers.keys());
  for (const auto& numbers : value_of) release.values.push_back(numbers.keys());
  return release;
}

Result<ColumnValues> ValuesOf(Database& database, const PolicyAttribute& attribute,
                              const Policy& policy, const std::string& view) {
  const Attribute& column = attribute.attribute;
  GAUZE_ASSIGN(const auto cells,
               database.Rows(fmt::format("SELECT {0}, count(*) FROM {1} GROUP BY {0}",
                                         QuoteName(column.name), view)));
  const auto before = [&](const Value& a, const Value& b) {
    return Value::Before(column.type, a, b);
  };
  std::map<Value, std::uint64_t, decltype(before)> counts(before);
  for (const auto& row : cells) {
    if (!row[0] || IsMissing(policy, *row[0])) continue;
    if (const auto value = ParseValue(column, *row[0])) counts[*value] += NumberIn(row[1]);
  }
  ColumnValues values{.type = column.type};
  for (const auto& [value, rows] : counts) {
    values.values.push_back(value);
    values.counts.push_back(rows);
  }
  return values;
}

}  // namespace gauze
