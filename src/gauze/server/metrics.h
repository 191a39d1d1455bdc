#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace gauze::server {

// What Prometheus reads at /metrics. Safe for threads. Labels are words of this program only: no
// person, project or value.
class Metrics {
 public:
  void CountRequest(std::string_view kind, unsigned code, double seconds);
  void CountDecision(std::string_view decision, std::string_view reason);
  void CountBatch(std::size_t requests, double seconds);

  std::atomic<std::uint64_t> connections = 0;
  std::atomic<std::uint64_t> waiting = 0;        // requests that wait for a decision
  std::atomic<std::uint64_t> audit_entries = 0;  // in the log
  std::atomic<bool> database_up = false;
  std::atomic<std::uint64_t> database_failures = 0;

  std::string Text() const;

 private:
  static constexpr std::array kBounds{0.001, 0.0025, 0.005, 0.01, 0.025, 0.05,
                                      0.1,   0.25,   0.5,   1.0,  2.5,   10.0};
  struct Histogram {
    std::array<std::uint64_t, kBounds.size() + 1> counts{};
    double sum = 0;
    void Add(double seconds);
    std::string Text(std::string_view name) const;
  };

  mutable std::mutex mutex_;
  std::map<std::string, std::uint64_t> counters_;  // by series
  Histogram request_seconds_;
  Histogram commit_seconds_;
  std::uint64_t batches_ = 0;
  std::uint64_t batched_ = 0;
};

}  // namespace gauze::server
