#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "gauze/transform/cluster/clusters.h"
#include "gauze/transform/cluster/share_bounds.h"
#include "gauze/transform/cluster/unit_tree.h"

namespace gauze::cluster {

// Clusters that are not gone, in a tree: what a search wants to know of a branch before it looks
// into it. What it is given must outlive it.
class AliveClusters {
 public:
  // What is alive below a node of the tree.
  struct Summary {
    std::uint32_t alive = 0;
    bool donor = false;
    bool done = false;
    double nearness = 0;  // of the open cluster that has most of what it needs
    // Where models look at more than rows:
    std::uint64_t most_open_rows = 0;
    std::uint64_t least_done_rows = std::numeric_limits<std::uint64_t>::max();
    Cost most_done_cost = 0;

    bool operator==(const Summary&) const = default;
  };

  // `nearness` is that of each cluster. `bounds` are kept up with the tree.
  AliveClusters(const Units& units, const UnitTree& tree, const CostModel& cost_model,
                const Clusters& clusters, const std::vector<double>& nearness, ShareBounds& bounds)
      : units_(units),
        cost_model_(cost_model),
        clusters_(clusters),
        nearness_(nearness),
        bounds_(bounds),
        tree_(&tree) {}

  const UnitTree& tree() const { return *tree_; }
  const Summary& Below(std::uint32_t node) const { return summaries_[node]; }

  void SummariseAll();
  // After a change of one cluster.
  void Refresh(std::uint32_t cluster);
  // Most of the work is done when few clusters are left, in a tree made for many: a new one, over
  // those that are left, has fewer places to look at.
  void ThinOut();

 private:
  Summary Summarise(std::uint32_t index) const;
  bool SummariseShares(std::uint32_t index);

  const Units& units_;
  const CostModel& cost_model_;
  const Clusters& clusters_;
  const std::vector<double>& nearness_;
  ShareBounds& bounds_;
  const UnitTree* tree_;
  std::optional<UnitTree> thinned_;
  std::vector<Summary> summaries_;  // one per node of the tree
};

}  // namespace gauze::cluster
