#include "gauze/transform/cluster/alive_clusters.h"

#include <algorithm>
#include <utility>

namespace gauze::cluster {

void AliveClusters::SummariseAll() {
  summaries_.resize(tree_->nodes().size());
  for (std::size_t node = summaries_.size(); node-- > 0;) {
    summaries_[node] = Summarise(static_cast<std::uint32_t>(node));
  }
}

void AliveClusters::ThinOut() {
  if (2 * std::size_t{summaries_[0].alive} >= tree_->units().size()) return;
  std::vector<std::uint32_t> alive;
  for (const std::uint32_t cluster : tree_->units()) {
    if (clusters_[cluster].kind != Clusters::Kind::kGone) alive.push_back(cluster);
  }
  thinned_.emplace(units_, cost_model_, std::move(alive));
  tree_ = &*thinned_;
  SummariseAll();
}

AliveClusters::Summary AliveClusters::Summarise(std::uint32_t index) const {
  using Kind = Clusters::Kind;
  const UnitTree::Node& node = tree_->nodes()[index];
  if (!node.leaf()) {
    const Summary& left = summaries_[index + 1];
    const Summary& right = summaries_[node.right];
    return {left.alive + right.alive, left.donor || right.donor, left.done || right.done,
            std::max(left.nearness, right.nearness)};
  }
  Summary summary;
  for (std::uint32_t place = node.begin; place < node.end; ++place) {
    const std::uint32_t i = tree_->units()[place];
    const Kind kind = clusters_[i].kind;
    summary.alive += kind == Kind::kGone ? 0 : 1;
    summary.donor = summary.donor || kind == Kind::kDonor;
    summary.done = summary.done || kind == Kind::kDone;
    if (kind == Kind::kOpen) summary.nearness = std::max(summary.nearness, nearness_[i]);
  }
  return summary;
}

void AliveClusters::Refresh(std::uint32_t cluster) {
  for (std::uint32_t node = tree_->LeafOf(cluster);; node = tree_->nodes()[node].parent) {
    const Summary summary = Summarise(node);
    if (summary == summaries_[node]) return;
    summaries_[node] = summary;
    if (node == 0) return;
  }
}

}  // namespace gauze::cluster
