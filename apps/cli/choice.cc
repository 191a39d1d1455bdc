#include <fmt/format.h>

#include "command.h"
#include "gauze/base/json.h"
#include "gauze/release/prepare/write_choices.h"

namespace gauze::cli {
namespace {

void PrintChoices(const Json& report) {
  fmt::print("{} of {} were stated; missing_choice: {} applies to the rest\n",
             Grouped(report["stated"].get<std::uint64_t>()),
             Counted(report["choices"].get<std::uint64_t>(), "choice", "choices"),
             report["missing_choice"].get<int>());
  const auto strangers = report["strangers"].get<std::uint64_t>();
  if (strangers > 0) {
    fmt::print("warning: choices of {} who {} not in the data\n",
               Counted(strangers, "person", "people"), strangers == 1 ? "is" : "are");
  }
  fmt::print("written {} to {}\n", Counted(report["rows"].get<std::uint64_t>(), "row", "rows"),
             report["written"].get<std::string>());
}

}  // namespace

void AddChoice(Commands& commands) {
  auto options = std::make_shared<ChoiceOptions>();
  CLI::App* command =
      commands.Add("choice", "add people's choices, kept in a table of their own, to the data",
                   [options, &commands](Progress& progress) -> Result<int> {
                     options->threads = commands.common().threads;
                     GAUZE_ASSIGN(const Json report, ApplyChoices(*options, progress));
                     progress.Done();
                     if (commands.common().json) {
                       PrintJson(report);
                     } else {
                       PrintChoices(report);
                     }
                     return 0;
                   });
  command->add_option("policy", options->policy.file, "the policy, with its personal section")
      ->required()
      ->type_name("FILE");
  command->add_option("--source", options->source, "the data, without choices")
      ->required()
      ->type_name("PATH");
  command
      ->add_option("--choices", options->choices,
                   "a table with the columns entity, attribute and choice")
      ->required()
      ->type_name("FILE");
  command
      ->add_option("-o,--out", options->out,
                   "where to write: CSV, or Parquet if it ends in .parquet; readable by you only")
      ->required()
      ->type_name("FILE");
}

}  // namespace gauze::cli
