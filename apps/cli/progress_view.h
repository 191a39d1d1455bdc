#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

#include "gauze/base/progress.h"

namespace gauze::cli {

// Shows progress on standard error. On a terminal: one line that is rewritten, with time left, and
// a rate if the stage counts something that has one. In a log: a plain line when a stage begins and
// every ten seconds. Nothing for the first half second (ten in a log), so that quick commands
// stay quiet.
class ProgressView final : public Progress {
 public:
  explicit ProgressView(bool terminal);
  ~ProgressView() override;

  void Done() override;

 private:
  using Clock = std::chrono::steady_clock;

  void Begin(std::string_view name, std::uint64_t total, std::string_view unit) override;
  void Loop(const std::stop_token& stop);
  std::string Line() const;

  const bool terminal_;
  const Clock::time_point begin_ = Clock::now();
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::string stage_;
  std::uint64_t total_ = 0;
  std::string unit_;
  Clock::time_point stage_begin_ = Clock::now();
  bool announced_ = true;  // the stage has had its line in the log
  bool drawn_ = false;     // something is on the terminal's line
  std::jthread thread_;
};

}  // namespace gauze::cli
