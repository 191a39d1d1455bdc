// gauzed serve
#include "gauze/server/serve.h"

#include "command.h"

namespace gauze::server {

void AddServe(CLI::App& app, Action& chosen) {
  static std::string file;
  CLI::App* command = app.add_subcommand("serve", "answer requests until told to stop (SIGTERM)");
  AddConfig(*command, file);
  command->callback([&] {
    chosen = []() -> Result<int> {
      GAUZE_ASSIGN(const Config config, ReadConfig(file));
      GAUZE_TRY(Serve(config));
      return 0;
    };
  });
}

}  // namespace gauze::server
