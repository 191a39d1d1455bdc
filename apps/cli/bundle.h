#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace gauze::cli {

class Commands;
void AddBundle(Commands& commands);

// Commands of it that are about a single file: sign, check.
void AddSignFile(Commands& commands, CLI::App* bundle);
void AddCheckFile(Commands& commands, CLI::App* bundle);

// --key of a command that checks something.
void AddPublicKey(CLI::App* command, std::string& key);

}  // namespace gauze::cli
