#include "gauze/ledger/hold.h"

#include <queue>

namespace gauze::ledger {
namespace {

using cluster::Cell;
using cluster::Clusters;
using cluster::kNoPart;
using cluster::UnitPart;

// Single members of larger clusters are not tried: each would be joined with all others.
constexpr std::size_t kMostMembers = 256;

class Holding {
 public:
  Holding(const cluster::CostModel& cost_model, cluster::ClassCriterion& criterion,
          const std::vector<double>& weights, std::uint64_t most, Clusters& clusters)
      : cost_model_(cost_model),
        criterion_(criterion),
        weights_(weights),
        left_(most),
        clusters_(clusters) {}

  void Run() {
    for (std::uint32_t cluster = 0; cluster < clusters_.size(); ++cluster) Propose(cluster);
    while (!heap_.empty() && left_ > 0) {
      const Proposal proposal = heap_.top();
      heap_.pop();
      // What was best may be too much by now, and then the next best of the cluster counts.
      if (proposal.rows <= left_) Apply(proposal);
      Propose(proposal.cluster);
    }
  }

 private:
  struct Proposal {
    double fall = 0;  // of the loss, weighted, for each row
    std::uint64_t rows = 0;
    std::uint32_t cluster = 0;
    std::uint32_t unit = kNoPart;  // kNoPart: the whole cluster

    // The heap's top is the largest.
    bool operator<(const Proposal& other) const {
      return fall != other.fall ? fall < other.fall : cluster > other.cluster;
    }
  };

  // There is one proposal a cluster at any time.
  void Propose(std::uint32_t cluster) {
    const Clusters::Cluster& present = clusters_[cluster];
    if (present.kind == Clusters::Kind::kGone || present.cost == 0) return;
    Gather(cluster);
    Proposal best{.cluster = cluster};
    double weight = 0;
    for (const UnitPart& part : parts_)
      weight += weights_[part.unit] * static_cast<double>(part.rows);
    const double whole = present.cost * weight / static_cast<double>(present.rows);
    if (present.rows <= left_) best = {.fall = whole, .rows = present.rows, .cluster = cluster};
    const bool single = parts_.size() > 1 && parts_.size() <= kMostMembers;
    for (std::size_t i = 0; single && i < parts_.size(); ++i) {
      const UnitPart& part = parts_[i];
      const std::uint64_t rest = present.rows - part.rows;
      JoinExcept(i);
      const auto fall =
          static_cast<double>(present.loss() - rest * cost_model_.CostOf(state_.data())) /
          static_cast<double>(part.rows) * weights_[part.unit];
      if (part.rows > left_ || fall <= best.fall || !HoldsExcept(i, rest)) continue;
      best = {.fall = fall, .rows = part.rows, .cluster = cluster, .unit = part.unit};
    }
    if (best.rows > 0) heap_.push(best);
  }

  void Gather(std::uint32_t cluster) {
    parts_.clear();
    clusters_.ForEachPart(cluster, [&](const UnitPart& part) { parts_.push_back(part); });
  }

  void JoinExcept(std::size_t skipped) {
    state_.clear();
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (i == skipped) continue;
      const Cell* next = clusters_.UnitState(parts_[i].unit);
      if (state_.empty()) state_.assign(next, next + cost_model_.width());
      cost_model_.Join(state_.data(), next, state_.data());
    }
  }

  bool HoldsExcept(std::size_t skipped, std::uint64_t rest) {
    if (criterion_.least_rows()) return rest >= *criterion_.least_rows();
    units_.clear();
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (i != skipped) units_.push_back(parts_[i].unit);
    }
    return criterion_.Holds(units_);
  }

  void Apply(const Proposal& proposal) {
    Gather(proposal.cluster);
    for (const UnitPart& part : parts_) {
      if (proposal.unit != kNoPart && part.unit != proposal.unit) continue;
      clusters_.Take(proposal.cluster, part.unit, part.rows);
    }
    clusters_.Update(proposal.cluster);
    left_ -= proposal.rows;
  }

  const cluster::CostModel& cost_model_;
  cluster::ClassCriterion& criterion_;
  const std::vector<double>& weights_;
  std::uint64_t left_;  // rows that may still be taken
  Clusters& clusters_;
  std::priority_queue<Proposal> heap_;

  // Reused.
  std::vector<UnitPart> parts_;
  std::vector<Cell> state_;
  std::vector<std::uint32_t> units_;
};

}  // namespace

void HoldBack(const cluster::CostModel& cost_model, cluster::ClassCriterion& criterion,
              const std::vector<double>& weights, std::uint64_t most, cluster::Clusters& clusters) {
  Holding(cost_model, criterion, weights, most, clusters).Run();
}

}  // namespace gauze::ledger
