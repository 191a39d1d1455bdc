#include "gauze/transform/cluster/reshape.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "gauze/base/stop.h"

namespace gauze::cluster {
namespace {

using Kind = Clusters::Kind;

constexpr std::size_t kMostReshaped = 32;
constexpr std::uint32_t kMostReshapeLooks = 256;
// Of a row that is in no cluster: more than it could lose in any.
constexpr std::int64_t kOutside = 1'000'000'000'000;
// Of so many rows: sums over all units that are moved stay within 64 bits.
constexpr std::int64_t kMostRowsOutside = 100'000;

class Reshaping {
 public:
  Reshaping(const Units& units, const UnitTree& tree, const CostModel& cost_model,
            ClassCriterion& criterion, Clusters& clusters)
      : units_(units),
        tree_(tree),
        criterion_(criterion),
        clusters_(clusters),
        home_(units.size(), kNoPart),
        probe_(cost_model) {
    for (std::uint32_t cluster = 0; cluster < clusters.size(); ++cluster) {
      if (clusters[cluster].kind == Kind::kGone) free_.push_back(cluster);
      clusters.ForEachPart(cluster, [&](const UnitPart& part) { home_[part.unit] = cluster; });
    }
  }

  void Round() {
    for (std::uint32_t unit = 0; unit < units_.size(); ++unit) {
      if (home_[unit] == kNoPart) Place(unit, kNoPart, Outside(unit));
    }
    for (std::uint32_t unit = 0; unit < units_.size(); ++unit) {
      StopIfAsked();
      Found(unit);
    }
    for (std::uint32_t cluster = 0; cluster < clusters_.size(); ++cluster) {
      StopIfAsked();
      Dissolve(cluster);
    }
  }

 private:
  struct Step {
    std::uint32_t unit;
    std::uint32_t from;
  };

  // The search for a unit that a new cluster takes next.
  struct Joining {
    Reshaping& self;
    std::uint32_t looks = 0;

    bool Wanted(std::uint32_t /*node*/) const { return looks < kMostReshapeLooks; }
    bool Worth(std::uint32_t /*node*/, Cost bound) const { return bound < self.best_score_; }
    void Look(std::uint32_t begin, std::uint32_t end) {
      looks += end - begin;
      for (std::uint32_t unit = begin; unit < end; ++unit) self.TryJoining(unit);
    }
  };

  // The search for the cluster where a unit costs least.
  struct Placing {
    Reshaping& self;
    std::uint32_t unit;
    std::uint32_t looks = 0;

    bool Wanted(std::uint32_t /*node*/) const { return looks < kMostReshapeLooks; }
    bool Worth(std::uint32_t /*node*/, Cost bound) const { return bound < self.least_; }
    void Look(std::uint32_t begin, std::uint32_t end) {
      looks += end - begin;
      for (std::uint32_t other = begin; other < end; ++other) {
        self.TryPlacing(unit, self.home_[other]);
      }
    }
  };

  std::int64_t RowsOf(std::uint32_t unit) const {
    return static_cast<std::int64_t>(units_.rows[unit]);
  }
  std::int64_t Outside(std::uint32_t unit) const {
    return std::min(RowsOf(unit), kMostRowsOutside) * kOutside;
  }
  std::int64_t LossOf(std::uint32_t cluster) const {
    if (clusters_[cluster].kind == Kind::kGone) return 0;
    return static_cast<std::int64_t>(clusters_[cluster].loss());
  }

  void Gather(std::uint32_t cluster, std::vector<std::uint32_t>& units) const {
    units.clear();
    clusters_.ForEachPart(cluster, [&](const UnitPart& part) { units.push_back(part.unit); });
  }

  // Returns by how much the total changes.
  std::int64_t Move(std::uint32_t unit, std::uint32_t to) {
    std::int64_t change = 0;
    const std::uint32_t from = home_[unit];
    if (from == kNoPart) {
      change -= Outside(unit);
    } else {
      change -= LossOf(from);
      clusters_.Take(from, unit, units_.rows[unit]);
      clusters_.Update(from);
      change += LossOf(from);
      if (clusters_[from].kind == Kind::kGone) free_.push_back(from);
    }
    if (to == kNoPart) {
      change += Outside(unit);
    } else {
      if (clusters_[to].kind == Kind::kGone) Occupy(to);
      change -= LossOf(to);
      clusters_.Put(to, unit, units_.rows[unit]);
      clusters_.Update(to);
      change += LossOf(to);
    }
    home_[unit] = to;
    return change;
  }

  // From the end: it is the one that became free last, or one of a few before.
  void Occupy(std::uint32_t cluster) {
    std::size_t place = free_.size() - 1;
    while (free_[place] != cluster) --place;
    free_.erase(free_.begin() + static_cast<std::ptrdiff_t>(place));
  }

