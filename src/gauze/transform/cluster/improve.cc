#include "gauze/transform/cluster/improve.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "gauze/base/stop.h"
#include "gauze/transform/cluster/member_exchange.h"
#include "gauze/transform/cluster/other_members.h"

namespace gauze::cluster {
namespace {

using Kind = Clusters::Kind;

// Clusters with more members are left as they are: every member would be tried.
constexpr std::size_t kMostMembers = 64;
// Units that a search looks at, before it ends with the best so far: many where models only count
// rows, few where every look counts tuples.
constexpr std::uint32_t kMostLooks = 1024;
constexpr std::uint32_t kMostCountedLooks = 64;
constexpr int kMostStepsPerCluster = 16;

class Improvement {
 public:
  Improvement(const UnitTree& tree, const CostModel& cost_model, ClassCriterion& criterion,
              bool may_donate, Clusters& clusters)
      : tree_(tree),
        cost_model_(cost_model),
        criterion_(criterion),
        clusters_(clusters),
        least_rows_(criterion.least_rows().value_or(1)),
        counts_rows_(criterion.least_rows().has_value()),
        most_looks_(counts_rows_ ? kMostLooks : kMostCountedLooks),
        exchanger_(clusters, least_rows_, may_donate && counts_rows_),
        others_(cost_model, clusters),
        kept_(cost_model, clusters, kMostMembers),
        rest_probe_(cost_model),
        out_probe_(cost_model),
        asked_(clusters.size()) {}

  void Round(ProgressShare& progress) {
    for (std::uint32_t cluster = 0; cluster < clusters_.size(); ++cluster) {
      StopIfAsked();
      progress.Step();
      for (int step = 0; step < kMostStepsPerCluster && Step(cluster); ++step) {
      }
    }
  }

 private:
  static std::int64_t Loss(std::uint64_t rows, Cost cost) {
    return static_cast<std::int64_t>(rows * cost);
  }

  // The search for members that could come: every unit near the cluster without the one that goes.
  struct Incoming {
    Improvement& self;
    std::uint64_t least_rows;  // of the cluster afterwards
    std::uint32_t looks = 0;

    bool Wanted(std::uint32_t /*node*/) const { return looks < self.most_looks_; }
    bool Worth(std::uint32_t /*node*/, Cost bound) const {
      return Loss(least_rows, bound) < self.loss_;
    }
    void Look(std::uint32_t begin, std::uint32_t end) {
      looks += end - begin;
      for (std::uint32_t unit = begin; unit < end; ++unit) self.TryIncoming(unit);
    }
  };

  // The search for the cluster where a member costs least.
  struct Outgoing {
    Improvement& self;
    std::uint32_t looks = 0;

    bool Wanted(std::uint32_t /*node*/) const { return looks < self.most_looks_; }
    bool Worth(std::uint32_t /*node*/, Cost bound) const {
      return Loss((self.out_.rows + self.least_rows_ + 1) / 2, bound) < self.least_;
    }
    void Look(std::uint32_t begin, std::uint32_t end) {
      looks += end - begin;
      for (std::uint32_t unit = begin; unit < end; ++unit) {
        if (self.exchanger_.Home(unit) != kNoPart) self.TryOutgoing(self.exchanger_.Home(unit));
      }
    }
  };

  bool Step(std::uint32_t cluster) {
    const Clusters::Cluster& present = clusters_[cluster];
    if (present.kind == Kind::kGone || present.first == present.last || present.cost == 0) {
      return false;
    }
    members_.clear();
    clusters_.ForEachPart(
        cluster, [&](const UnitPart& part) { members_.push_back({part.unit, part.rows}); });
    if (members_.size() > kMostMembers) return false;
    cluster_ = cluster;
    rows_ = present.rows;
    loss_ = Loss(present.rows, present.cost);
    best_ = {};
    others_.Join(members_, rests_);
    for (std::size_t i = 0; i < members_.size(); ++i) TryMember(i);
    if (best_.move == Move::kNone) return false;
    exchanger_.Apply(cluster_, best_);
    return true;
  }

