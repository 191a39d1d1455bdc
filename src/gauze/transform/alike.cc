#include "gauze/transform/alike.h"

#include <algorithm>

#include "gauze/base/parallel.h"

namespace gauze {
namespace {

// The labels of a piece as one number, as far as they fit, and the piece.
struct Keyed {
  std::uint64_t key = 0;
  std::uint32_t piece = 0;
};

// How many quasi-identifiers one number holds.
std::size_t Fitting(const PrintedRows& printed) {
  std::uint64_t left = ~std::uint64_t{0};
  for (std::size_t q = 0; q < printed.labels.size(); ++q) {
    left /= std::max<std::size_t>(printed.labels[q].size(), 1);
    if (left == 0) return q;
  }
  return printed.labels.size();
}

}  // namespace

Generalization GroupAlike(PrintedRows printed) {
  const std::size_t width = printed.quasi_identifiers.size();
  const std::size_t fitting = Fitting(printed);
  std::vector<Keyed> order(printed.tuples.size());
  for (std::uint32_t piece = 0; piece < order.size(); ++piece) {
    order[piece].piece = piece;
    for (std::size_t q = 0; q < fitting; ++q) {
      order[piece].key = order[piece].key * printed.labels[q].size() + printed.label_of[q][piece];
    }
  }
  const auto compare = [&](const Keyed& a, const Keyed& b) {
    if (a.key != b.key) return a.key < b.key ? -1 : 1;
    for (std::size_t q = fitting; q < width; ++q) {
      const std::uint32_t x = printed.label_of[q][a.piece];
      const std::uint32_t y = printed.label_of[q][b.piece];
      if (x != y) return x < y ? -1 : 1;
    }
    return 0;
  };
  ParallelSort(order, [&](const Keyed& a, const Keyed& b) {
    const int difference = compare(a, b);
    return difference != 0 ? difference < 0 : a.piece < b.piece;
  });

  Generalization result;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::uint32_t piece = order[i].piece;
    if (i == 0 || compare(order[i - 1], order[i]) != 0) {
      result.class_begin.push_back(i);
      for (std::size_t q = 0; q < width; ++q) {
        result.class_labels.push_back(printed.label_of[q][piece]);
      }
    }
    result.tuples.push_back(printed.tuples[piece]);
    if (!printed.rows.empty()) result.rows.push_back(printed.rows[piece]);
  }
  result.class_begin.push_back(order.size());
  result.quasi_identifiers = std::move(printed.quasi_identifiers);
  result.labels = std::move(printed.labels);
  return result;
}

}  // namespace gauze
