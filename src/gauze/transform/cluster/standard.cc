#include "gauze/transform/cluster/standard.h"

#include <algorithm>
#include <cmath>

namespace gauze::cluster {
namespace {

// Beyond this many rows the power is computed when it is asked for.
constexpr std::uint64_t kMostFactors = 1U << 16U;

}  // namespace

Standard::Standard(const Constraints& constraints, const Units& units, LabelStyle labels)
    : units_(units), tally_(constraints), labels_(labels), least_rows_(constraints.LeastRows()) {
  if (!least_rows_) return;
  factors_by_rows_.push_back(0);  // no cluster is empty
  for (std::uint64_t rows = 1; rows < std::min(*least_rows_, kMostFactors); ++rows) {
    factors_by_rows_.push_back(
        Power(static_cast<double>(*least_rows_) / static_cast<double>(rows)));
  }
}

// x for nodes, x^(5/4) for sets: where labels are finer, it pays more to bring small clusters
// together first. Square roots are exact to the last bit everywhere; pow() is not.
double Standard::Power(double factor) const {
  return labels_ == LabelStyle::kNode ? factor : factor * std::sqrt(std::sqrt(factor));
}

double Standard::NearnessFactor(double nearness) const {
  return Power(1 / std::max(nearness, 0.001));
}

void Standard::AddUnit(std::uint32_t unit) {
  for (std::uint32_t i = units_.begin[unit]; i < units_.begin[unit + 1]; ++i) {
    tally_.Add(units_.tuples[i]);
  }
}

void Standard::Add(const Clusters& clusters, std::uint32_t cluster) {
  clusters.ForEachPart(cluster, [&](const Part& part) { AddUnit(part.unit); });
}

void Standard::Remove(const Clusters& clusters, std::uint32_t cluster) {
  clusters.ForEachPart(cluster, [&](const Part& part) {
    for (std::uint32_t i = units_.begin[part.unit]; i < units_.begin[part.unit + 1]; ++i) {
      tally_.Remove(units_.tuples[i]);
    }
  });
}

bool Standard::Holds(const Clusters& clusters, std::uint32_t cluster) {
  if (least_rows_) return clusters[cluster].rows >= *least_rows_;
  Hold(clusters, cluster);
  return tally_.Holds();
}

bool Standard::Holds(const std::vector<std::uint32_t>& units) {
  tally_.Reset();
  for (const std::uint32_t unit : units) AddUnit(unit);
  return tally_.Holds();
}

void Standard::Hold(const Clusters& clusters, std::uint32_t cluster) {
  tally_.Reset();
  Add(clusters, cluster);
}

double Standard::NearnessWith(const Clusters& clusters, std::uint32_t other) {
  Add(clusters, other);
  const double nearness = tally_.Nearness();
  Remove(clusters, other);
  return nearness;
}

}  // namespace gauze::cluster
