#pragma once

#include <ctime>
#include <limits>
#include <vector>

#include "gauze/transform/suppress/class_state.h"
#include "gauze/transform/suppress/search_budget.h"

namespace gauze::suppress {

// Counts the nodes of one search and says when it is over. To be used by one thread, whose time on
// the processor it counts: what else the machine does takes nothing from a search.
class Meter {
 public:
  explicit Meter(const Budget& budget) : budget_(budget) {
    if (budget.seconds > 0) end_ = Now() + budget.seconds;
  }

  // One node more, or what takes as long as several; false if they are not left.
  bool Spend(std::uint64_t nodes = 1) {
    if (over_ || budget_.nodes - nodes_ < nodes) {
      over_ = true;
      return false;
    }
    nodes_ += nodes;
    if (budget_.seconds > 0 && ++calls_ % 64 == 0) over_ = Now() >= end_;
    return !over_;
  }
  bool over() const { return over_; }
  std::uint64_t nodes() const { return nodes_; }
  std::uint64_t left() const { return budget_.nodes - nodes_; }

 private:
  static double Now() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  }

  Budget budget_;
  double end_ = 0;
  std::uint64_t nodes_ = 0;
  std::uint64_t calls_ = 0;
  bool over_ = false;
};

// The cheapest removal so far, and what is known of all others.
struct Best {
  static constexpr Cost kNone = std::numeric_limits<Cost>::max();

  Cost cost = kNone;
  std::vector<Mask> masks;
  bool proven = false;
  Cost bound = 0;

  bool found() const { return cost != kNone; }
  void Offer(Cost offered, const std::vector<Mask>& offered_masks) {
    if (offered >= cost) return;
    cost = offered;
    masks = offered_masks;
  }
};

// What removing these terms adds to the cost of all rows that move together.
inline Cost CostOf(const ClassState& state, std::size_t row, Mask removed) {
  return state.links(row).CostOf(removed) * static_cast<Cost>(state.rows()[row].weight);
}

// The searches. Each starts from a class with nothing removed for which the condition does not
// hold, and leaves it in any state. With nodes enough the result is proven.
Best SearchDepthFirst(ClassState& state, Meter& meter);
Best SearchAdaptive(ClassState& state, Meter& meter);
Best SearchExact(ClassState& state, Meter& meter);

}  // namespace gauze::suppress
