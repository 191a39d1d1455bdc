#pragma once

#include <tbb/parallel_for.h>
#include <tbb/task_group.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <optional>
#include <vector>

#include "gauze/base/stop.h"

// Parallel work on oneTBB. A task can be asked to stop (stop.h) when the thread that spawned it
// can.
//
// Debian's library is not built for the thread sanitizer, which therefore does not see that a task
// starts after it was spawned and ends before it was waited for; an atomic that both sides touch
// says so. Without it every task would look like a race, and a real one would go unnoticed.

namespace gauze {
namespace parallel_internal {

struct Edges {
  std::atomic<bool> begun{false};
  std::atomic<std::size_t> ended{0};
  const std::stop_token* stop = CurrentStop();

  void BeforeSpawn() { begun.store(true, std::memory_order_release); }

  // Around the wait for tasks: it may throw what one of them has thrown.
  struct Waiting {
    const Edges* edges;
    ~Waiting() { (void)edges->ended.load(std::memory_order_acquire); }
  };
};

// Calls a function between the two edges. Its own members are read before the first edge, so
// tools/tsan.supp names this struct.
template <typename Function>
struct Task {
  Edges* edges;
  const Function* function;

  template <typename... Arguments>
  void operator()(Arguments... arguments) const {
    (void)edges->begun.load(std::memory_order_acquire);
    const End end{edges};
    const StopScope scope(edges->stop);
    StopIfAsked();
    (*function)(arguments...);
  }

  // Also where the function throws.
  struct End {
    Edges* edges;
    ~End() { edges->ended.fetch_add(1, std::memory_order_release); }
  };
};

}  // namespace parallel_internal

// Runs both, side by side if a core is free, and returns when both are done.
template <typename First, typename Second>
void Together(const First& first, const Second& second) {
  parallel_internal::Edges edges;
  edges.BeforeSpawn();
  tbb::task_group group;
  group.run(parallel_internal::Task<First>{&edges, &first});
  // A group must have been waited for before it goes: its destructor would end the program over
  // what the first has thrown.
  std::exception_ptr thrown;
  try {
    second();
  } catch (...) {
    thrown = std::current_exception();
  }
  {
    const parallel_internal::Edges::Waiting waiting{&edges};
    group.wait();
  }
  if (thrown) std::rethrow_exception(thrown);
}

// Work that goes on while its owner does something else, if a core is free. One at a time.
class Beside {
 public:
  Beside() = default;
  Beside(const Beside&) = delete;
  Beside& operator=(const Beside&) = delete;
  // An owner that goes before it has waited has failed by something else.
  ~Beside() noexcept {
    try {
      Wait();
    } catch (...) {  // NOLINT(bugprone-empty-catch)
    }
  }

  // After what was started before.
  void Start(std::function<void()> work) {
    Wait();
    work_ = std::move(work);
    edges_.emplace().BeforeSpawn();
    group_.run(parallel_internal::Task<std::function<void()>>{&*edges_, &work_});
  }
  // Throws what the work has thrown.
  void Wait() {
    if (!edges_) return;
    const parallel_internal::Edges::Waiting waiting{&*edges_};
    group_.wait();
  }

 private:
  std::function<void()> work_;
  std::optional<parallel_internal::Edges> edges_;
  tbb::task_group group_;
};

// Calls function(0) … function(count - 1), in any order.
template <typename Function>
void ForEach(std::size_t count, const Function& function) {
  parallel_internal::Edges edges;
  edges.BeforeSpawn();
  const parallel_internal::Edges::Waiting waiting{&edges};
  tbb::parallel_for(std::size_t{0}, count, parallel_internal::Task<Function>{&edges, &function});
}

// Sorts by `less`, which must be a total order: equal elements come in no particular order.
template <typename T, typename Less>
void ParallelSort(std::vector<T>& values, const Less& less) {
  constexpr std::size_t kSmall = 1U << 15U;
  if (values.size() <= kSmall) {
    std::sort(values.begin(), values.end(), less);
    return;
  }
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::vector<T> low(values.begin(), middle);
  std::vector<T> high(middle, values.end());
  Together([&] { ParallelSort(low, less); }, [&] { ParallelSort(high, less); });
  std::merge(low.begin(), low.end(), high.begin(), high.end(), values.begin(), less);
}

}  // namespace gauze
