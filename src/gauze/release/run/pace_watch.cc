#include "gauze/release/run/pace_watch.h"

#include <algorithm>

namespace gauze {

PaceWatch::PaceWatch(const Progress& progress, Expected expected,
                     std::chrono::milliseconds patience, Warn warn)
    : progress_(progress),
      expected_(expected),
      patience_(patience),
      warn_(std::move(warn)),
      thread_([this](const std::stop_token& stop) { Loop(stop); }) {}

PaceWatch::~PaceWatch() {
  thread_.request_stop();
  thread_.join();
}

double PaceWatch::Foreseen() const {
  const double passed = std::chrono::duration<double>(Clock::now() - begin_).count();
  if (expected_.units == 0) return passed;
  const double done = static_cast<double>(progress_.done()) / static_cast<double>(expected_.units);
  // So little tells nothing of the rest.
  constexpr double kLeast = 0.02;
  return done < kLeast ? passed : std::max(passed, passed / std::min(done, 1.0));
}

void PaceWatch::Loop(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  const auto asked = [&] { return stop.stop_requested(); };
  if (wake_.wait_for(lock, stop, patience_, asked)) return;
  while (Foreseen() <= kFarBeyond * expected_.seconds) {
    if (wake_.wait_for(lock, stop, patience_ / 10, asked)) return;
  }
  warn_(Foreseen());
}

}  // namespace gauze
