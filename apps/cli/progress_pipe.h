#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "gauze/base/progress.h"

namespace gauze::cli {

// Progress for a program that runs this one: JSON lines on a descriptor, {"stage", "done", "total",
// "unit"}, ten times a second where something has changed.
class ProgressPipe final : public Progress {
 public:
  // Of GAUZE_PROGRESS_FD; nothing if it is not set, or not open.
  static std::optional<int> Descriptor();

  explicit ProgressPipe(int descriptor);
  ~ProgressPipe() override;

  void Done() override;

 private:
  void Begin(std::string_view name, std::uint64_t total, std::string_view unit) override;
  void Loop(const std::stop_token& stop);
  void Write();

  const int descriptor_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::string stage_;
  std::uint64_t total_ = 0;
  std::string unit_;
  std::string written_;  // the last line
  std::jthread thread_;
};

}  // namespace gauze::cli
