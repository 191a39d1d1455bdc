#include "command.h"
#include "comparison.h"
#include "gauze/base/json.h"
#include "gauze/release/compare/compare_policies.h"
#include "gauze/release/files/memory_budget.h"
#include "policy_options.h"

namespace gauze::cli {
void AddCompare(Commands& commands) {
  auto options = std::make_shared<RunOptions>();
  auto memory = std::make_shared<std::string>();
  auto policies = std::make_shared<std::vector<std::string>>();
  auto chart = std::make_shared<std::string>();
  auto folder = std::make_shared<std::string>();
  CLI::App* command = commands.Add(
      "compare", "compare risk and loss of several policies, without releasing anything",
      [options, memory, policies, chart, folder, &commands](Progress& progress) -> Result<int> {
        options->threads = commands.common().threads;
        if (!memory->empty()) {
          GAUZE_ASSIGN(options->memory, ParseBytes(*memory));
        }
        std::vector<NamedPolicy> named = NamedByFile(*policies);
        if (!folder->empty()) {
          for (NamedPolicy& one : named) GAUZE_TRY(StartFrom(*folder, one.policy));
        }
        GAUZE_ASSIGN(const Json comparison, ComparePolicies(named, *options, progress));
        progress.Done();
        return ShowComparison(comparison, commands.common().json, *chart);
      });
  command->add_option("policies", *policies, "the policy files")->required()->type_name("FILE ...");
  AddSourceOption(command, *options);
  AddResourceOptions(command, *options, *memory);
  command->get_option("--temp")->description(
      "folder for temporary files, private and removed afterwards (default: the system's)");
  AddChartOption(command, *chart);
  AddFolderOption(command, *folder);
}

}  // namespace gauze::cli
