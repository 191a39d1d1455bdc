#include "pipeline_files.h"

#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/release/manifest/catalog.h"

namespace gauze::cli {

void PipelineFiles::AddOptions(CLI::App& command) {
  command
      .add_option("--junit", junit_, "also write the outcome as JUnit XML: a case for each promise")
      ->type_name("FILE");
  command
      .add_option("--sarif", sarif_, "also write what is wrong as SARIF 2.1.0, with file and line")
      ->type_name("FILE");
}

Status PipelineFiles::WriteOutcomes(const std::string& command, const std::string& target,
                                    std::vector<Outcome> found) const {
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin_;
  const Outcomes outcomes = {.command = command,
                             .target = target,
                             .version = kVersion,
                             .seconds = taken.count(),
                             .found = std::move(found)};
  if (!junit_.empty()) GAUZE_TRY(WriteFile(junit_, JUnit(outcomes)));
  if (!sarif_.empty()) GAUZE_TRY(WriteFile(sarif_, Sarif(outcomes).dump(2) + "\n"));
  return {};
}

}  // namespace gauze::cli
