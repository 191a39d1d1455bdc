#include "gauze/transform/cluster/class_criterion.h"

#include <algorithm>
#include <cmath>

namespace gauze::cluster {
namespace {

// Beyond this many rows a cluster is as good as near.
constexpr std::uint64_t kMostFactors = 1U << 16U;

// Square roots are exact to the last bit everywhere; pow() is not.
double Power(LabelStyle labels, double factor) {
  return labels == LabelStyle::kNode ? factor : factor * std::sqrt(std::sqrt(factor));
}

}  // namespace

ClassCriterion::ClassCriterion(const Constraints& constraints, const Units& units,
                               LabelStyle labels)
    : constraints_(constraints),
      tally_(constraints),
      counted_(constraints, units),
      least_rows_(constraints.LeastRows()) {
  // The largest in each step, so that it can serve as a bound.
  for (double step = 1; step <= kSteps; ++step) factors_.push_back(Power(labels, kSteps / step));
  factors_.push_back(1);
  if (!least_rows_) return;
  factors_by_rows_.push_back(0);  // no cluster is empty
  for (std::uint64_t rows = 1; rows < std::min(*least_rows_, kMostFactors); ++rows) {
    factors_by_rows_.push_back(
        Power(labels, static_cast<double>(*least_rows_) / static_cast<double>(rows)));
  }
}

bool ClassCriterion::Holds(const std::vector<std::uint32_t>& units) {
  tally_.Reset();
  for (const std::uint32_t unit : units) counted_.AddUnit(unit, tally_);
  return tally_.Holds();
}

bool ClassCriterion::Holds(const Clusters& clusters, std::uint32_t cluster, std::uint32_t without,
                           std::uint32_t with) {
  Hold(clusters, cluster);
  if (without != kNoPart) counted_.RemoveUnit(without, tally_);
  if (with != kNoPart) counted_.AddUnit(with, tally_);
  return tally_.Holds();
}

void ClassCriterion::Hold(const Clusters& clusters, std::uint32_t cluster) {
  tally_.Reset();
  counted_.Add(clusters, cluster, tally_);
}

double ClassCriterion::Nearness(const Clusters& clusters, std::uint32_t cluster) {
  if (least_rows_) {
    const std::uint64_t rows = clusters[cluster].rows;
    if (rows >= *least_rows_) return 1;
    return static_cast<double>(rows) / static_cast<double>(*least_rows_);
  }
  Hold(clusters, cluster);
  return tally_.Nearness();
}

double ClassCriterion::NearnessWithUnit(const Clusters& clusters, std::uint32_t cluster,
                                        std::uint32_t unit) {
  Hold(clusters, cluster);
  counted_.AddUnit(unit, tally_);
  return tally_.Nearness();
}

bool ClassCriterion::HoldsWith(const Clusters& clusters, std::uint32_t other) {
  counted_.Add(clusters, other, tally_);
  const bool holds = tally_.Holds();
  counted_.Remove(clusters, other, tally_);
  return holds;
}

}  // namespace gauze::cluster
