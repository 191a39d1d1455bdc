#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace gauze {

// Seconds of the steps of a run, in order.
class Stopwatch {
 public:
  // Ends the step that began with the last call.
  void Lap(std::string step) {
    const auto now = std::chrono::steady_clock::now();
    laps_.emplace_back(std::move(step), std::chrono::duration<double>(now - last_).count());
    last_ = now;
  }
  const std::vector<std::pair<std::string, double>>& laps() const { return laps_; }
  double total() const {
    double seconds = 0;
    for (const auto& [step, lap] : laps_) seconds += lap;
    return seconds;
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
  std::vector<std::pair<std::string, double>> laps_;
};

}  // namespace gauze
