#pragma once

#include <chrono>
#include <mutex>
#include <string>
#include <unordered_map>

namespace gauze::http {

// Token buckets by name: `rate` requests a second for each, and `burst` saved up. Safe for threads.
// Memory is bounded: buckets that are full again are forgotten.
class RateLimit {
 public:
  using Clock = std::chrono::steady_clock;
  RateLimit(double rate, double burst) : rate_(rate), burst_(burst) {}

  // True if one more is allowed now, and takes it.
  bool Take(const std::string& name, Clock::time_point now = Clock::now());

 private:
  struct Bucket {
    double left;
    Clock::time_point at;
  };
  double Filled(const Bucket& bucket, Clock::time_point now) const;

  double rate_;
  double burst_;
  std::mutex mutex_;
  std::unordered_map<std::string, Bucket> buckets_;
};

}  // namespace gauze::http
