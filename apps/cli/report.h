#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "gauze/report/evidence/evidence.h"

namespace gauze::cli {

class Commands;
void AddReport(Commands& commands);

// The option --report of commands that make releases. Nothing is written without it: a release
// directory is whole once it is published, and internal evidence has no place beside it by
// accident.
CLI::Option* AddReportOption(CLI::App& command, std::string& folder);

// Writes the internal evidence if a folder was given. The release stays, whatever comes of it.
Status WriteReport(const report::EvidenceOptions& options, const std::string& folder,
                   Progress& progress);

}  // namespace gauze::cli
