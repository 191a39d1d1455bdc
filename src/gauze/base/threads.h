#pragma once

#include <tbb/global_control.h>

#include <cstddef>

namespace gauze {

// Threads to use; 0 means all cores.
std::size_t ThreadsOf(unsigned threads);
// Holds while it lives.
tbb::global_control LimitThreads(unsigned threads);

}  // namespace gauze