  void TryMember(std::size_t index) {
    out_ = members_[index];
    rest_ = rests_.data() + index * cost_model_.width();
    rest_rows_ = rows_ - out_.rows;
    out_probe_.Aim(clusters_.UnitState(out_.unit));
    const Cost rest_cost = cost_model_.CostOf(rest_);
    replace_ = {};
    replace_.change = std::numeric_limits<std::int64_t>::max();
    Incoming incoming{*this, std::max(rest_rows_ + 1, least_rows_)};
    if (Incoming{incoming}.Worth(0, rest_cost)) {
      rest_probe_.Aim(rest_);
      tree_.Search(out_.unit, rest_probe_, incoming);
    }
    const std::int64_t move_change = Loss(rest_rows_, rest_cost) - loss_;
    const bool can_move = move_change < best_.change && RestHolds();
    std::int64_t limit = 0;  // what the member may cost elsewhere
    if (can_move) limit = best_.change - move_change;
    if (replace_.move == Move::kReplace) limit = std::max(limit, best_.change - replace_.change);
    if (limit <= 0) return;
    const std::uint32_t target = CheapestFor(limit);
    if (target == kNoPart) return;
    if (can_move && move_change + least_ < best_.change) {
      best_ = {.move = Move::kMove, .change = move_change + least_, .out = out_, .to = target};
    }
    if (replace_.move == Move::kReplace && replace_.from != target &&
        replace_.change + least_ < best_.change) {
      best_ = replace_;
      best_.change += least_;
      best_.out = out_;
      best_.to = target;
    }
  }

  void TryIncoming(std::uint32_t unit) {
    const std::uint32_t from = exchanger_.Home(unit);
    if (from == cluster_ || from == kNoPart) return;
    const Clusters::Cluster& other = clusters_[from];
    const Cost joined = rest_probe_.JoinCost(clusters_.UnitState(unit));
    if (rest_rows_ < least_rows_ && exchanger_.IsDonor(other, least_rows_ - rest_rows_)) {
      const std::uint64_t rows = least_rows_ - rest_rows_;
      Propose(Loss(least_rows_, joined) - loss_, {unit, rows}, from);
      return;
    }
    // With one row at least; counting them takes longer than all before.
    if (other.first == other.last || Loss(rest_rows_ + 1, joined) >= loss_) return;
    const std::uint64_t rows = RowsAt(from, unit);
    const std::int64_t here = Loss(rest_rows_ + rows, joined) - loss_;
    if (here >= 0 || rest_rows_ + rows < least_rows_) return;
    const Cell* left = kept_.Without(from, unit);
    if (left == nullptr) return;
    const std::int64_t there = -Loss(other.rows, other.cost);
    const std::uint64_t swapped_rows = other.rows - rows + out_.rows;
    if (swapped_rows >= least_rows_ && exchanger_.Home(out_.unit) == cluster_) {
      const std::int64_t change = here + there + Loss(swapped_rows, out_probe_.JoinCost(left));
      if (change < best_.change && SwapHolds(from, unit)) {
        best_ = {.move = Move::kSwap,
                 .change = change,
                 .out = out_,
                 .to = from,
                 .in = {unit, rows},
                 .from = from};
      }
    }
    if (other.rows - rows >= least_rows_) {
      const std::int64_t change = here + there + Loss(other.rows - rows, cost_model_.CostOf(left));
      if (change < replace_.change && ReplaceHolds(from, unit)) Propose(change, {unit, rows}, from);
    }
  }

  void Propose(std::int64_t change, Member in, std::uint32_t from) {
    if (change >= replace_.change) return;
    replace_ = {.move = Move::kReplace, .change = change, .in = in, .from = from};
  }

  std::uint64_t RowsAt(std::uint32_t cluster, std::uint32_t unit) const {
    std::uint64_t rows = 0;
    clusters_.ForEachPart(cluster, [&](const UnitPart& part) {
      if (part.unit == unit) rows = part.rows;
    });
    return rows;
  }

