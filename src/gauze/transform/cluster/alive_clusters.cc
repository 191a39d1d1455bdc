#include "gauze/transform/cluster/alive_clusters.h"

#include <algorithm>
#include <utility>

namespace gauze::cluster {

void AliveClusters::SummariseAll() {
  summaries_.resize(tree_->nodes().size());
  if (bounds_.useful()) bounds_.Resize(summaries_.size());
  for (auto node = static_cast<std::uint32_t>(summaries_.size()); node-- > 0;) {
    summaries_[node] = Summarise(node);
    SummariseShares(node);
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
    return {left.alive + right.alive,
            left.donor || right.donor,
            left.done || right.done,
            std::max(left.nearness, right.nearness),
            std::max(left.most_open_rows, right.most_open_rows),
            std::min(left.least_done_rows, right.least_done_rows),
            std::max(left.most_done_cost, right.most_done_cost)};
  }
  Summary summary;
  for (std::uint32_t place = node.begin; place < node.end; ++place) {
    const std::uint32_t i = tree_->units()[place];
    const Kind kind = clusters_[i].kind;
    summary.alive += kind == Kind::kGone ? 0 : 1;
    summary.donor = summary.donor || kind == Kind::kDonor;
    summary.done = summary.done || kind == Kind::kDone;
    if (kind == Kind::kGone) continue;
    if (kind == Kind::kOpen) {
      summary.nearness = std::max(summary.nearness, nearness_[i]);
      summary.most_open_rows = std::max(summary.most_open_rows, clusters_[i].rows);
    } else {
      summary.least_done_rows = std::min(summary.least_done_rows, clusters_[i].rows);
      summary.most_done_cost = std::max(summary.most_done_cost, clusters_[i].cost);
    }
  }
  return summary;
}

bool AliveClusters::SummariseShares(std::uint32_t index) {
  if (!bounds_.useful()) return false;
  const UnitTree::Node& node = tree_->nodes()[index];
  if (!node.leaf()) return bounds_.SummariseInner(index, index + 1, node.right);
  return bounds_.SummariseLeaf(
      index, std::span(tree_->units()).subspan(node.begin, node.end - node.begin));
}

void AliveClusters::Refresh(std::uint32_t cluster) {
  for (std::uint32_t node = tree_->LeafOf(cluster);; node = tree_->nodes()[node].parent) {
    const Summary summary = Summarise(node);
    if (!SummariseShares(node) && summary == summaries_[node]) return;
    summaries_[node] = summary;
    if (node == 0) return;
  }
}

}  // namespace gauze::cluster
