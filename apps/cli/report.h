#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "gauze/report/evidence/evidence.h"

namespace gauze::cli {

class Commands;
void AddReport(Commands& commands);

// The option --report: internal evidence is written only where somebody says, as it must not lie
// beside a release by accident.
CLI::Option* AddReportOption(CLI::App& command, std::string& folder, const std::string& what);
// The option --no-report, against the public form that is otherwise published with a release.
CLI::Option* AddNoReportOption(CLI::App& command, bool& without);

// Writes the internal evidence if a folder was given. The release stays, whatever comes of it.
Status WriteReport(const report::EvidenceOptions& options, const std::string& folder,
                   Progress& progress);

}  // namespace gauze::cli
