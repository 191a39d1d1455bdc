#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gauze/transform/cluster/class_criterion.h"
#include "gauze/transform/cluster/clusters.h"

namespace gauze::cluster {

// What a search for a partner need not look at. Most clusters that find none for long have one
// value too often, and so has everything around them: no good cluster has room for it, and no open
// one brings less of it. For each node of a tree and each value that can be too frequent this knows
//   the room   rows of the value that the good cluster with most room for it can take, and
//   the least  share that it has in one of the open clusters.
// Both are bounds, never guesses: what they rule out could not have been chosen.
//
// For the kMostValues most frequent values. Memory: 8 bytes a node and value. One thread at a time.
class ShareBounds {
 public:
  ShareBounds(ClassCriterion& criterion, const Clusters& clusters);

  // Is there a value that can be too frequent?
  bool useful() const { return !values_.empty(); }

  // Of a tree with so many nodes. Summaries tell whether anything is other than it was.
  void Resize(std::size_t nodes);
  bool SummariseLeaf(std::uint32_t node, std::span<const std::uint32_t> clusters);
  bool SummariseInner(std::uint32_t node, std::uint32_t left, std::uint32_t right);

  // The cluster that looks for a partner.
  void Aim(std::uint32_t cluster);
  // Has it some value too often?
  bool aimed() const { return !excesses_.empty(); }
  // False if no good cluster below the node stays good with it.
  bool HasRoom(std::uint32_t node) const;
  // No nearer than this with an open cluster below of at most so many rows.
  double Nearest(std::uint32_t node, std::uint64_t rows) const;

 private:
  static constexpr std::size_t kMostValues = 16;

  struct Frequent {
    std::uint32_t slot = 0;
    double most = 1;  // its largest share in a cluster that holds, or a little more
  };
  struct Excess {
    std::size_t value = 0;  // in values_
    double rows = 0;
    double room = 0;  // that a good cluster must have
  };

  ClassCriterion& criterion_;
  const Clusters& clusters_;
  std::vector<Frequent> values_;
  std::vector<std::uint32_t> value_of_;  // slot -> its place in values_, or kNoPart
  std::vector<float> rooms_;             // [node * values + value]
  std::vector<float> least_;
  std::vector<Excess> excesses_;
  double rows_ = 0;  // of the cluster that looks

  // Reused.
  std::vector<double> rows_of_;
  std::vector<float> room_;
  std::vector<float> share_;
};

}  // namespace gauze::cluster
