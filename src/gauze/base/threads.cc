#include "gauze/base/threads.h"

#include <algorithm>
#include <thread>

namespace gauze {

std::size_t ThreadsOf(unsigned threads) {
  return threads > 0 ? threads : std::max(1U, std::thread::hardware_concurrency());
}

tbb::global_control LimitThreads(unsigned threads) {
  return {tbb::global_control::max_allowed_parallelism, ThreadsOf(threads)};
}

}  // namespace gauze
