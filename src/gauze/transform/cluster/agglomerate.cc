#include "gauze/transform/cluster/agglomerate.h"

#include <algorithm>
#include <limits>
#include <queue>

namespace gauze::cluster {
namespace {

using Kind = Clusters::Kind;

// A branch that could only be better by less than this factor is not searched.
constexpr double kPatience = 1.5;

// Clusters are worked on block by block, so that what is near in the tree stays near in memory, and
// in rounds of rising scores, so that the order is nearly that of one queue.
constexpr std::uint32_t kBlock = 4096;
constexpr double kStep = 1.1;

constexpr double kNever = std::numeric_limits<double>::infinity();

class Agglomeration {
 public:
  Agglomeration(const Tree& tree, const Space& space, Standard& standard, bool may_donate,
                Clusters& clusters, Progress& progress)
      : tree_(tree),
        space_(space),
        standard_(standard),
        clusters_(clusters),
        progress_(progress),
        least_rows_(standard.least_rows().value_or(0)),
        counts_rows_(standard.least_rows().has_value()),
        may_donate_(may_donate && counts_rows_),
        summaries_(tree.nodes().size()),
        versions_(clusters.size()),
        heaps_(clusters.size() / kBlock + 1) {}

  void Run() {
    for (std::uint32_t cluster = 0; cluster < clusters_.size(); ++cluster) Judge(cluster);
    for (std::size_t node = summaries_.size(); node-- > 0;) {
      summaries_[node] = Summarise(static_cast<std::uint32_t>(node));
    }
    for (std::uint32_t cluster = 0; cluster < clusters_.size(); ++cluster) {
      if (clusters_[cluster].kind == Kind::kOpen) Push(cluster);
    }
    double limit = 0;
    while (limit < kNever) {
      double least = kNever;
      for (auto& heap : heaps_) {
        Work(heap, limit);
        if (!heap.empty()) least = std::min(least, heap.top().score);
      }
      limit = least * kStep;
    }
  }

  // Of a search.
  bool Wanted(std::uint32_t node) const {
    return summaries_[node].alive > 0 && best_score_ > enough_;
  }
  bool Worth(std::uint32_t node, Cost bound) const {
    if (bound * kPatience >= best_score_) return false;
    const Summary& summary = summaries_[node];
    double factor = 1;
    if (counts_rows_ && !summary.done) {
      factor = summary.donor ? DonationFactor() : kNever;
      if (summary.open_rows > 0) {
        factor = std::min(factor, standard_.RowsFactor(rows_ + summary.open_rows));
      }
    }
    return bound * factor * kPatience < best_score_;
  }

  void Look(std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t other = begin; other < end; ++other) {
      const Cost joined = space_.JoinCost(state_, clusters_.StateOf(other));
      // No score is below the cost of the join, and most end here.
      if (joined > best_score_) continue;
      if (clusters_[other].kind == Kind::kGone || other == cluster_) continue;
      const double score = Score(other, joined);
      if (score < best_score_ || (score == best_score_ && other < best_)) {
        best_score_ = score;
        best_ = other;
      }
    }
  }

 private:
  // What is alive below a node of the tree.
  struct Summary {
    std::uint32_t alive = 0;
    bool donor = false;
    bool done = false;
    std::uint64_t open_rows = 0;  // of the largest open cluster

    bool operator==(const Summary&) const = default;
  };

  struct Proposal {
    double score = 0;
    std::uint32_t cluster = 0;
    std::uint32_t partner = 0;
    std::uint32_t version = 0;
    std::uint32_t partner_version = 0;

    // The heap's top is the largest.
    bool operator<(const Proposal& other) const {
      return score != other.score ? score > other.score : cluster > other.cluster;
    }
  };

  using Heap = std::priority_queue<Proposal>;

  void Work(Heap& heap, double limit) {
    while (!heap.empty() && heap.top().score <= limit) {
      const Proposal proposal = heap.top();
      heap.pop();
      if (clusters_[proposal.cluster].kind != Kind::kOpen ||
          versions_[proposal.cluster] != proposal.version) {
        continue;
      }
      if (versions_[proposal.partner] == proposal.partner_version) {
        Join(proposal.cluster, proposal.partner);
      } else {
        Push(proposal.cluster, proposal.score);
      }
    }
  }

  void Judge(std::uint32_t cluster) {
    const Clusters::Cluster& judged = clusters_[cluster];
    if (!standard_.Holds(clusters_, cluster)) {
      clusters_.SetKind(cluster, Kind::kOpen);
    } else if (may_donate_ && judged.first == judged.last && judged.rows > least_rows_) {
      clusters_.SetKind(cluster, Kind::kDonor);
    } else {
      clusters_.SetKind(cluster, Kind::kDone);
    }
    if (clusters_[cluster].kind != Kind::kOpen) progress_.Advance(judged.rows);
  }