  void Undo() {
    for (; !steps_.empty(); steps_.pop_back()) Move(steps_.back().unit, steps_.back().from);
  }

  bool CanLeave(std::uint32_t unit) {
    if (home_[unit] == kNoPart) return true;
    const Clusters::Cluster& home = clusters_[home_[unit]];
    return home.first == home.last || criterion_.Holds(clusters_, home_[unit], unit, kNoPart);
  }

  void Found(std::uint32_t seed) {
    const std::uint32_t from = home_[seed];
    if (free_.empty() || (from != kNoPart && clusters_[from].cost == 0) || !CanLeave(seed)) return;
    made_ = free_.back();
    members_ = {seed};
    steps_ = {{seed, from}};
    std::int64_t change = Move(seed, made_);
    for (nearness_ = criterion_.Nearness(clusters_, made_);
         nearness_ < 1 && members_.size() < kMostReshaped;
         nearness_ = criterion_.Nearness(clusters_, made_)) {
      probe_.Aim(clusters_.StateOf(made_));
      best_score_ = std::numeric_limits<double>::infinity();
      best_ = kNoPart;
      Joining joining{*this};
      tree_.Search(seed, probe_, joining);
      if (best_ == kNoPart) break;
      members_.push_back(best_);
      steps_.push_back({best_, home_[best_]});
      change += Move(best_, made_);
    }
    if (nearness_ < 1 || change >= 0) Undo();
  }

  void TryJoining(std::uint32_t unit) {
    if (home_[unit] == made_) return;
    double score = probe_.JoinCost(clusters_.UnitState(unit)) + kTogether;
    if (score >= best_score_) return;
    const double nearness = criterion_.NearnessWithUnit(clusters_, made_, unit);
    if (nearness < 1 && nearness <= nearness_) return;
    score *= criterion_.Factor(nearness);
    if (score >= best_score_ || !CanLeave(unit)) return;
    best_score_ = score;
    best_ = unit;
  }

  void Dissolve(std::uint32_t cluster) {
    if (clusters_[cluster].kind == Kind::kGone || clusters_[cluster].cost == 0) return;
    Gather(cluster, members_);
    if (members_.size() > kMostReshaped) return;
    steps_.clear();
    // What is left of the cluster on the way does not count.
    std::int64_t change = -LossOf(cluster);
    for (const std::uint32_t unit : members_) {
      const std::int64_t price = Place(unit, cluster, -change);
      if (home_[unit] == cluster) {
        Undo();
        return;
      }
      change += price;
      steps_.push_back({unit, cluster});
    }
  }

  // Moves a unit to the cluster where it costs least, not `except`, if that is below the limit.
  std::int64_t Place(std::uint32_t unit, std::uint32_t except, std::int64_t limit) {
    probe_.Aim(clusters_.UnitState(unit));
    made_ = except;
    least_ = limit;
    best_ = kNoPart;
    Placing placing{*this, unit};
    tree_.Search(unit, probe_, placing);
    if (best_ != kNoPart) Move(unit, best_);
    return least_;
  }

  void TryPlacing(std::uint32_t unit, std::uint32_t cluster) {
    if (cluster == kNoPart || cluster == made_) return;
    const auto rows = static_cast<std::int64_t>(clusters_[cluster].rows) + RowsOf(unit);
    const std::int64_t price = rows * probe_.JoinCost(clusters_.StateOf(cluster)) - LossOf(cluster);
    if (price >= least_) return;
    if (!criterion_.Holds(clusters_, cluster, kNoPart, unit)) return;
    least_ = price;
    best_ = cluster;
  }

  const Units& units_;
  const UnitTree& tree_;
  ClassCriterion& criterion_;
  Clusters& clusters_;
  std::vector<std::uint32_t> home_;  // unit -> its cluster, or kNoPart
  std::vector<std::uint32_t> free_;  // clusters that are gone

  // The cluster that is founded or dissolved, and what was done so far.
  std::uint32_t made_ = kNoPart;
  std::vector<std::uint32_t> members_;
  std::vector<Step> steps_;
  double nearness_ = 0;

  // The search that is going on.
  CostModel::Probe probe_;
  std::uint32_t best_ = kNoPart;  // unit or cluster
  double best_score_ = 0;
  std::int64_t least_ = 0;
};

}  // namespace

void Reshape(const Units& units, const UnitTree& tree, const CostModel& cost_model,
             ClassCriterion& criterion, Clusters& clusters) {
  if (criterion.least_rows()) return;
  Reshaping(units, tree, cost_model, criterion, clusters).Round();
}

}  // namespace gauze::cluster