  // Do the models hold after an exchange? Where only rows count, the caller compared them.
  bool RestHolds() {
    if (counts_rows_) return rest_rows_ >= least_rows_;
    return criterion_.Holds(clusters_, cluster_, out_.unit, kNoPart);
  }
  bool SwapHolds(std::uint32_t from, std::uint32_t unit) {
    return counts_rows_ || (criterion_.Holds(clusters_, cluster_, out_.unit, unit) &&
                            criterion_.Holds(clusters_, from, unit, out_.unit));
  }
  bool ReplaceHolds(std::uint32_t from, std::uint32_t unit) {
    return counts_rows_ || (criterion_.Holds(clusters_, cluster_, out_.unit, unit) &&
                            criterion_.Holds(clusters_, from, unit, kNoPart));
  }

  // Where the member that goes costs least, if below the limit; least_ is then the price.
  std::uint32_t CheapestFor(std::int64_t limit) {
    least_ = limit;
    target_ = kNoPart;
    const std::uint32_t home = exchanger_.Home(out_.unit);
    if (home != cluster_) {
      // Rows of a donor go back.
      const std::int64_t price = Loss(out_.rows, clusters_[home].cost);
      if (price >= limit) return kNoPart;
      least_ = price;
      return home;
    }
    ++round_;
    asked_[cluster_] = round_;
    if (replace_.move == Move::kReplace) asked_[replace_.from] = round_;
    Outgoing outgoing{*this};
    tree_.Search(out_.unit, out_probe_, outgoing);
    return target_;
  }

  void TryOutgoing(std::uint32_t cluster) {
    if (asked_[cluster] == round_) return;
    asked_[cluster] = round_;
    const Clusters::Cluster& other = clusters_[cluster];
    const Cost joined = out_probe_.JoinCost(clusters_.StateOf(cluster));
    const bool donates =
        out_.rows < least_rows_ && exchanger_.IsDonor(other, least_rows_ - out_.rows);
    const std::int64_t price =
        donates ? Loss(least_rows_, joined)
                : Loss(other.rows + out_.rows, joined) - Loss(other.rows, other.cost);
    if (price >= least_) return;
    if (!counts_rows_ && !criterion_.Holds(clusters_, cluster, kNoPart, out_.unit)) return;
    least_ = price;
    target_ = cluster;
  }

  const UnitTree& tree_;
  const CostModel& cost_model_;
  ClassCriterion& criterion_;
  Clusters& clusters_;
  std::uint64_t least_rows_;
  bool counts_rows_;
  std::uint32_t most_looks_;
  Exchanger exchanger_;

  // The cluster that is improved.
  std::uint32_t cluster_ = 0;
  std::uint64_t rows_ = 0;
  std::int64_t loss_ = 0;
  std::vector<Member> members_;
  std::vector<Cell> rests_;  // it without each of its members
  OtherMembers others_;
  KeptOthers kept_;  // of the clusters around
  Exchange best_;

  // Its member that goes, and what is left.
  Member out_;
  const Cell* rest_ = nullptr;
  std::uint64_t rest_rows_ = 0;
  CostModel::Probe rest_probe_;
  CostModel::Probe out_probe_;
  Exchange replace_;
  std::int64_t least_ = 0;
  std::uint32_t target_ = kNoPart;
  std::uint32_t round_ = 0;
  std::vector<std::uint32_t> asked_;  // cluster -> the last search that looked at it
};

}  // namespace

void Improve(const UnitTree& tree, const CostModel& cost_model, ClassCriterion& criterion,
             bool may_donate, std::int64_t rounds, Clusters& clusters, ProgressShare& progress) {
  Improvement improvement(tree, cost_model, criterion, may_donate, clusters);
  for (std::int64_t round = 0; round < rounds; ++round) improvement.Round(progress);
}

}  // namespace gauze::cluster
