#include "../manual_page.h"
#include "command.h"
#include "gauze/release/manifest/catalog.h"

namespace gauze::cli {

void AddManual(Commands& commands) {
  auto name = std::make_shared<std::string>();
  CLI::App* command = commands.Add(
      "manual", "print a manual page: gauze manual verify | man -l -",
      [name, &commands](Progress& /*progress*/) -> Result<int> {
        const CLI::App& app = commands.app();
        const CLI::App& about = name->empty() ? app : *app.get_subcommand(*name);
        const std::string words = name->empty() ? "gauze" : "gauze " + *name;
        std::fputs(ManualPage(about, words, 1, kVersion, app.get_footer(), name->empty()).c_str(),
                   stdout);
        return 0;
      });
  std::vector<std::string> names;
  for (const CLI::App* page : manual::CommandsOf(commands.app())) names.push_back(page->get_name());
  command->add_option("command", *name, "the command; without one, the page of the program")
      ->type_name("NAME")
      ->check(CLI::IsMember(names));
}

}  // namespace gauze::cli
