#include "gauze/measure/record_risk/superset.h"

#include <bit>

namespace gauze::risk {
namespace {

// Products of odds inside a set and sums of weights outside it, for all sets of `size` positions
// from `first` on: the halves of a set of all positions.
struct Half {
  std::vector<double> odds;
  std::vector<double> outside;
};

Half HalfOf(const Index& index, std::uint32_t tuple, std::size_t first, std::size_t size) {
  std::vector<double> weights(index.attributes(), 0.0);
  for (const Weight& weight : index.weights(tuple)) weights[weight.position] = weight.weight;
  Half half;
  half.odds.assign(std::size_t{1} << size, 1.0);
  half.outside.assign(std::size_t{1} << size, 0.0);
  for (std::size_t set = 0; set < half.odds.size(); ++set) {
    for (std::size_t bit = 0; bit < size; ++bit) {
      const std::size_t position = first + bit;
      if ((set >> bit & 1) == 0) {
        half.outside[set] += weights[position];
      } else {
        // What is suppressed is never known.
        const bool never = (index.suppressed(tuple) >> position & 1) != 0;
        half.odds[set] *= never ? 0 : index.odds(position);
      }
    }
  }
  return half;
}

}  // namespace

Interval SumAllSets(const Index& index, std::uint32_t tuple) {
  const std::size_t m = index.attributes();
  std::vector<double> rows(std::size_t{1} << m, 0.0);
  for (std::uint32_t other = 0; other < index.tuples(); ++other) {
    rows[index.Matches(tuple, other, 0) & index.Suffix(0)] += index.count(other);
  }
  for (std::size_t step = 1; step < rows.size(); step *= 2) {
    for (std::size_t base = 0; base < rows.size(); base += 2 * step) {
      for (std::size_t i = base; i < base + step; ++i) rows[i] += rows[i + step];
    }
  }
  const std::size_t low_size = m / 2;
  const Half low = HalfOf(index, tuple, 0, low_size);
  const Half high = HalfOf(index, tuple, low_size, m - low_size);
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
  // 2^11 + 2^11 additions of non-negative terms.
  constexpr double kMargin = 0x1p-40;
  return {sum * (1 - kMargin), sum * (1 + kMargin)};
}

}  // namespace gauze::risk
