#include "gauze/release/compare/sample_trial.h"

#include <filesystem>

#include "gauze/base/json.h"
#include "gauze/release/files/private_folder.h"

namespace gauze {

namespace fs = std::filesystem;

Result<Trial> TryOut(const RunOptions& options, std::uint64_t rows, Progress& progress,
                     bool spread) {
  GAUZE_ASSIGN(
      const Scratch scratch,
      Scratch::Open(options.temp.empty() ? fs::temp_directory_path().string() : options.temp));
  RunOptions trial = options;
  trial.out = scratch.folder() + "/out";
  trial.vault = scratch.folder() + "/vault";
  trial.internal.clear();
  trial.warn = nullptr;
  trial.sample_rows = rows;
  trial.spread = spread;
  GAUZE_ASSIGN(const RunReport report, Run(trial, progress));
  Trial result;
  std::error_code error;
  const Json& seconds = report.run["seconds"];
  result.rows = report.manifest["rows_in"].get<double>();
  result.read = seconds["read"].get<double>();
  result.write = seconds["write"].get<double>();
  result.make = seconds["release"].get<double>() - result.write;
  result.records = report.run["tuples"].get<double>();
  result.tuples = report.run["distinct_rows"].get<double>();
  result.combinations = report.run["combinations"].get<double>();
  result.verify = seconds["verify"].get<double>();
  result.classes = report.manifest["classes"].get<double>();
  result.loss = report.manifest["measures"]["ncp"].get<double>();
  result.steps = report.manifest["steps"];
  for (const auto& entry : fs::recursive_directory_iterator(trial.out, error)) {
    if (entry.is_regular_file(error)) result.bytes += static_cast<double>(entry.file_size(error));
  }
  constexpr std::string_view kAttributeLoss = "attribute_loss.";
  for (const auto& [name, value] : report.manifest["measures"].items()) {
    if (name.starts_with(kAttributeLoss)) {
      result.attribute_loss[name.substr(kAttributeLoss.size())] = value.get<double>();
    }
  }
  return result;
}

}  // namespace gauze
