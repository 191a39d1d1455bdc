#include "gauze/transform/cluster/classes.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>

#include "gauze/transform/label_book.h"

namespace gauze::cluster {
namespace {

struct Member {
  std::uint32_t unit = 0;
  std::uint64_t rows = 0;

  auto operator<=>(const Member&) const = default;
};
using Group = std::vector<Member>;  // ascending, every unit once

void Tidy(Group& group) {
  std::ranges::sort(group);
  std::size_t kept = 0;
  for (std::size_t i = 1; i < group.size(); ++i) {
    if (group[i].unit == group[kept].unit) {
      group[kept].rows += group[i].rows;
    } else {
      group[++kept] = group[i];
    }
  }
  group.resize(kept + 1);
}

// Moves one group into another and leaves it empty.
void Merge(Group& into, Group& from) {
  into.insert(into.end(), from.begin(), from.end());
  Tidy(into);
  from.clear();
}

std::uint64_t RowsOf(const Group& group) {
  return std::accumulate(group.begin(), group.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const Member& member) { return sum + member.rows; });
}

class Classes {
 public:
  Classes(const Region& region, const Clusters& clusters) : region_(region) {
    for (std::uint32_t i = 0; i < clusters.size(); ++i) {
      if (clusters[i].kind == Clusters::Kind::kGone) continue;
      Group& group = groups_.emplace_back();
      clusters.ForEachPart(
          i, [&](const Part& part) { group.push_back({.unit = part.unit, .rows = part.rows}); });
      Tidy(group);
    }
    std::ranges::sort(groups_);
  }

  Generalization Make() {
    do {
      Print();
      MergeEqual();
    } while (!region_.constraints.monotone() && Repair());
    return Finish();
  }

 private:
  void Print() {
    books_.clear();
    for (const Labeler& labeler : region_.labelers) books_.emplace_back(labeler);
    const std::size_t width = region_.labelers.size();
    printed_.resize(groups_.size() * width);
    std::vector<Code> codes;
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      for (std::size_t j = 0; j < width; ++j) {
        codes.clear();
        for (const Member& member : groups_[i]) {
          codes.push_back(region_.units.CodeOf(member.unit, j));
        }
        std::ranges::sort(codes);
        codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
        printed_[i * width + j] = books_[j].IndexOf(codes);
      }
    }
  }

  // Joins groups that print the same; the first keeps its place.
  void MergeEqual() {
    const std::size_t width = region_.labelers.size();
    const auto labels_of = [&](std::uint32_t i) {
      return std::span(printed_).subspan(i * width, width);
    };
    std::vector<std::uint32_t> order(groups_.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
      const auto x = labels_of(a);
      const auto y = labels_of(b);
      const auto [p, q] = std::ranges::mismatch(x, y);
      return p == x.end() ? a < b : *p < *q;
    });
    std::size_t first = 0;
    for (std::size_t i = 1; i < order.size(); ++i) {
      if (std::ranges::equal(labels_of(order[i]), labels_of(order[first]))) {
        Merge(groups_[order[first]], groups_[order[i]]);
      } else {
        first = i;
      }
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      if (groups_[i].empty()) continue;
      if (i != kept) {
        groups_[kept] = std::move(groups_[i]);
        std::ranges::copy(labels_of(static_cast<std::uint32_t>(i)),
                          printed_.begin() + static_cast<std::ptrdiff_t>(kept * width));
      }
      ++kept;
    }
    groups_.resize(kept);
  }

  bool Holds(const Group& group, const Group& other, Tally& tally) const {
    tally.Reset();
    for (const Group* part : {&group, &other}) {
      for (const Member& member : *part) {
        for (std::uint32_t i = region_.units.begin[member.unit];
             i < region_.units.begin[member.unit + 1]; ++i) {
          tally.Add(region_.units.tuples[i]);
        }
      }
    }
    return tally.Holds();
  }

  // Joins every group that does not hold with the one that costs least, if possible one with which
  // it holds. Did anything change?
  bool Repair() {
    Tally tally(region_.constraints);
    const Group none;
    bool changed = false;
    for (Group& group : groups_) {
      if (group.empty() || Holds(group, none, tally)) continue;
      const std::optional<std::size_t> partner = Nearest(group, tally);
      Check(partner.has_value(), "the whole region satisfies every model");
      Merge(group, groups_[*partner]);
      changed = true;
    }
    std::erase_if(groups_, [](const Group& group) { return group.empty(); });
    std::ranges::sort(groups_);
    return changed;
  }

  std::vector<Cell> StateOf(const Group& group) const {
    std::vector<Cell> state(region_.tree.StateOf(group.front().unit),
                            region_.tree.StateOf(group.front().unit) + region_.space.width());
    for (const Member& member : group) {
      region_.space.Join(state.data(), region_.tree.StateOf(member.unit), state.data());
    }
    return state;
  }

  std::optional<std::size_t> Nearest(const Group& group, Tally& tally) const {
    const std::vector<Cell> state = StateOf(group);
    std::optional<std::size_t> best;
    bool best_holds = false;
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      const Group& other = groups_[i];
      if (&other == &group || other.empty()) continue;
      const std::vector<Cell> other_state = StateOf(other);
      const std::uint64_t cost = (RowsOf(group) + RowsOf(other)) *
                                     region_.space.JoinCost(state.data(), other_state.data()) -
                                 RowsOf(other) * region_.space.CostOf(other_state.data());
      if (best_holds && cost >= least) continue;
      const bool holds = Holds(group, other, tally);
      if (best && holds == best_holds && cost >= least) continue;
      if (best_holds && !holds) continue;
      best = i;
      best_holds = holds;
      least = cost;
    }
    return best;
  }

  Generalization Finish() {
    Generalization result;
    result.quasi_identifiers = region_.quasi_identifiers;
    for (LabelBook& book : books_) result.labels.push_back(book.TakeLabels());
    result.class_labels = std::move(printed_);
    result.class_labels.resize(groups_.size() * region_.labelers.size());
    const Units& units = region_.units;
    const std::vector<std::uint64_t>& counts = region_.constraints.coded().table.counts;
    std::vector<std::uint64_t> left = counts;       // rows of a tuple that have no class yet
    std::vector<std::uint32_t> next = units.begin;  // of a unit: its first tuple with such rows
    std::vector<std::pair<std::uint32_t, std::uint64_t>> members;
    bool divided = false;
    for (const Group& group : groups_) {
      members.clear();
      for (const auto& [unit, rows] : group) {
        for (std::uint64_t wanted = rows; wanted > 0;) {
          const std::uint32_t tuple = units.tuples[next[unit]];
          const std::uint64_t taken = std::min(wanted, left[tuple]);
          members.emplace_back(tuple, taken);
          wanted -= taken;
          left[tuple] -= taken;
          if (left[tuple] == 0) ++next[unit];
        }
      }
      std::ranges::sort(members);
      result.class_begin.push_back(result.tuples.size());
      for (const auto& [tuple, rows] : members) {
        result.tuples.push_back(tuple);
        result.rows.push_back(rows);
        divided = divided || rows != counts[tuple];
      }
    }
    result.class_begin.push_back(result.tuples.size());
    if (!divided) result.rows.clear();
    return result;
  }

  const Region& region_;
  std::vector<Group> groups_;
  std::vector<LabelBook> books_;
  std::vector<std::uint32_t> printed_;  // [group * quasi-identifiers + j] -> the book's label
};

}  // namespace

Generalization MakeClasses(const Region& region, const Clusters& clusters) {
  return Classes(region, clusters).Make();
}

}  // namespace gauze::cluster
