#pragma once

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
class Standard {
 public:
  Standard(const Constraints& constraints, const Units& units, LabelStyle labels);

  // The least number of rows, if the models ask for nothing else.
  const std::optional<std::uint64_t>& least_rows() const { return least_rows_; }

  bool Holds(const Clusters& clusters, std::uint32_t cluster);
  // Of all rows of these units, where the models look at more than the number of rows.
  bool Holds(const std::vector<std::uint32_t>& units);

  // By how much a cluster of that many rows, or that near to holding, is dearer than it looks
  // because it has to grow further: 1 for one that holds. A power of what is missing, so that small
  // clusters find each other first.
  double RowsFactor(std::uint64_t rows) const {
    return rows < factors_by_rows_.size() ? factors_by_rows_[rows] : 1;
  }
  double NearnessFactor(double nearness) const;

  // A cluster to which others are held, one after another.
  void Hold(const Clusters& clusters, std::uint32_t cluster);
  double NearnessWith(const Clusters& clusters, std::uint32_t other);

 private:
  void AddUnit(std::uint32_t unit);
  void Add(const Clusters& clusters, std::uint32_t cluster);
  void Remove(const Clusters& clusters, std::uint32_t cluster);
  double Power(double factor) const;

  const Units& units_;
  Tally tally_;
  LabelStyle labels_;
  std::optional<std::uint64_t> least_rows_;
  std::vector<double> factors_by_rows_;
};

}  // namespace gauze::cluster
