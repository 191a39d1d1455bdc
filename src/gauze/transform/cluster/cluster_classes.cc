#include "gauze/transform/cluster/cluster_classes.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <span>

#include "gauze/transform/label_book.h"

namespace gauze::cluster {

void Tidy(Group& group) {
  if (group.empty()) return;
  std::ranges::sort(group);
  std::size_t kept = 0;
  for (std::size_t i = 1; i < group.size(); ++i) {
    if (group[i].tuple == group[kept].tuple) {
      group[kept].rows += group[i].rows;
    } else {
      group[++kept] = group[i];
    }
  }
  group.resize(kept + 1);
}

namespace {

// Moves one group into another and leaves it empty.
void Merge(Group& into, Group& from) {
  into.insert(into.end(), from.begin(), from.end());
  Tidy(into);
  from.clear();
}

std::uint64_t RowsOf(const Group& group) {
  return std::accumulate(group.begin(), group.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const Share& share) { return sum + share.rows; });
}

class Classes {
 public:
  Classes(const Constraints& constraints, const std::vector<std::size_t>& quasi_identifiers,
          const std::vector<Labeler>& labelers, std::vector<Group> groups, ProgressShare& progress)
      : constraints_(constraints),
        table_(constraints.coded().table),
        quasi_identifiers_(quasi_identifiers),
        labelers_(labelers),
        groups_(std::move(groups)),
        progress_(progress) {
    std::ranges::sort(groups_);
  }

  Generalization Make() {
    do {
      Print();
      MergeEqual();
    } while (!constraints_.monotone() && Repair());
    return Finish();
  }

 private:
  // The codes of groups in one quasi-identifier, ascending, each once.
  void CodesOf(std::size_t qi, std::initializer_list<const Group*> groups,
               std::vector<Code>& codes) const {
    codes.clear();
    table_.columns[quasi_identifiers_[qi]].Visit([&](const auto& cells) {
      for (const Group* group : groups) {
        for (const Share& share : *group) {
          const Code code = cells[share.tuple];
          if (codes.empty() || codes.back() != code) codes.push_back(code);
        }
      }
    });
    if (codes.size() == 1) return;
    std::ranges::sort(codes);
    codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
  }

  void Print() {
    books_.clear();
    for (const Labeler& labeler : labelers_) books_.emplace_back(labeler);
    printed_.resize(groups_.size() * labelers_.size());
    std::vector<Code> codes;
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      progress_.Step(groups_[i].size());
      for (std::size_t j = 0; j < labelers_.size(); ++j) {
        CodesOf(j, {&groups_[i]}, codes);
        printed_[i * labelers_.size() + j] = books_[j].IndexOf(codes);
      }
    }
  }

  std::span<std::uint32_t> LabelsOf(std::size_t group) {
    return std::span(printed_).subspan(group * labelers_.size(), labelers_.size());
  }

