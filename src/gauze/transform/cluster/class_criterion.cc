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
    : units_(units), tally_(constraints), least_rows_(constraints.LeastRows()) {
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

void ClassCriterion::AddUnit(std::uint32_t unit) {
  for (std::uint32_t i = units_.begin[unit]; i < units_.begin[unit + 1]; ++i) {
    tally_.Add(units_.tuples[i]);
  }
}

void ClassCriterion::Add(const Clusters& clusters, std::uint32_t cluster) {
  clusters.ForEachPart(cluster, [&](const UnitPart& part) { AddUnit(part.unit); });
}

void ClassCriterion::Remove(const Clusters& clusters, std::uint32_t cluster) {
  clusters.ForEachPart(cluster, [&](const UnitPart& part) {
    for (std::uint32_t i = units_.begin[part.unit]; i < units_.begin[part.unit + 1]; ++i) {
      tally_.Remove(units_.tuples[i]);
    }
  });
}

bool ClassCriterion::Holds(const std::vector<std::uint32_t>& units) {
  tally_.Reset();
  for (const std::uint32_t unit : units) AddUnit(unit);
  return tally_.Holds();
}

double ClassCriterion::NearnessOf(const std::vector<std::uint32_t>& units) {
  tally_.Reset();
  for (const std::uint32_t unit : units) AddUnit(unit);
  return tally_.Nearness();
}

void ClassCriterion::Hold(const Clusters& clusters, std::uint32_t cluster) {
  tally_.Reset();
  Add(clusters, cluster);
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

double ClassCriterion::NearnessWith(const Clusters& clusters, std::uint32_t other) {
  Add(clusters, other);
  const double nearness = tally_.Nearness();
  Remove(clusters, other);
  return nearness;
}

}  // namespace gauze::cluster
