// gauzed, the trusted server. Exit codes: 0 good, 1 a promise does not hold, 2 the input is wrong,
// 3 it could not be done.
#include <fmt/format.h>
#include <sodium.h>

#include <cstdio>
#include <cstdlib>
#include <exception>

#include "command.h"
#include "gauze/server/keys/secret_key.h"

namespace gauze::server {
namespace {

int Report(const Error& error) {
  std::fputs(fmt::format("gauzed: {}\n", error.Text()).c_str(), stderr);
  return static_cast<int>(error.code);
}

Result<int> Execute(const Action& chosen) {
  GAUZE_TRY(ForbidDumps());
  if (sodium_init() < 0) return ResourceError("there is no source of random numbers");
  // A database that does not answer is away; the variable is libpq's.
  setenv("PGCONNECT_TIMEOUT", "3", 0);
  return chosen();
}

}  // namespace

void AddConfig(CLI::App& command, std::string& file) {
  command.add_option("--config", file, "the configuration")->required()->type_name("FILE");
}

}  // namespace gauze::server

int main(int argc, char** argv) {
  using namespace gauze::server;
  CLI::App app(
      "gauzed holds the vaults of personal releases and interprets what researchers found in "
      "them.",
      "gauzed");
  app.set_version_flag("--version", GAUZE_VERSION);
  app.require_subcommand(1);
  Action chosen;
  AddServe(app, chosen);
  AddMigrate(app, chosen);
  AddKeys(app, chosen);
  AddRotateKey(app, chosen);
  AddAudit(app, chosen);
  AddAdopt(app, chosen);
  AddManual(app, chosen);
  try {
    app.parse(argc, argv);
    const auto result = Execute(chosen);
    return result ? *result : Report(result.error());
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // help and version
    return Report({gauze::ErrorCode::kInput, error.what(), "",
                   "gauzed --help lists the commands, gauzed COMMAND --help their options"});
  } catch (const std::bad_alloc&) {
    return Report({gauze::ErrorCode::kResource, "there is not enough memory", "", ""});
  } catch (const std::exception& bug) {
    return Report({gauze::ErrorCode::kResource, fmt::format("internal error: {}", bug.what()), "",
                   "this is a bug in Gauze: please report it"});
  }
}
