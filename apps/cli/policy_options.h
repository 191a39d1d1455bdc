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
// `--relative-to`: where paths in policies start.
void AddFolderOption(CLI::App* command, std::string& folder);
// The policy as if it lay in this folder.
Status StartFrom(const std::string& folder, PolicyText& policy);

}  // namespace gauze::cli
