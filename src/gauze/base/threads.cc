#include "gauze/base/threads.h"

#include <cmath>

#include "gauze/base/group_limits.h"

namespace gauze {

std::size_t ThreadsOf(unsigned threads) {
  if (threads > 0) return threads;
  const unsigned cores = RunnableCores();
  // More threads than a container's share of cores would only wait for each other.
  static const double share = std::ceil(ReadGroupLimits().cores);
  return share > 0 && share < cores ? static_cast<unsigned>(share) : cores;
}

tbb::global_control LimitThreads(unsigned threads) {
  return {tbb::global_control::max_allowed_parallelism, ThreadsOf(threads)};
}

}  // namespace gauze
