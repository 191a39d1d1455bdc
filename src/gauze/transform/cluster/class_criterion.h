#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "gauze/transform/cluster/clusters.h"
#include "gauze/transform/cluster/counted_clusters.h"
#include "gauze/transform/cluster/units.h"
#include "gauze/transform/constraints.h"
#include "gauze/transform/label.h"

namespace gauze::cluster {

// What a cluster needs to be a class, and what it is worth that it is nearer to it. Where the
// models only count rows this is a comparison; otherwise tuples are counted. Of one Clusters
// object. One thread at a time.
class ClassCriterion {
 public:
  ClassCriterion(const Constraints& constraints, const Units& units, LabelStyle labels);

  // The least number of rows, if the models ask for nothing else.
  const std::optional<std::uint64_t>& least_rows() const { return least_rows_; }

  const Constraints& constraints() const { return constraints_; }
  CountedClusters& counted() { return counted_; }

  // Of all rows of these units, where the models look at more than the number of rows.
  bool Holds(const std::vector<std::uint32_t>& units);
  // The same of a cluster, less a unit that it has, and with one that it does not have; kNoPart:
  // none.
  bool Holds(const Clusters& clusters, std::uint32_t cluster, std::uint32_t without,
             std::uint32_t with);

  // How near a cluster is to holding: 1 if it holds, and only then.
  double Nearness(const Clusters& clusters, std::uint32_t cluster);
  // The same with a unit that it does not have.
  double NearnessWithUnit(const Clusters& clusters, std::uint32_t cluster, std::uint32_t unit);
  // By how much a cluster is dearer than it looks because it has to grow further: a power of what
  // is missing, so that clusters that are far from holding find each other first.
  double Factor(double nearness) const {
    return factors_[static_cast<std::size_t>(std::min(nearness, 1.0) * kSteps)];
  }
  // The same for a number of rows, where nothing else counts.
  double RowsFactor(std::uint64_t rows) const {
    return rows < factors_by_rows_.size() ? factors_by_rows_[rows] : 1;
  }

  // A cluster to which others are held, one after another: would both together hold, and how near
  // would they be? Once `enough` says so of a nearness, any smaller one is as good.
  void Hold(const Clusters& clusters, std::uint32_t cluster);
  bool HoldsWith(const Clusters& clusters, std::uint32_t other);
  template <typename Enough>
  double NearnessWith(const Clusters& clusters, std::uint32_t other, const Enough& enough) {
    counted_.Add(clusters, other, tally_);
    const double nearness = tally_.Nearness(enough);
    counted_.Remove(clusters, other, tally_);
    return nearness;
  }

 private:
  static constexpr double kSteps = 1024;

  const Constraints& constraints_;
  Tally tally_;
  CountedClusters counted_;
  std::optional<std::uint64_t> least_rows_;
  std::vector<double> factors_;  // by nearness, in steps
  std::vector<double> factors_by_rows_;
};

}  // namespace gauze::cluster
