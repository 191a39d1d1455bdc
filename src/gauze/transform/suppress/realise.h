#pragma once

#include <map>

#include "gauze/transform/suppress/options.h"

namespace gauze::suppress {

// Whether rows that lose so many terms each can satisfy the condition, whichever terms those are.
class Realiser {
 public:
  enum class Answer : std::uint8_t {
    kHolds,    // offered to `best`
    kFails,    // none does
    kUnknown,  // none was found among too many
  };

  Realiser(ClassState& state, Options& options, Meter& meter, Best& best);

  Answer Try(const Counts& counts, Cost cost);

 private:
  // All combinations of removals in use are looked at up to this many. Where there may be more, a
  // climb comes first; then most combinations turn out impossible after a few rows, and the rest
  // is often small enough after all.
  static constexpr std::uint64_t kMostCombinations = 20'000;
  static constexpr std::uint64_t kMostOfMany = 4'000;

  Answer Look(const Counts& counts, Cost cost);
  // How many of the row's removals, from the best, could do beside the best of the other rows.
  std::size_t Usable(std::size_t row, int removed);
  bool TryAll(std::size_t index, Cost cost);
  bool Climb(Cost cost);
  void Accept(std::size_t row, Mask mask, Cost cost);

  ClassState& state_;
  Options& options_;
  Meter& meter_;
  Best& best_;
  std::vector<double> values_;
  // Rows that have more than one removal to choose from, and those.
  struct Choice {
    std::size_t row = 0;
    std::span<const Mask> masks;
    std::size_t taken = 0;
  };
  std::vector<Choice> choices_;
  std::uint64_t left_ = 0;  // combinations
  std::map<Counts, Answer> answers_;
};

}  // namespace gauze::suppress
