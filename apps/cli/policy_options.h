#pragma once

#include <string>

#include "command.h"
#include "gauze/release/run/run.h"

// Options that several commands have.

namespace gauze::cli {

void AddSourceOption(CLI::App* command, RunOptions& options);
// The policy file, and its source.
void AddPolicyOptions(CLI::App* command, RunOptions& options);
void AddResourceOptions(CLI::App* command, RunOptions& options, std::string& memory);

}  // namespace gauze::cli
