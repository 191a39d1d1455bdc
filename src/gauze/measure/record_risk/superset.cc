#include "gauze/measure/record_risk/superset.h"

#include <algorithm>
#include <vector>

#include "gauze/base/stop.h"

namespace gauze::risk {
namespace {

// Products of odds inside a set and sums of weights outside it, for all sets of `size` positions
// from `first` on: the halves of a set of all positions.
struct Half {
  std::vector<double> odds;
  std::vector<double> outside;
};

Half HalfOf(const Index& index, std::uint32_t tuple, std::size_t first, std::size_t size) {
  const Mask never = index.suppressed(tuple);
  Half half{std::vector<double>(std::size_t{1} << size, 1.0),
            std::vector<double>(std::size_t{1} << size, 0.0)};
  for (std::size_t bit = 0; bit < size; ++bit) {
    const std::size_t position = first + bit;
    const double odds = (never >> position & 1) == 0 ? index.odds(position) : 0;
    for (std::size_t set = 0; set < half.odds.size(); ++set) {
      if ((set >> bit & 1) != 0) half.odds[set] *= odds;
    }
  }
  for (const Weight& weight : index.weights(tuple)) {
    if (weight.position < first || weight.position >= first + size) continue;
    for (std::size_t set = 0; set < half.odds.size(); ++set) {
      if ((set >> (weight.position - first) & 1) == 0) half.outside[set] += weight.weight;
    }
  }
  return half;
}

void AddSupersets(std::uint32_t* rows, std::size_t size, std::size_t step) {
  for (std::size_t base = 0; base < size; base += 2 * step) {
    for (std::size_t i = base; i < base + step; ++i) rows[i] += rows[i + step];
  }
}

// For every set of positions the rows that match on it.
std::vector<std::uint32_t> RowsMatching(const Index& index, std::uint32_t tuple) {
  StopIfAsked();
  const std::size_t size = std::size_t{1} << index.attributes();
  std::vector<std::uint32_t> rows(size, 0);
  for (std::uint32_t other = 0; other < index.tuples(); ++other) {
    rows[index.Matches(tuple, other, 0) & index.Suffix(0)] +=
        static_cast<std::uint32_t>(index.count(other));
  }
  // Small steps block by block, so that the rest are long loops over memory that is near.
  constexpr std::size_t kBlock = 1U << 12U;
  const std::size_t block = std::min(size, kBlock);
  for (std::size_t base = 0; base < size; base += block) {
    for (std::size_t step = 1; step < block; step *= 2) {
      AddSupersets(rows.data() + base, block, step);
    }
  }
  for (std::size_t step = block; step < size; step *= 2) AddSupersets(rows.data(), size, step);
  return rows;
}

}  // namespace

bool CanSumAllSets(const Index& index) { return index.attributes() <= 22 && index.rows() < 0x1p32; }

Interval SumAllSets(const Index& index, std::uint32_t tuple) {
  const std::vector<std::uint32_t> rows = RowsMatching(index, tuple);
  const std::size_t low_size = index.attributes() / 2;
  const Half low = HalfOf(index, tuple, 0, low_size);
  const Half high = HalfOf(index, tuple, low_size, index.attributes() - low_size);
  double sum = 0;
  for (std::size_t top = 0; top < high.odds.size(); ++top) {
    if (high.odds[top] == 0) continue;
    double part = 0;
    for (std::size_t bottom = 0; bottom < low.odds.size(); ++bottom) {
      if (low.odds[bottom] == 0) continue;
      part += low.odds[bottom] * (low.outside[bottom] + high.outside[top]) /
              rows[top << low_size | bottom];
    }
    sum += part * high.odds[top];
  }
  // At most 2^11 + 2^11 additions of non-negative terms, and less than 2^8 other roundings.
  constexpr double kMargin = 0x1p-40;
  return {sum * (1 - kMargin), sum * (1 + kMargin)};
}

}  // namespace gauze::risk
