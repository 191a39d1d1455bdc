#include "gauze/report/evidence/joint.h"

#include <algorithm>
#include <numeric>

namespace gauze::report {
namespace {

using Column = SampledColumns::Column;

// Pairs of labels that occur, each with its rows, in order: sums do not depend on a hash table.
std::vector<std::pair<std::uint64_t, std::uint64_t>> LabelPairs(const Column& a, const Column& b) {
  const std::uint64_t stride = b.labels.size();
  const auto pair_of = [&](std::size_t row) { return a.released[row] * stride + b.released[row]; };
  std::vector<std::pair<std::uint64_t, std::uint64_t>> counted;
  if (a.labels.size() * stride <= 10 * a.released.size()) {
    std::vector<std::uint32_t> rows(a.labels.size() * stride);
    for (std::size_t i = 0; i < a.released.size(); ++i) ++rows[pair_of(i)];
    for (std::uint64_t pair = 0; pair < rows.size(); ++pair) {
      if (rows[pair] > 0) counted.emplace_back(pair, rows[pair]);
    }
    return counted;
  }
  std::vector<std::uint64_t> pairs(a.released.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] = pair_of(i);
  std::ranges::sort(pairs);
  for (const std::uint64_t pair : pairs) {
    if (counted.empty() || counted.back().first != pair) counted.emplace_back(pair, 0);
    ++counted.back().second;
  }
  return counted;
}

int Rank(const Column& column) {
  switch (column.attribute->attribute.role) {
    case Role::kSensitive:
      return 0;
    case Role::kQuasiIdentifying:
      return 1;
    default:
      return 2;
  }
}

}  // namespace

Joint OriginalJoint(const Column& a, const Column& b, JointRows part) {
  Joint joint(a.bins.places() * b.bins.places());
  for (std::size_t i = 0; i < a.original.size(); ++i) {
    if (part == JointRows::kTraining && SampledColumns::IsHeldOut(i)) continue;
    joint[a.original[i] * b.bins.places() + b.original[i]] += 1;
  }
  return joint;
}

Joint ReleasedJoint(const Column& a, const Column& b) {
  Joint joint(a.bins.places() * b.bins.places());
  for (const auto& [pair, rows] : LabelPairs(a, b)) {
    for (const auto& [place_a, share_a] : a.labels[pair / b.labels.size()]) {
      for (const auto& [place_b, share_b] : b.labels[pair % b.labels.size()]) {
        joint[place_a * b.bins.places() + place_b] += share_a * share_b * static_cast<double>(rows);
      }
    }
  }
  return joint;
}

std::vector<const Column*> ComparedColumns(const SampledColumns& sample) {
  const auto& columns = sample.columns();
  std::vector<std::size_t> order(columns.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair(Rank(columns[i]), i); });
  if (order.size() > kMostCompared) order.resize(kMostCompared);
  std::ranges::sort(order);
  std::vector<const Column*> compared;
  for (const std::size_t i : order) compared.push_back(&columns[i]);
  return compared;
}

}  // namespace gauze::report
