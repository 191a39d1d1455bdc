// Greedy over rows and numbers of terms, then local search, then bounds (prove.h).
//
// A row's cost depends only on how many terms it loses, so of all removals of so many terms the one
// with the best value (options.h) is looked at first, and a row may lose several terms at once:
// the first few often gain nothing. A row that is too long for a table loses one term at a time,
// and then nothing is proven; nor is it where rows move together.

#include <algorithm>
#include <optional>

#include "gauze/transform/suppress/find_removals.h"
#include "gauze/transform/suppress/prove.h"

namespace gauze::suppress {
namespace {

constexpr std::size_t kRowsThatAreEasy = 10;
constexpr std::size_t kMostRowsForTwo = 64;

}  // namespace

Best SearchExact(ClassState& state, Meter& meter) {
  Best best;
  const auto& rows = state.rows();
  const bool tabled =
      std::ranges::all_of(rows, [](const auto& row) { return row.links->tabled(); });
  const bool alone = std::ranges::all_of(rows, [](const auto& row) { return row.weight == 1; });
  std::optional<Options> options;
  if (tabled) options.emplace(state);
  Greedy(state, tabled ? &*options : nullptr, meter, best);
  if (!tabled || !alone) {
    ImproveLocally(state, tabled ? &*options : nullptr, 0, meter, best);
    return best;
  }
  // Most small classes are proven at once without the larger neighbourhood.
  const bool hard = options->clumps() > 0 || rows.size() > kRowsThatAreEasy;
  ImproveLocally(state, &*options, hard && rows.size() <= kMostRowsForTwo ? 2 : 1, meter, best);
  Prove(state, *options, meter, best);
  return best;
}

}  // namespace gauze::suppress
