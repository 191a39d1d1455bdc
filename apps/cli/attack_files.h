#pragma once

#include "command.h"

namespace gauze::cli {

// Attacks that take files by any tool, as subcommands of `attack`.
void AddFileAttacks(Commands& commands, CLI::App* parent);

}  // namespace gauze::cli
