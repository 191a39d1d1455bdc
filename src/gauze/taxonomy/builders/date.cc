#include <fmt/format.h>

#include <chrono>

#include "gauze/taxonomy/build.h"

namespace gauze {
namespace {

std::vector<std::string> Path(const Value& value, bool timestamp) {
  using std::chrono::floor;
  const std::chrono::sys_days day =
      timestamp ? floor<std::chrono::days>(std::chrono::sys_time<std::chrono::microseconds>(
                      std::chrono::microseconds(value.whole)))
                : std::chrono::sys_days(std::chrono::days(value.whole));
  const std::chrono::year_month_day date(day);
  const int year = static_cast<int>(date.year());
  const unsigned month = static_cast<unsigned>(date.month());
  std::vector<std::string> path = {value.text};
  if (timestamp) {
    path.push_back(
        fmt::format("{:04}-{:02}-{:02}", year, month, static_cast<unsigned>(date.day())));
  }
  path.push_back(fmt::format("{:04}-{:02}", year, month));
  path.push_back(fmt::format("{:04}-Q{}", year, (month - 1) / 3 + 1));
  path.push_back(fmt::format("{:04}", year));
  path.push_back(fmt::format("{:04}s", year / 10 * 10));
  return path;
}

Result<Taxonomy> BuildDate(const ColumnValues& column, const Parameters& /*parameters*/,
                           const std::string& where) {
  const bool timestamp = column.type == ValueType::kTimestamp;
  if (!timestamp && column.type != ValueType::kDate) {
    return InputError("date is for dates and timestamps, but this column has none", where,
                      "declare type: date (with its format), or use interval, order or a file");
  }
  return TaxonomyOfPaths(
      column, [&](std::size_t i) { return Path(column.values[i], timestamp); }, where);
}

}  // namespace

HierarchyBuilder DateBuilder() {
  return {.descriptor = {.name = "date",
                         .summary = "day, month, quarter, year and decade of dates and timestamps",
                         .parameters = {},
                         .guarantees = "labels are parts of the calendar and do not depend on the "
                                       "data",
                         .not_covered = "a rare day still singles a person out: the models of the "
                                        "policy decide how far values are generalised",
                         .reference = "docs/hierarchies.md#date"},
          .short_form = "",
          .build = BuildDate};
}

}  // namespace gauze
