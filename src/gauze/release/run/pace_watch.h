#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>

#include "gauze/base/progress.h"

namespace gauze {

// Looks at work from aside, and says once if it takes more than kFarBeyond times what was expected:
// as soon as the progress so far lets foresee it, or when that time has passed.
class PaceWatch {
 public:
  static constexpr double kFarBeyond = 10;

  struct Expected {
    double seconds = 0;
    std::uint64_t units =
        0;  // of the stage that is begun; 0: what it tells cannot be foreseen from
  };
  // Called from a thread of the watch, with the seconds that the work will take, or has taken.
  using Warn = std::function<void(double seconds)>;

  // Nothing is said in the first `patience`: what is short is not worth a word.
  PaceWatch(const Progress& progress, Expected expected, std::chrono::milliseconds patience,
            Warn warn);
  ~PaceWatch();

 private:
  using Clock = std::chrono::steady_clock;

  void Loop(const std::stop_token& stop);
  // Seconds of the whole work, by now.
  double Foreseen() const;

  const Progress& progress_;
  const Expected expected_;
  const std::chrono::milliseconds patience_;
  const Warn warn_;
  const Clock::time_point begin_ = Clock::now();
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;
};

}  // namespace gauze