  // Joins groups that print the same; the first keeps its place.
  void MergeEqual() {
    std::vector<std::size_t> order(groups_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
      const auto [p, q] = std::ranges::mismatch(LabelsOf(a), LabelsOf(b));
      return p == LabelsOf(a).end() ? a < b : *p < *q;
    });
    std::size_t first = 0;
    for (std::size_t i = 1; i < order.size(); ++i) {
      if (std::ranges::equal(LabelsOf(order[i]), LabelsOf(order[first]))) {
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
        std::ranges::copy(LabelsOf(i), LabelsOf(kept).begin());
      }
      ++kept;
    }
    groups_.resize(kept);
    printed_.resize(kept * labelers_.size());
  }

  bool Holds(std::initializer_list<const Group*> groups, Tally& tally) const {
    tally.Reset();
    for (const Group* group : groups) {
      for (const Share& share : *group) tally.Add(share.tuple);
    }
    return tally.Holds();
  }

  // Joins every group that does not hold with another. Did anything change?
  bool Repair() {
    Tally tally(constraints_);
    bool changed = false;
    for (Group& group : groups_) {
      if (group.empty() || Holds({&group}, tally)) continue;
      Group* partner = Nearest(group, tally);
      Check(partner != nullptr, "the whole region satisfies every model");
      Merge(group, *partner);
      progress_.Step();
      changed = true;
    }
    std::erase_if(groups_, [](const Group& group) { return group.empty(); });
    std::ranges::sort(groups_);
    return changed;
  }

  double LossOf(std::initializer_list<const Group*> groups) const {
    double loss = 0;
    std::vector<Code> codes;
    for (std::size_t j = 0; j < labelers_.size(); ++j) {
      CodesOf(j, groups, codes);
      const Span span{codes.front(), codes.back()};
      loss += labelers_[j].Loss(span, span, codes.size());
    }
    return loss;
  }

  // The group with which the loss grows least, if possible one with which both hold.
  Group* Nearest(const Group& group, Tally& tally) {
    Group* best = nullptr;
    bool best_holds = false;
    double least = std::numeric_limits<double>::infinity();
    for (Group& other : groups_) {
      if (&other == &group || other.empty()) continue;
      const auto rows = static_cast<double>(RowsOf(other));
      const double growth = (static_cast<double>(RowsOf(group)) + rows) * LossOf({&group, &other}) -
                            rows * LossOf({&other});
      if (best_holds && growth >= least) continue;
      const bool holds = Holds({&group, &other}, tally);
      if (holds == best_holds && growth >= least) continue;
      if (best_holds && !holds) continue;
      best = &other;
      best_holds = holds;
      least = growth;
    }
    return best;
  }

  Generalization Finish() {
    Generalization result;
    result.quasi_identifiers = quasi_identifiers_;
    for (LabelBook& book : books_) result.labels.push_back(book.TakeLabels());
    result.class_labels = std::move(printed_);
    bool divided = false;
    for (const Group& group : groups_) {
      result.class_begin.push_back(result.tuples.size());
      for (const Share& share : group) {
        result.tuples.push_back(share.tuple);
        result.rows.push_back(share.rows);
        divided = divided || share.rows != table_.counts[share.tuple];
      }
    }
    result.class_begin.push_back(result.tuples.size());
    if (!divided) result.rows.clear();
    return result;
  }

  const Constraints& constraints_;
  const Table& table_;
  const std::vector<std::size_t>& quasi_identifiers_;
  const std::vector<Labeler>& labelers_;
  std::vector<Group> groups_;
  ProgressShare& progress_;
  std::vector<LabelBook> books_;
  std::vector<std::uint32_t> printed_;  // [group * quasi-identifiers + j] -> the book's label
};

}  // namespace

std::vector<Group> Collect(const Table& table, const Units& units, const Clusters& clusters) {
  std::vector<Group> groups;
  std::vector<std::uint32_t> next = units.begin;   // of a unit: its first tuple with rows left
  std::vector<std::uint64_t> taken(units.size());  // rows of that tuple that are gone
  for (std::uint32_t i = 0; i < clusters.size(); ++i) {
    if (clusters[i].kind == Clusters::Kind::kGone) continue;
    Group& group = groups.emplace_back();
    clusters.ForEachPart(i, [&](const UnitPart& part) {
      for (std::uint64_t wanted = part.rows; wanted > 0;) {
        const std::uint32_t tuple = units.tuples[next[part.unit]];
        const std::uint64_t left = table.counts[tuple] - taken[part.unit];
        const std::uint64_t rows = std::min(wanted, left);
        group.push_back({.tuple = tuple, .rows = rows});
        wanted -= rows;
        taken[part.unit] += rows;
        if (rows < left) continue;
        ++next[part.unit];
        taken[part.unit] = 0;
      }
    });
    Tidy(group);
  }
  return groups;
}

Generalization MakeClasses(const Constraints& constraints,
                           const std::vector<std::size_t>& quasi_identifiers,
                           const std::vector<Labeler>& labelers, std::vector<Group> groups,
                           ProgressShare& progress) {
  return Classes(constraints, quasi_identifiers, labelers, std::move(groups), progress).Make();
}

}  // namespace gauze::cluster
