#include "comparison.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/report/comparison_picture.h"

namespace gauze::cli {
namespace {

using Row = std::vector<std::string>;

// Numbers to the right, words to the left; the last column is as long as it is.
struct Column {
  std::string title;
  bool words = false;
};

// Sums of counts as they are, shares to four places.
std::string Short(double number) {
  if (number > 1 && number < 1e15 && number == std::floor(number)) {
    return Grouped(static_cast<std::uint64_t>(number));
  }
  return number >= 1e6 ? fmt::format("{:.4g}", number) : fmt::format("{:.4f}", number);
}

// To the second where it matters; JSON has the rest.
std::string Seconds(double seconds) {
  return seconds < 10 ? "<10" : fmt::format("{:.0f}", std::ceil(seconds));
}

// Columns in the order of the figures that a candidate has.
std::vector<Column> ColumnsOf(const Json& figures) {
  std::vector<Column> columns = {
      {"candidate", true}, {"verdict", true}, {"classes"}, {"smallest"}, {"suppressed"}};
  for (const auto& [name, value] : figures["loss"].items()) columns.push_back({name});
  for (const auto& [name, value] : figures["risk"].items()) columns.push_back({name + " risk"});
  columns.push_back({"seconds"});
  columns.push_back({"dominated by", true});
  columns.push_back({"promises", true});
  return columns;
}

Row RowOf(const Json& candidate, std::size_t columns) {
  const bool holds = candidate["holds"];
  Row row = {candidate["name"].get<std::string>(), holds ? "holds" : "refused"};
  if (holds) {
    for (const char* count : {"classes", "smallest_class", "suppressed_rows"}) {
      row.push_back(Grouped(candidate[count].get<std::uint64_t>()));
    }
    for (const char* figures : {"loss", "risk"}) {
      for (const auto& [name, value] : candidate[figures].items()) {
        row.push_back(Short(value.get<double>()));
      }
    }
    row.push_back(Seconds(candidate["seconds"].get<double>()));
    const Json& dominator = candidate["dominated_by"];
    row.push_back(dominator.is_null() ? "-" : dominator.get<std::string>());
  }
  row.resize(columns - 1, "-");
  row.push_back(
      fmt::format("{}", fmt::join(candidate["promises"].get<std::vector<std::string>>(), ", ")));
  return row;
}

void PrintTable(const std::vector<Column>& columns, const std::vector<Row>& rows) {
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    widths.push_back(columns[c].title.size());
    for (const Row& row : rows) widths[c] = std::max(widths[c], row[c].size());
  }
  Row titles;
  for (const Column& column : columns) titles.push_back(column.title);
  const auto print = [&](const Row& row) {
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c) {
      const std::string gap = c == 0 ? "" : "  ";
      line += columns[c].words ? fmt::format("{}{:<{}}", gap, row[c], widths[c])
                               : fmt::format("{}{:>{}}", gap, row[c], widths[c]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    fmt::print("{}\n", line);
  };
  print(titles);
  for (const Row& row : rows) print(row);
}

void PrintComparison(const Json& comparison) {
  const Json& candidates = comparison["candidates"];
  const auto held = std::ranges::find_if(
      candidates, [](const Json& candidate) { return candidate["holds"].get<bool>(); });
  if (held != candidates.end()) {
    const std::vector<Column> columns = ColumnsOf(*held);
    std::vector<Row> rows;
    for (const Json& candidate : candidates) rows.push_back(RowOf(candidate, columns.size()));
    PrintTable(columns, rows);
    const Json& axes = comparison["axes"];
    fmt::print(
        "dominated: another has no more risk and no more loss, and less of one\n"
        "  risk ({}): {}\n  loss ({}): {}\n",
        axes["risk"]["measure"].get<std::string>(), axes["risk"]["means"].get<std::string>(),
        axes["loss"]["measure"].get<std::string>(), axes["loss"]["means"].get<std::string>());
  }
  for (const Json& candidate : candidates) {
    if (candidate["holds"]) continue;
    const Json& reason = candidate["reason"];
    fmt::print("refused: {}: {}\n", candidate["name"].get<std::string>(),
               reason["message"].get<std::string>());
  }
  for (const Json& note : comparison["notes"]) fmt::print("note: {}\n", note.get<std::string>());
  fmt::print("nothing was released\n");
}

}  // namespace

Result<int> ShowComparison(const Json& comparison, bool json, const std::string& chart) {
  if (json) {
    PrintJson(comparison);
  } else {
    PrintComparison(comparison);
  }
  const Json& candidates = comparison["candidates"];
  if (!chart.empty()) {
    GAUZE_ASSIGN(const std::string svg, report::ComparisonPicture(comparison));
    GAUZE_TRY(WriteFile(chart, svg));
  }
  const bool any = std::ranges::any_of(
      candidates, [](const Json& candidate) { return candidate["holds"].get<bool>(); });
  return any ? 0 : static_cast<int>(ErrorCode::kInput);
}

void AddChartOption(CLI::App* command, std::string& chart) {
  command->add_option("--chart", chart, "also draw risk against loss of the candidates, as an SVG")
      ->type_name("FILE");
}

}  // namespace gauze::cli
