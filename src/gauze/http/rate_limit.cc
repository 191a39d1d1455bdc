#include "gauze/http/rate_limit.h"

#include <algorithm>

namespace gauze::http {

namespace {
constexpr std::size_t kManyBuckets = 4096;
}

double RateLimit::Filled(const Bucket& bucket, Clock::time_point now) const {
  const double seconds = std::chrono::duration<double>(now - bucket.at).count();
  return std::min(burst_, bucket.left + std::max(0.0, seconds) * rate_);
}

bool RateLimit::Take(const std::string& name, Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  if (buckets_.size() >= kManyBuckets) {
    std::erase_if(buckets_, [&](const auto& named) { return Filled(named.second, now) >= burst_; });
  }
  Bucket& bucket = buckets_.try_emplace(name, Bucket{burst_, now}).first->second;
  bucket = {Filled(bucket, now), now};
  if (bucket.left < 1) return false;
  bucket.left -= 1;
  return true;
}

}  // namespace gauze::http
