#pragma once

#include <atomic>
#include <cstdint>

#include "gauze/base/progress.h"

namespace gauze {

// A part of a stage that goes in steps of its own: `units` of the stage are told bit by bit while
// `steps` are done, and what is left of them at the end. Where it takes more steps than were
// expected, each further one tells less, so that it never stands still and never says that it is
// done before it is. May be called from any thread.
class ProgressShare {
 public:
  ProgressShare(Progress& progress, std::uint64_t units, std::uint64_t steps)
      : progress_(progress),
        units_(static_cast<double>(units)),
        steps_(static_cast<double>(steps)) {}
  ProgressShare(const ProgressShare&) = delete;
  ProgressShare& operator=(const ProgressShare&) = delete;
  ~ProgressShare() { Tell(static_cast<std::uint64_t>(units_)); }

  void Step(std::uint64_t steps = 1) {
    const std::uint64_t done = done_.fetch_add(steps, std::memory_order_relaxed) + steps;
    const double expected = steps_ > 0 ? static_cast<double>(done) / steps_ : 1;
    const double share = expected <= 1 ? kExpected * expected : 1 - (1 - kExpected) / expected;
    Tell(static_cast<std::uint64_t>(share * units_));
  }

 private:
  static constexpr double kExpected = 0.95;  // told when all the expected steps are done

  void Tell(std::uint64_t due) {
    std::uint64_t told = told_.load(std::memory_order_relaxed);
    while (due > told) {
      if (!told_.compare_exchange_weak(told, due, std::memory_order_relaxed)) continue;
      progress_.Advance(due - told);
      return;
    }
  }

  Progress& progress_;
  const double units_;
  const double steps_;
  std::atomic<std::uint64_t> done_{0};
  std::atomic<std::uint64_t> told_{0};
};

}  // namespace gauze
