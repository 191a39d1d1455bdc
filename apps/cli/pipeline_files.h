#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "command.h"
#include "gauze/pipeline/outcome.h"

namespace gauze::cli {

// What a command found, also as files for the programs that run it.
class PipelineFiles {
 public:
  // Adds --junit and --sarif.
  void AddOptions(CLI::App& command);

  // `tell` makes a list of outcomes from the value; of an error, the error is told. `target` is
  // what the command was about.
  template <typename T, typename Tell>
  Status Write(const std::string& command, const std::string& target, const Result<T>& found,
               Tell tell) const {
    if (junit_.empty() && sarif_.empty()) return {};
    return WriteOutcomes(command, target,
                         found ? tell(*found) : std::vector{OutcomeOf(found.error(), target)});
  }

 private:
  Status WriteOutcomes(const std::string& command, const std::string& target,
                       std::vector<Outcome> found) const;

  std::string junit_;
  std::string sarif_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace gauze::cli
