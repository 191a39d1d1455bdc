#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

namespace gauze {

// Where long work tells how far it is. Library code only reports; the front end decides whether
// and how to show it. Advance() is cheap and may be called from any thread; Stage() from one.
class Progress {
 public:
  virtual ~Progress() = default;

  // Starts a stage with `total` units of work (0: unknown). The former stage is over. `unit` says
  // what they are ("rows") if it is worth telling how many are done per second.
  void Stage(std::string_view name, std::uint64_t total, std::string_view unit = {}) {
    Set(0);
    Begin(name, total, unit);
  }

  // The last stage is over: whoever shows progress clears the place for results.
  virtual void Done() {}

  void Advance(std::uint64_t units) { done_.fetch_add(units, std::memory_order_relaxed); }
  void Set(std::uint64_t units) { done_.store(units, std::memory_order_relaxed); }
  std::uint64_t done() const { return done_.load(std::memory_order_relaxed); }

 private:
  virtual void Begin(std::string_view name, std::uint64_t total, std::string_view unit) = 0;

  std::atomic<std::uint64_t> done_{0};
};

// Shows nothing: for tests and --quiet.
class NoProgress final : public Progress {
  void Begin(std::string_view /*name*/, std::uint64_t /*total*/,
             std::string_view /*unit*/) override {}
};

}  // namespace gauze
