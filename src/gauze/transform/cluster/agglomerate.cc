#include "gauze/transform/cluster/agglomerate.h"

#include <algorithm>
#include <limits>
#include <queue>

#include "gauze/base/stop.h"
#include "gauze/transform/cluster/alive_clusters.h"

namespace gauze::cluster {
namespace {

using Kind = Clusters::Kind;

// A branch that could only be better by less than this factor is not searched.
constexpr double kPatience = 1.5;

// Clusters are worked on block by block, so that what is near in the tree stays near in memory, and
// in rounds of rising scores, so that the order is nearly that of one queue.
constexpr std::uint32_t kBlock = 4096;
constexpr double kStep = 1.1;

// Where models look at more than rows: the factor for joining a good cluster without being good
// afterwards.
constexpr double kLast = 100;

constexpr double kNever = std::numeric_limits<double>::infinity();

class Agglomeration {
 public:
  Agglomeration(const Units& units, const UnitTree& tree, const CostModel& cost_model,
                ClassCriterion& criterion, AgglomerateOptions options, Clusters& clusters,
                ProgressShare& progress)
      : criterion_(criterion),
        clusters_(clusters),
        progress_(progress),
        least_rows_(criterion.least_rows().value_or(0)),
        counts_rows_(criterion.least_rows().has_value()),
        may_donate_(options.may_donate && counts_rows_),
        may_stay_open_(options.may_stay_open),
        together_(counts_rows_ ? 0 : kTogether),
        nearness_(clusters.size()),
        bounds_(criterion, clusters),
        alive_(units, tree, cost_model, clusters, nearness_, bounds_),
        versions_(clusters.size()),
        heaps_(clusters.size() / kBlock + 1),
        probe_(cost_model) {}

  void Run() {
    for (std::uint32_t cluster = 0; cluster < clusters_.size(); ++cluster) Judge(cluster);
    alive_.SummariseAll();
    for (std::uint32_t cluster = 0; cluster < clusters_.size(); ++cluster) {
      StopIfAsked();
      if (clusters_[cluster].kind == Kind::kOpen) Push(cluster);
      progress_.Step();
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
    return alive_.Below(node).alive > 0 && best_score_ > enough_;
  }
  bool Worth(std::uint32_t node, Cost bound) const {
    const double least = (bound + together_) * kPatience;
    if (least >= best_score_) return false;
    const AliveClusters::Summary& summary = alive_.Below(node);
    if (!summary.done) {
      double factor = summary.donor ? DonationFactor() : kNever;
      if (summary.nearness > 0) {
        factor = std::min(factor, criterion_.Factor(nearness_[cluster_] + summary.nearness));
      }
      if (least * factor >= best_score_) return false;
    }
    return counts_rows_ || LeastScore(node, summary, bound) <= best_score_;
  }

  void Look(std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t place = begin; place < end; ++place) {
      const std::uint32_t other = alive_.tree().units()[place];
      const Cost joined = probe_.JoinCost(clusters_.StateOf(other));
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
      StopIfAsked();
      const Proposal proposal = heap.top();
      heap.pop();
      if (clusters_[proposal.cluster].kind != Kind::kOpen ||
          versions_[proposal.cluster] != proposal.version) {
        continue;
      }
      if (versions_[proposal.partner] == proposal.partner_version) {
        Join(proposal.cluster, proposal.partner);
        alive_.ThinOut();
      } else {
        Push(proposal.cluster, proposal.score);
        progress_.Step();
      }
    }
  }

