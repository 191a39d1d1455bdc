#pragma once

#include <cstdint>
#include <vector>

#include "gauze/transform/cluster/cost_model.h"
#include "gauze/transform/cluster/units.h"

namespace gauze::cluster {

// Rows of one unit in one cluster.
struct UnitPart {
  std::uint32_t unit = 0;
  std::uint32_t next = 0;  // in the same cluster; kNoPart: the last
  std::uint64_t rows = 0;
};
inline constexpr std::uint32_t kNoPart = ~std::uint32_t{0};

// Where models look at more than rows: what it costs to be together at all, so that among units
// that are alike those find each other which complete each other.
inline constexpr double kTogether = 20'000;

// All clusters of a region, while they grow. At first every unit is one, under its own index.
class Clusters {
 public:
  enum class Kind : std::uint8_t {
    kGone,   // its index is free
    kOpen,   // does not satisfy every model yet
    kDonor,  // one unit that satisfies all alone, with rows to spare
    kDone,   // satisfies all
  };
  struct Cluster {
    std::uint64_t rows = 0;
    Cost cost = 0;  // of a row
    std::uint32_t first = kNoPart;
    std::uint32_t last = kNoPart;
    Kind kind = Kind::kOpen;

    std::uint64_t loss() const { return rows * cost; }
  };

  Clusters(const Units& units, const CostModel& cost_model);

  std::uint32_t size() const { return static_cast<std::uint32_t>(clusters_.size()); }
  const Cluster& operator[](std::uint32_t cluster) const { return clusters_[cluster]; }
  const Cell* StateOf(std::uint32_t cluster) const {
    return states_.data() + cluster * cost_model_.width();
  }
  const Cell* UnitState(std::uint32_t unit) const {
    return unit_states_.data() + unit * cost_model_.width();
  }
  // Another number whenever the cluster is not what it was; above 0.
  std::uint32_t ChangesOf(std::uint32_t cluster) const { return changes_[cluster]; }
  const UnitPart& part(std::uint32_t index) const { return parts_[index]; }
  template <typename Function>
  void ForEachPart(std::uint32_t cluster, Function function) const {
    for (std::uint32_t i = clusters_[cluster].first; i != kNoPart; i = parts_[i].next) {
      function(parts_[i]);
    }
  }

  void SetKind(std::uint32_t cluster, Kind kind) { clusters_[cluster].kind = kind; }
  // All rows of one cluster go to another.
  void Absorb(std::uint32_t into, std::uint32_t from);
  // Some rows of a donor go to another cluster.
  void Donate(std::uint32_t donor, std::uint64_t rows, std::uint32_t into);

  // Rows of a unit leave a cluster or come to it. Update() makes its figures right again; a cluster
  // without rows is then gone.
  void Take(std::uint32_t cluster, std::uint32_t unit, std::uint64_t rows);
  void Put(std::uint32_t cluster, std::uint32_t unit, std::uint64_t rows);
  void Update(std::uint32_t cluster);

 private:
  const CostModel& cost_model_;
  std::vector<Cluster> clusters_;
  std::vector<std::uint32_t> changes_;  // one per cluster
  std::vector<Cell> states_;            // one per cluster
  std::vector<Cell> unit_states_;       // one per unit
  std::vector<UnitPart> parts_;
};

}  // namespace gauze::cluster
