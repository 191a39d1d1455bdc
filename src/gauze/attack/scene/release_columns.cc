#include "gauze/attack/scene/release_columns.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "gauze/attack/release_rows.h"

namespace gauze::labels {
namespace {

constexpr std::array<std::string_view, 5> kCountNames = {"count", "counts", "n", "freq",
                                                         "frequency"};

bool Contains(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

// "age" of "age_from", if there is "age_to", too.
std::string BoundsName(const std::vector<std::string>& names, const std::string& from) {
  constexpr std::string_view kFrom = "_from";
  if (!from.ends_with(kFrom)) return "";
  std::string name = from.substr(0, from.size() - kFrom.size());
  return Contains(names, name + "_to") ? name : "";
}

std::string BoundsAsRange(const std::string& name) {
  return fmt::format(
      "CASE WHEN {0} IS NULL THEN '*' WHEN {0} = {1} THEN CAST({0} AS VARCHAR) "
      "ELSE '[' || {0} || ', ' || {1} || ']' END",
      QuoteName(name + "_from"), QuoteName(name + "_to"));
}

}  // namespace

Result<ReleaseColumns> ReleaseColumns::Find(Database& database,
                                            const std::vector<std::string>& releases,
                                            const Description& description) {
  ReleaseColumns made;
  for (const std::string& path : releases) {
    GAUZE_ASSIGN(Opened opened, made.Open(database, path, description));
    made.opened_.push_back(std::move(opened));
  }
  // Names of columns are told only if one of them is known: otherwise they may be cells of a file
  // without a header.
  if (description.quasi_identifiers.empty() && description.sensitive.empty()) {
    return InputError("no column of the release is described", releases.front(),
                      "name the sensitive columns, or list quasi-identifiers, with --sensitive or "
                      "in a description of the labels");
  }
  made.sensitive_ = description.sensitive;
  made.quasi_identifiers_ = description.quasi_identifiers;
  if (made.quasi_identifiers_.empty()) GAUZE_TRY(made.Recognise(database, description));
  if (made.quasi_identifiers_.empty()) {
    return InputError("no column is left that could be a quasi-identifier", releases.front(),
                      "list them under quasi_identifying in a description of the labels");
  }
  for (ColumnDescription& column : made.quasi_identifiers_) {
    if (!column.tight) column.tight = description.tight;
  }
  for (const Opened& opened : made.opened_) GAUZE_TRY(made.AddRead(opened));
  return made;
}

Result<ReleaseColumns::Opened> ReleaseColumns::Open(Database& database, const std::string& path,
                                                    const Description& description) {
  Opened opened{.file = path, .view = fmt::format("released{}", opened_.size())};
  GAUZE_ASSIGN(const SourceColumns columns,
               OpenReleaseAs(database, path, description.csv, opened.view));
  for (const std::string& name : columns.names) {
    if (std::string range = BoundsName(columns.names, name); !range.empty()) {
      opened.expressions.push_back(BoundsAsRange(range));
      opened.names.push_back(std::move(range));
    } else if (!name.ends_with("_to") ||
               !Contains(columns.names, name.substr(0, name.size() - 3) + "_from")) {
      opened.expressions.push_back(QuoteName(name));
      opened.names.push_back(name);
    }
  }
  GAUZE_TRY(FindCount(database, description, opened));
  return opened;
}

// A column with the right name that has whole numbers and without which no two lines are equal.
Status ReleaseColumns::FindCount(Database& database, const Description& description,
                                 Opened& release) {
  release.count = "1";
  std::vector<std::string> candidates;
  for (const std::string& name : release.names) {
    std::string lower = name;
    std::ranges::transform(lower, lower.begin(), [](char c) {
      return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    const bool named =
        description.count.empty() && std::ranges::find(kCountNames, lower) != kCountNames.end();
    if (named || name == description.count) candidates.push_back(name);
  }
  for (const std::string& name : candidates) {
    const std::string number = fmt::format("try_cast({} AS UBIGINT)", QuoteName(name));
    GAUZE_ASSIGN(const auto odd,
                 database.Count(fmt::format("SELECT count(*) FROM {} WHERE {} IS NULL OR {} = 0",
                                            release.view, number, number)));
    GAUZE_ASSIGN(const auto alike,
                 database.Count(fmt::format(
                     "SELECT count(*) FROM (SELECT *, count(*) FROM (SELECT * EXCLUDE ({}) FROM "
                     "{}) GROUP BY ALL HAVING count(*) > 1)",
                     QuoteName(name), release.view)));
    const bool counts = odd == 0 && (alike == 0 || name == description.count);
    if (!counts) continue;
    release.count = number;
    const auto at = std::ranges::find(release.names, name) - release.names.begin();
    release.names.erase(release.names.begin() + at);
    release.expressions.erase(release.expressions.begin() + at);
    left_out_.push_back(fmt::format("{}: says how many people a line stands for", name));
    return {};
  }
  if (description.count.empty()) return {};
  return InputError(fmt::format("column \"{}\" does not count people", description.count),
                    release.file, "a count is a whole number above 0, in every line");
}

Result<bool> ReleaseColumns::IsDifferentInEveryRow(Database& database, const Opened& release,
                                                   std::size_t column) {
  // A few rows, and lines that are counted, may well differ in any column.
  constexpr std::uint64_t kFewRows = 20;
  if (release.count != "1") return false;
  GAUZE_ASSIGN(const auto rows,
               database.Rows(fmt::format("SELECT count(*), count(DISTINCT {}) FROM {}",
                                         release.expressions[column], release.view)));
  return NumberIn(rows[0][0]) > kFewRows && NumberIn(rows[0][0]) == NumberIn(rows[0][1]);
}

Status ReleaseColumns::Recognise(Database& database, const Description& description) {
  const Opened& first = opened_.front();
  for (std::size_t i = 0; i < first.names.size(); ++i) {
    const std::string& name = first.names[i];
    if (Contains(sensitive_, name)) continue;
    if (Contains(description.ignored, name)) {
      left_out_.push_back(name + ": ignored, as described");
      continue;
    }
    const bool everywhere = std::ranges::all_of(
        opened_, [&](const Opened& other) { return Contains(other.names, name); });
    if (!everywhere) {
      left_out_.push_back(name + ": not in every release");
      continue;
    }
    GAUZE_ASSIGN(const bool numbers_rows, IsDifferentInEveryRow(database, first, i));
    if (numbers_rows) {
      left_out_.push_back(name + ": different in every row, as a number of the row is");
      continue;
    }
    quasi_identifiers_.push_back({.name = name});
  }
  return {};
}

Status ReleaseColumns::AddRead(const Opened& release) {
  Read read{.view = release.view, .count = release.count};
  std::vector<std::string> names = sensitive_;
  std::ranges::transform(quasi_identifiers_, std::inserter(names, names.begin()),
                         &ColumnDescription::name);
  for (const std::string& name : names) {
    const auto found = std::ranges::find(release.names, name);
    if (found == release.names.end()) {
      return InputError(fmt::format("there is no column \"{}\"", name), release.file,
                        "is this a release with the columns that are described?");
    }
    read.expressions.push_back(
        release.expressions[static_cast<std::size_t>(found - release.names.begin())]);
  }
  reads_.push_back(std::move(read));
  return {};
}

}  // namespace gauze::labels
