#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "gauze/transform/cluster/clusters.h"
#include "gauze/transform/cluster/units.h"
#include "gauze/transform/constraints.h"
#include "gauze/transform/label.h"

namespace gauze::cluster {

// What a cluster needs to be a class, and what it is worth that it is nearer to it. Where the
// models only count rows this is a comparison; otherwise tuples are counted. One thread at a time.
class ClassCriterion {
 public:
  ClassCriterion(const Constraints& constraints, const Units& units, LabelStyle labels);

  // The least number of rows, if the models ask for nothing else.
  const std::optional<std::uint64_t>& least_rows() const { return least_rows_; }

  // Of all rows of these units, where the models look at more than the number of rows.
  bool Holds(const std::vector<std::uint32_t>& units);

  // How near all rows of these units are to holding.
  double NearnessOf(const std::vector<std::uint32_t>& units);

  // How near a cluster is to holding: 1 if it holds, and only then.
  double Nearness(const Clusters& clusters, std::uint32_t cluster);
  // By how much a cluster is dearer than it looks because it has to grow further: a power of what
  // is missing, so that clusters that are far from holding find each other first.
  double Factor(double nearness) const {
    return factors_[static_cast<std::size_t>(std::min(nearness, 1.0) * kSteps)];
  }
  // The same for a number of rows, where nothing else counts.
  double RowsFactor(std::uint64_t rows) const {
    return rows < factors_by_rows_.size() ? factors_by_rows_[rows] : 1;
  }

  // A cluster to which others are held, one after another: how near would both together be?
  void Hold(const Clusters& clusters, std::uint32_t cluster);
  double NearnessWith(const Clusters& clusters, std::uint32_t other);

 private:
  static constexpr double kSteps = 1024;

  void AddUnit(std::uint32_t unit);
  void Add(const Clusters& clusters, std::uint32_t cluster);
  void Remove(const Clusters& clusters, std::uint32_t cluster);

  const Units& units_;
  Tally tally_;
  std::optional<std::uint64_t> least_rows_;
  std::vector<double> factors_;  // by nearness, in steps
  std::vector<double> factors_by_rows_;
};

}  // namespace gauze::cluster
