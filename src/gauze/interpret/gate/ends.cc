#include "gauze/interpret/gate/ends.h"

#include <algorithm>
#include <charconv>

namespace gauze {
namespace {

// What the grade at this position means, as a question for the grade itself would tell it.
ToldEnd EndAt(const HeldColumn& column, std::size_t position, bool included, bool wider) {
  const Code code = column.by_number[position];
  const std::string& text = column.means[code];
  double own = 0;
  std::from_chars(text.data(), text.data() + text.size(), own);
  return {.own = RangeEnd{.at = own, .included = included},
          .grade = column.numbers[code],
          .wider = wider};
}

// Grades below the end, or at it if `with_end`.
std::size_t GradesBelow(const HeldColumn& column, double at, bool with_end) {
  const auto number_of = [&](Code code) { return column.numbers[code]; };
  const auto& sorted = column.by_number;
  const auto end = with_end ? std::ranges::upper_bound(sorted, at, {}, number_of)
                            : std::ranges::lower_bound(sorted, at, {}, number_of);
  return static_cast<std::size_t>(end - sorted.begin());
}

}  // namespace

Ends::Ends(const VaultIndex& index, GateLimits limits, const Bits* among)
    : index_(&index), limits_(limits), tellable_(index.columns().size()) {
  for (std::size_t i = 0; i < tellable_.size(); ++i) {
    const HeldColumn& column = index.columns()[i];
    if (column.kind != VaultKind::kGraded) continue;
    for (std::size_t position = 0; position < column.by_number.size(); ++position) {
      if (index.Show(column, column.by_number[position], limits.k, among))
        tellable_[i].push_back(position);
    }
  }
}

const std::vector<std::size_t>& Ends::TellableIn(const HeldColumn& column) const {
  return tellable_[static_cast<std::size_t>(&column - index_->columns().data())];
}

ToldEnd Ends::Lower(const HeldColumn& column, const RangeEnd& asked) const {
  const auto& tellable = TellableIn(column);
  const std::size_t inside = GradesBelow(column, asked.at, !asked.included);
  const auto next = std::ranges::lower_bound(tellable, inside);
  if (next != tellable.end() && *next == inside) return EndAt(column, inside, true, false);
  if (next == tellable.begin()) return {.wider = inside > 0};
  const std::size_t outside = *std::prev(next);
  return EndAt(column, outside, false, outside + 1 < inside);
}

ToldEnd Ends::Upper(const HeldColumn& column, const RangeEnd& asked) const {
  const auto& tellable = TellableIn(column);
  const std::size_t beyond = GradesBelow(column, asked.at, asked.included);
  const auto next = std::ranges::lower_bound(tellable, beyond);
  if (next != tellable.begin() && *std::prev(next) + 1 == beyond) {
    return EndAt(column, beyond - 1, true, false);
  }
  if (next == tellable.end()) return {.wider = beyond < column.by_number.size()};
  return EndAt(column, *next, false, *next > beyond);
}

}  // namespace gauze
