#pragma once

#include <exception>
#include <stop_token>
#include <utility>

// How long work is given up. A front end that lives on after Ctrl-C (Python) cannot exit as the
// command line does: it asks, and the work comes back up as an exception, which removes on its way
// whatever was staged. Loops that may take longer than a moment call StopIfAsked(); base/parallel.h
// does between tasks, and engine/ interrupts its queries.

namespace gauze {

class Stopped final : public std::exception {
 public:
  const char* what() const noexcept override { return "asked to stop"; }
};

namespace stop_internal {
inline thread_local const std::stop_token* current = nullptr;
}  // namespace stop_internal

// While it lives, work on this thread, and tasks that it spawns through base/parallel.h, can be
// asked to stop. The token must outlive it; nullptr: nobody asks.
class StopScope {
 public:
  explicit StopScope(const std::stop_token* token)
      : former_(std::exchange(stop_internal::current, token)) {}
  ~StopScope() { stop_internal::current = former_; }
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;

 private:
  const std::stop_token* former_;
};

inline const std::stop_token* CurrentStop() { return stop_internal::current; }

inline bool StopAsked() {
  return stop_internal::current != nullptr && stop_internal::current->stop_requested();
}

inline void StopIfAsked() {
  if (StopAsked()) throw Stopped();
}

}  // namespace gauze
