#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "command.h"
#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/page/profile_page.h"
#include "gauze/release/files/memory_budget.h"
#include "gauze/release/prepare/init.h"
#include "gauze/release/prepare/profile_table.h"
#include "text_chart.h"

namespace gauze::cli {
namespace {

std::string Percent(const Json& share) {
  return fmt::format("{:.3g} %", 100 * share.get<double>());
}

std::string Listed(const Json& names) {
  std::string list;
  for (const Json& name : names) {
    list += (list.empty() ? "" : ", ") + Printable(name.get<std::string>());
  }
  return list;
}

std::string ValuesOf(const Json& column, std::uint64_t rows) {
  const auto distinct = column["distinct"].get<std::uint64_t>();
  const auto missing = column["missing"].get<std::uint64_t>();
  std::string text = column["exact"].get<bool>() ? "" : "about ";
  text += Counted(distinct, "value", "values");
  if (distinct > 1 && column["alone"] == rows - missing) text += ", all different";
  if (missing > 0) {
    text += fmt::format(", {} missing ({})", Grouped(missing), Percent(column["missing_share"]));
  }
  return text;
}

// 10,000, but 1e+20.
std::string Power(double number) {
  constexpr double kMostWritten = 1e15;
  return number < kMostWritten ? Grouped(static_cast<std::uint64_t>(number))
                               : fmt::format("{:g}", number);
}

void PrintShapes(const Json& text) {
  if (text["shapes"].empty()) return;
  constexpr std::size_t kShown = 4;
  std::string shapes;
  for (std::size_t i = 0; i < std::min(kShown, text["shapes"].size()); ++i) {
    const Json& shape = text["shapes"][i];
    shapes += fmt::format("{}{} ({})", i == 0 ? "" : ", ", shape["shape"].get<std::string>(),
                          Percent(shape["share"]));
  }
  fmt::print("  as {}\n", shapes);
}

void PrintForms(const Json& column) {
  const auto type = column["type"].get<std::string>();
  if (column.contains("runner_up")) {
    fmt::print("  {} in {} of the cells\n", column["runner_up"]["type"].get<std::string>(),
               Percent(column["runner_up"]["share"]));
  }
  if (column.contains("spans_less_than")) {
    fmt::print("  within less than {}{} of each other\n",
               Power(column["spans_less_than"].get<double>()),
               type == "date" || type == "timestamp" ? " days" : "");
  }
  if (!column.contains("text")) return;
  const Json& text = column["text"];
  if (type == "text") {
    const auto longest = text["longest"].get<std::uint64_t>();
    fmt::print("  {}{}\n",
               text["shortest"] == longest ? "" : fmt::format("{} to ", text["shortest"].dump()),
               Counted(longest, "character", "characters"));
  }
  if (type == "text" || type == "integer") PrintShapes(text);
}

std::string Band(const Json& band) {
  const auto from = band["from"].get<std::uint64_t>();
  return from == 1
             ? "once"
             : fmt::format("{} to {}", Grouped(from), Grouped(band["to"].get<std::uint64_t>()));
}

// From the first band that has values; one alone is said in words.
void PrintFrequencies(const Json& by_rows) {
  std::size_t first = 0;
  while (first < by_rows.size() && by_rows[first]["values"] == 0) ++first;
  if (first + 1 == by_rows.size() && first > 0) {
    fmt::print("  each in {} rows\n", Band(by_rows[first]));
  }
  if (first + 1 >= by_rows.size()) return;
  double most = 1;
  for (const Json& band : by_rows) most = std::max(most, band["values"].get<double>());
  std::vector<Bar> bars;
  for (std::size_t i = first; i < by_rows.size(); ++i) {
    bars.push_back({.label = Band(by_rows[i]),
                    .value = Grouped(by_rows[i]["values"].get<std::uint64_t>()),
                    .length = by_rows[i]["values"].get<double>() / most});
  }
  fmt::print("  values by the number of their rows\n{}", BarChart(bars, TheScreen()));
}

void PrintColumnProfile(const Json& column, std::uint64_t rows) {
  fmt::print("{}: {}, {}\n", Printable(column["name"].get<std::string>()),
             column["type"].get<std::string>(), ValuesOf(column, rows));
  PrintForms(column);
  if (column.contains("looks_missing")) {
    for (const Json& mark : column["looks_missing"]) {
      fmt::print("  looks missing: \"{}\" in {} ({})\n", mark["spelling"].get<std::string>(),
                 Counted(mark["cells"].get<std::uint64_t>(), "row", "rows"),
                 Percent(mark["share"]));
    }
  }
  if (column.contains("person_key")) {
    const Json& key = column["person_key"];
    fmt::print("  looks like people with several rows: {:.3g} rows each, {} the same in all\n",
               key["rows_per_value"].get<double>(),
               Counted(key["constant_columns"].get<std::uint64_t>(), "column", "columns"));
  }
  PrintFrequencies(column["by_rows"]);
  const Json& suggested = column["suggested"];
  fmt::print("  suggested: {}. {}\n", suggested["role"].get<std::string>(),
             Printable(suggested["reason"].get<std::string>()));
}

void PrintSafeHarbor(const Json& lines) {
  fmt::print("\nidentifiers of HIPAA Safe Harbor that columns seem to hold\n");
  bool any = false;
  for (const Json& line : lines) {
    if (line["columns"].empty()) continue;
    any = true;
    fmt::print("  {:>2} {}: {}\n", line["number"].get<int>(), line["identifier"].get<std::string>(),
               Listed(line["columns"]));
  }
  if (!any) fmt::print("  none was found, which does not say that none is there\n");
}

void PrintSets(const Json& sets) {
  fmt::print("\ncolumns that tell most rows apart\n");
  if (!sets["alone"].empty()) fmt::print("  alone: {}\n", Listed(sets["alone"]));
  for (const Json& set : sets["best"]) {
    const Json& small = set["small_groups"][1];
    fmt::print("  {}{}: {} unique ({}), {} in groups of fewer than {} ({})\n",
               Listed(set["columns"]), set["exact"].get<bool>() ? "" : " (best of those tried)",
               Counted(set["unique_rows"].get<std::uint64_t>(), "row", "rows"),
               Percent(set["share"]), Grouped(small["rows"].get<std::uint64_t>()),
               small["fewer_than"].get<std::uint64_t>(), Percent(small["share"]));
  }
  if (sets.contains("not_looked_for")) {
    fmt::print("  sets were not looked for: {}\n", sets["not_looked_for"].get<std::string>());
    return;
  }
  if (sets["columns"] == 0) return;
  fmt::print("  all {} {}: {} unique ({})\n", sets["columns"].get<std::uint64_t>(),
             sets["alone"].empty() ? "columns" : "others",
             Counted(sets["all_unique_rows"].get<std::uint64_t>(), "row", "rows"),
             Percent(sets["all_share"]));
  if (!sets["complete"].get<bool>()) {
    fmt::print("  not all sets were tried: that would take too long; {} of the columns were\n",
               sets["searched"].get<std::uint64_t>());
  }
}

void PrintProfile(const Json& profile) {
  const auto rows = profile["rows"].get<std::uint64_t>();
  fmt::print("{}, {}\n", Counted(rows, "row", "rows"),
             Counted(profile["columns"].size(), "column", "columns"));
  for (const Json& column : profile["columns"]) {
    fmt::print("\n");
    PrintColumnProfile(column, rows);
  }
  if (rows > 0) PrintSafeHarbor(profile["safe_harbor"]);
  if (profile.contains("sets") && rows > 0) PrintSets(profile["sets"]);
}

}  // namespace

void AddProfile(Commands& commands) {
  struct Options {
    ProfileTableOptions table;
    bool no_header = false;
    bool no_sets = false;
    std::string memory;
    std::string page;
    std::string policy;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command = commands.Add(
      "profile",
      "tell what a table looks like, and which columns tell people apart, without a value",
      [options, &commands](Progress& progress) -> Result<int> {
        options->table.threads = commands.common().threads;
        options->table.dialect.header = !options->no_header;
        options->table.sets = !options->no_sets;
        if (!options->memory.empty()) {
          GAUZE_ASSIGN(options->table.memory, ParseBytes(options->memory));
        }
        if (!options->policy.empty()) {
          GAUZE_TRY(RefuseExisting(options->policy));
          const std::string folder = std::filesystem::path(options->policy).parent_path().string();
          options->table.seen = [&, folder](Profile profile) {
            return WriteFile(options->policy,
                             InitialPolicyOf({.source = options->table.source,
                                              .dialect = options->table.dialect,
                                              .folder = folder.empty() ? "." : folder},
                                             std::move(profile)));
          };
        }
        GAUZE_ASSIGN(const Json profile, ProfileTable(options->table, progress));
        if (!options->page.empty()) {
          GAUZE_TRY(WriteFile(options->page, page::ProfilePage(profile), 0600));
        }
        progress.Done();
        if (commands.common().json) {
          PrintJson(profile);
        } else {
          PrintProfile(profile);
        }
        return 0;
      });
  command->add_option("source", options->table.source, "a CSV or Parquet file")
      ->required()
      ->type_name("FILE");
  command
      ->add_option("--encoding", options->table.dialect.encoding,
                   "encoding of a CSV file that is not UTF-8")
      ->check(CLI::IsMember({"utf-8", "latin-1", "utf-16"}));
  command->add_flag("--no-header", options->no_header,
                    "the first line of a CSV file is a row: columns are called c1, c2, ...");
  command->add_flag("--no-sets", options->no_sets,
                    "do not look for sets of columns that tell rows apart: faster");
  command
      ->add_option("--page", options->page, "also write it as one HTML page, readable by you only")
      ->type_name("FILE");
  command->add_option("--init", options->policy, "also write a first policy, as `gauze init` does")
      ->type_name("FILE");
  command
      ->add_option("--memory", options->memory,
                   "memory that all of it may take, e.g. 4GiB (default: four fifths of the "
                   "machine's); with more values than fit, counts are estimates")
      ->type_name("SIZE");
}

}  // namespace gauze::cli
