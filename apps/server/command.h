#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

#include "gauze/base/error.h"
#include "gauze/server/config.h"
#include "gauze/server/store/postgres_store.h"

// The commands of gauzed: each adds itself and says what to do.

namespace gauze::server {

// Set by the command that was chosen; gives the exit code.
using Action = std::function<Result<int>()>;

void AddServe(CLI::App& app, Action& chosen);
void AddKeys(CLI::App& app, Action& chosen);
void AddMigrate(CLI::App& app, Action& chosen);
void AddRotateKey(CLI::App& app, Action& chosen);
void AddAudit(CLI::App& app, Action& chosen);
void AddAdopt(CLI::App& app, Action& chosen);
void AddManual(CLI::App& app, Action& chosen);

void AddConfig(CLI::App& command, std::string& file);

}  // namespace gauze::server