  // No partner below the node has a lower score.
  double LeastScore(std::uint32_t node, const AliveClusters::Summary& summary, Cost bound) const {
    const double together = bound + together_;
    double least = kNever;
    if (summary.done && (!bounds_.aimed() || bounds_.HasRoom(node))) {
      // The good cluster loses more, too.
      least = together;
      if (bound > summary.most_done_cost) {
        least += static_cast<double>(summary.least_done_rows) *
                 static_cast<double>(bound - summary.most_done_cost) / static_cast<double>(rows_);
      }
    } else if (summary.done && !may_stay_open_) {
      least = together * kLast;
    }
    if (summary.nearness > 0) {
      double open = together;
      if (bounds_.aimed()) {
        const double nearest = bounds_.Nearest(node, summary.most_open_rows);
        open *= criterion_.Factor(nearest);
        if (nearest < 1 && nearest <= nearness_[cluster_]) open *= kLast;
      }
      least = std::min(least, open);
    }
    return least;
  }

  void Judge(std::uint32_t cluster) {
    const Clusters::Cluster& judged = clusters_[cluster];
    nearness_[cluster] = criterion_.Nearness(clusters_, cluster);
    if (nearness_[cluster] < 1) {
      clusters_.SetKind(cluster, Kind::kOpen);
    } else if (may_donate_ && judged.first == judged.last && judged.rows > least_rows_) {
      clusters_.SetKind(cluster, Kind::kDonor);
    } else {
      clusters_.SetKind(cluster, Kind::kDone);
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
    double score = joined + together_;
    if (partner.kind != Kind::kOpen) {
      score +=
          static_cast<double>(partner.rows) * (joined - partner.cost) / static_cast<double>(rows_);
      if (counts_rows_) return score;
    }
    if (counts_rows_) return score * criterion_.RowsFactor(rows_ + partner.rows);
    if (score >= best_score_) return kNever;
    if (partner.kind != Kind::kOpen && (may_stay_open_ || score * kLast > best_score_)) {
      return criterion_.HoldsWith(clusters_, other) ? score : kNever;
    }
    const double nearness = criterion_.NearnessWith(clusters_, other, [&](double near) {
      return score * criterion_.Factor(near) > best_score_;
    });
    // A join that brings neither nearer, or undoes a good cluster, only where nothing else is left.
    if (nearness < 1 && nearness <= std::max(nearness_[cluster_], nearness_[other])) score *= kLast;
    return score * criterion_.Factor(nearness);
  }

  void Push(std::uint32_t cluster, double enough = 0) {
    cluster_ = cluster;
    rows_ = clusters_[cluster].rows;
    probe_.Aim(clusters_.StateOf(cluster));
    best_ = kNoPart;
    best_score_ = kNever;
    enough_ = enough;
    if (!counts_rows_) {
      criterion_.Hold(clusters_, cluster);
      if (bounds_.useful()) bounds_.Aim(cluster);
    }
    alive_.tree().Search(cluster, probe_, *this);
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
    alive_.Refresh(partner);
    alive_.Refresh(cluster);
    if (clusters_[cluster].kind == Kind::kOpen) Push(cluster);
    progress_.Step();
  }

  ClassCriterion& criterion_;
  Clusters& clusters_;
  ProgressShare& progress_;
  std::uint64_t least_rows_;
  bool counts_rows_;
  bool may_donate_;
  bool may_stay_open_;
  double together_;
  std::vector<double> nearness_;  // of open clusters, where models look at more than rows
  ShareBounds bounds_;
  AliveClusters alive_;
  std::vector<std::uint32_t> versions_;
  std::vector<Heap> heaps_;  // one per block

  // The search that is going on.
  std::uint32_t cluster_ = 0;
  std::uint64_t rows_ = 0;
  CostModel::Probe probe_;
  std::uint32_t best_ = kNoPart;
  double best_score_ = kNever;
  double enough_ = 0;
};

}  // namespace

void Agglomerate(const Units& units, const UnitTree& tree, const CostModel& cost_model,
                 ClassCriterion& criterion, AgglomerateOptions options, Clusters& clusters,
                 ProgressShare& progress) {
  Agglomeration(units, tree, cost_model, criterion, options, clusters, progress).Run();
}

}  // namespace gauze::cluster