  Summary Summarise(std::uint32_t index) const {
    const Tree::Node& node = tree_.nodes()[index];
    Summary summary;
    if (!node.leaf()) {
      const Summary& left = summaries_[index + 1];
      const Summary& right = summaries_[node.right];
      return {left.alive + right.alive, left.donor || right.donor, left.done || right.done,
              std::max(left.open_rows, right.open_rows)};
    }
    for (std::uint32_t i = node.begin; i < node.end; ++i) {
      const Clusters::Cluster& cluster = clusters_[i];
      if (cluster.kind == Kind::kGone) continue;
      ++summary.alive;
      if (cluster.kind == Kind::kDonor) summary.donor = true;
      if (cluster.kind == Kind::kDone) summary.done = true;
      if (cluster.kind == Kind::kOpen) {
        summary.open_rows = std::max(summary.open_rows, cluster.rows);
      }
    }
    return summary;
  }

  void Refresh(std::uint32_t cluster) {
    for (std::uint32_t node = tree_.LeafOf(cluster);; node = tree_.nodes()[node].parent) {
      const Summary summary = Summarise(node);
      if (summary == summaries_[node]) return;
      summaries_[node] = summary;
      if (node == 0) return;
    }
  }

  double DonationFactor() const {
    return static_cast<double>(least_rows_) / static_cast<double>(rows_);
  }

  bool CanDonate(const Clusters::Cluster& donor, std::uint64_t receiver_rows) const {
    return donor.kind == Kind::kDonor && donor.rows - least_rows_ >= least_rows_ - receiver_rows;
  }

  // Loss per row of the cluster that looks for a partner.
  double Score(std::uint32_t other, Cost joined) {
    const Clusters::Cluster& partner = clusters_[other];
    if (CanDonate(partner, rows_)) return joined * DonationFactor();
    double score = joined;
    if (partner.kind != Kind::kOpen) {
      score +=
          static_cast<double>(partner.rows) * (joined - partner.cost) / static_cast<double>(rows_);
      if (counts_rows_) return score;
    }
    if (counts_rows_) return score * standard_.RowsFactor(rows_ + partner.rows);
    if (score >= best_score_) return kNever;
    return score * standard_.NearnessFactor(standard_.NearnessWith(clusters_, other));
  }

  void Push(std::uint32_t cluster, double enough = 0) {
    cluster_ = cluster;
    rows_ = clusters_[cluster].rows;
    state_ = clusters_.StateOf(cluster);
    best_ = kNoPart;
    best_score_ = kNever;
    enough_ = enough;
    if (!counts_rows_) standard_.Hold(clusters_, cluster);
    tree_.Search(cluster, state_, *this);
    if (best_ == kNoPart) return;
    heaps_[cluster / kBlock].push(
        {best_score_, cluster, best_, versions_[cluster], versions_[best_]});
  }

  void Join(std::uint32_t cluster, std::uint32_t partner) {
    if (CanDonate(clusters_[partner], clusters_[cluster].rows)) {
      clusters_.Donate(partner, least_rows_ - clusters_[cluster].rows, cluster);
      // Whoever counts on more than is left must look again.
      const std::uint64_t spare = clusters_[partner].rows - least_rows_;
      if (spare + 1 < least_rows_) ++versions_[partner];
      if (spare == 0) clusters_.SetKind(partner, Kind::kDone);
    } else {
      clusters_.Absorb(cluster, partner);
      ++versions_[partner];
    }
    ++versions_[cluster];
    Judge(cluster);
    Refresh(partner);
    Refresh(cluster);
    if (clusters_[cluster].kind == Kind::kOpen) Push(cluster);
  }

  const Tree& tree_;
  const Space& space_;
  Standard& standard_;
  Clusters& clusters_;
  Progress& progress_;
  std::uint64_t least_rows_;
  bool counts_rows_;
  bool may_donate_;
  std::vector<Summary> summaries_;  // one a node of the tree
  std::vector<std::uint32_t> versions_;
  std::vector<Heap> heaps_;  // one a block

  // The search that is going on.
  std::uint32_t cluster_ = 0;
  std::uint64_t rows_ = 0;
  const Cell* state_ = nullptr;
  std::uint32_t best_ = kNoPart;
  double best_score_ = kNever;
  double enough_ = 0;
};

}  // namespace

void Agglomerate(const Tree& tree, const Space& space, Standard& standard, bool may_donate,
                 Clusters& clusters, Progress& progress) {
  Agglomeration(tree, space, standard, may_donate, clusters, progress).Run();
}

}  // namespace gauze::cluster
