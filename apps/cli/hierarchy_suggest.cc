#include <fmt/format.h>

#include "command.h"
#include "gauze/base/json.h"
#include "gauze/release/prepare/suggest_hierarchies.h"
#include "hierarchy.h"

namespace gauze::cli {
namespace {

std::uint64_t CountIn(const Json& json, const char* name) {
  return json[name].get<std::uint64_t>();
}

void PrintSuggestion(std::size_t number, const Json& suggestion) {
  const auto policy = suggestion["policy"].get<std::string>();
  if (policy.empty()) {
    fmt::print("{}. a file, written with --take {} --out FILE\n", number, number);
  } else {
    fmt::print("{}. hierarchy: {}\n", number, policy);
  }
  fmt::print("   {}\n", suggestion["reason"].get<std::string>());
  for (const Json& level : suggestion["levels"]) {
    fmt::print("   level {}: {}, the smallest with {}\n", CountIn(level, "height"),
               Counted(CountIn(level, "nodes"), "node", "nodes"),
               Counted(CountIn(level, "fewest_rows"), "row", "rows"));
  }
  if (!suggestion.contains("tree")) return;
  PrintCountedTree(suggestion["tree"], "   ");
}

void PrintSuggestions(const Json& report) {
  fmt::print("{}: {} in {}, {}\n", report["column"].get<std::string>(),
             Counted(CountIn(report, "values"), "value", "values"),
             Counted(CountIn(report, "rows"), "row", "rows"), report["type"].get<std::string>());
  for (const Json& note : report["notes"]) fmt::print("note: {}\n", note.get<std::string>());
  if (report["suggestions"].empty()) fmt::print("no hierarchy suggests itself: write a file\n");
  std::size_t number = 0;
  for (const Json& suggestion : report["suggestions"]) PrintSuggestion(++number, suggestion);
}

}  // namespace

void PrintCountedTree(const Json& tree, const char* indent) {
  for (const Json& node : tree) {
    fmt::print("{}{:{}}{}  {}\n", indent, "", 2 * CountIn(node, "depth"),
               node["label"].get<std::string>(), Grouped(CountIn(node, "rows")));
  }
}

void AddHierarchySuggest(Commands& commands, CLI::App* parent) {
  auto options = std::make_shared<SuggestOptions>();
  CLI::App* command = commands.Add(
      "suggest", "propose hierarchies for a column, with the rows of each level",
      [options, &commands](Progress& /*progress*/) -> Result<int> {
        GAUZE_ASSIGN(const Json report, SuggestHierarchies(*options));
        if (commands.common().json) {
          PrintJson(report);
        } else if (!options->out.empty()) {
          fmt::print("suggestion {} is in {}\n", options->take, options->out);
        } else {
          PrintSuggestions(report);
        }
        return 0;
      },
      parent);
  command->add_option("table", options->table, "a CSV or Parquet file")
      ->required()
      ->type_name("FILE");
  command->add_option("column", options->column, "the column")->required()->type_name("NAME");
  command
      ->add_option("--marker", options->markers,
                   "a spelling that stands for a missing value; may be given several times")
      ->type_name("TEXT")
      ->allow_extra_args(false);
  command->add_flag("--show", options->show, "print the trees: they hold values of the column");
  command->add_option("--take", options->take, "write the suggestion of this number to --out")
      ->type_name("N");
  command
      ->add_option("-o,--out", options->out,
                   "the file for it, which lists every value and which only you can read")
      ->type_name("FILE");
}

}  // namespace gauze::cli
