#pragma once

#include <vector>

#include "gauze/base/progress.h"
#include "gauze/measure/record_risk/accounts.h"
#include "gauze/measure/record_risk/index.h"

namespace gauze::risk {

struct Tally;

// Tuples of a group that are the same for the rest of the walk.
struct Item {
  std::uint32_t tuple = 0;  // one of them
  std::uint32_t id = 0;     // in the accounts
  double count = 0;
  double outside = 0;   // weight of the attributes already decided to be unknown
  float most = 0;       // the largest weight that merged tuples have outside besides
  float tolerance = 0;  // branches this narrow are closed; below 0: only counted
  // In WalkFlags:
  Mask open = 0;  // flags not decided yet
  Mask off = 0;   // flags off the mode

  bool active() const { return tolerance >= 0; }
};

// Sums over the known sets of many tuples at once, depth first over the positions: a group is the
// rows that agree with its active items on the set known so far, and the sum over all further sets
// is closed as soon as it is known within the item's tolerance. All further sets T have
// count <= F <= rows of the group, and o(T) sums up in closed form (Index::Mass), so the sum lies
// between two closed forms; in small groups it is known exactly (CloseSmall).
//
// Every item takes part in one part of a partition at a time, so parts run in parallel and the
// order of additions to an account is always the same.
class Walk {
 public:
  Walk(const Index& index, const Tuning& tuning, Progress& progress)
      : index_(index), tuning_(tuning), progress_(progress) {}

  // The whole table; tolerances below 0 are of tuples that only count. Tolerances are of the
  // weighted sum, without the tuple's scale. Item ids are tuples.
  Accounts Run(const std::vector<float>& tolerances, bool shares) const;

 private:
  using Items = std::vector<Item>;

  // A group is the items that match on a known set; `known` is its part since the last merge.
  struct Group {
    double rows = 0;
    double odds = 1;  // o of the known set
    Mask known = 0;
    bool top = false;  // nothing is known yet: the walk's progress is counted here
  };
  // Items that are equal from some position on, as one.
  struct Merged {
    Items items;
    struct Source {
      std::uint32_t from = 0;  // item that went into it
      std::uint32_t into = 0;
      double outside = 0;
    };
    std::vector<Source> sources;  // active items only
  };
  struct ItemsByValue {
    Items items;                      // by value, only values that an active item has
    std::vector<std::size_t> starts;  // of each value, and the end
    Items suppressed;                 // match every value
  };
  struct Outside {
    double all = 0;   // weight of the item outside if none of the open positions becomes known
    double mean = 0;  // its sum over all sets of them, divided by their Mass
  };

  void WalkGroup(Items& items, Group group, std::size_t from, bool merged,
                 Accounts& accounts) const;
  // Items of `position` on become one; their weights from `from` to it go outside.
  Merged Merge(const Items& items, std::size_t from, std::size_t position) const;
  void WalkPositions(Items& items, const Group& group, std::size_t from, Accounts& accounts) const;
  void WalkPart(const ItemsByValue& parts, std::size_t part, const Group& group,
                std::size_t position, Mask passed, Accounts& accounts) const;

  // All sets of open flags: flags.cc, and close_flags.cc for the bounds. Active items are those
  // that CloseWhole did not close.
  void WalkFlags(const Items& items, const Group& group, Accounts& accounts) const;
  Tally Count(const Items& items, const Group& group) const;
  bool CloseCommon(const Item& item, const Group& group, const Tally& tally,
                   Accounts& accounts) const;
  void ShareCommon(const Item& item, Mask common, const Group& group, const Tally& tally,
                   Accounts& accounts) const;
  void WalkCommon(const Items& items, std::vector<std::uint32_t>& unclosed, const Group& group,
                  const Tally& tally, Accounts& accounts) const;
  bool CloseRest(Item& item, const Group& group, const Tally& tally, Accounts& accounts) const;
  void WalkRare(const Items& items, const Group& group, Mask rare, Accounts& accounts) const;
  void WalkRareFlag(const Items& items, std::span<const std::uint32_t> members, const Group& group,
                    std::size_t flag, Accounts& accounts) const;

  // close.cc
  // Closes what can be; true if no active item is left.
  bool CloseAll(Items& items, const Group& group, std::size_t from, Accounts& accounts) const;
  bool CloseWhole(Item& item, Mask open, const Group& group, Accounts& accounts) const;
  void CloseSmall(const Items& items, std::size_t which, Mask open, std::size_t from,
                  const Group& group, Accounts& accounts) const;
  Outside Weigh(const Item& item, Mask open) const;
  double WeightOn(std::uint32_t tuple, Mask positions) const;

  ItemsByValue Partition(const Items& items, std::size_t position,
                         const std::vector<std::uint32_t>& active) const;

  const Index& index_;
  const Tuning& tuning_;
  Progress& progress_;
};

inline Walk::Outside Walk::Weigh(const Item& item, Mask open) const {
  Outside outside{item.outside, item.outside};
  for (const Weight& weight : index_.weights(item.tuple)) {
    if ((open >> weight.position & 1) == 0) continue;
    outside.all += weight.weight;
    outside.mean += weight.kept;
  }
  return outside;
}

inline double Walk::WeightOn(std::uint32_t tuple, Mask positions) const {
  double sum = 0;
  for (const Weight& weight : index_.weights(tuple)) {
    if ((positions >> weight.position & 1) != 0) sum += weight.weight;
  }
  return sum;
}

}  // namespace gauze::risk
