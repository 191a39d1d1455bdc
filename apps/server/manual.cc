#include <cstdio>

#include "../manual_page.h"
#include "command.h"

namespace gauze::server {

void AddManual(CLI::App& app, Action& chosen) {
  CLI::App* command =
      app.add_subcommand("manual", "print the manual page: gauzed manual | man -l -");
  command->callback([&app, &chosen] {
    chosen = [&app]() -> Result<int> {
      std::fputs(
          ManualPage(app, "gauzed", 8, GAUZE_VERSION,
                     "0 success, 1 a promise does not hold, 2 the input is wrong, 3 it could "
                     "not be done.",
                     false)
              .c_str(),
          stdout);
      return 0;
    };
  });
}

}  // namespace gauze::server
