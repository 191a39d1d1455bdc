#include "gauze/engine/profile/unique_sets.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <numeric>
#include <optional>

#include "gauze/base/parallel.h"
#include "gauze/engine/profile/equal_rows.h"
#include "gauze/engine/profile/set_bounds.h"

namespace gauze {
namespace {

// Of progress, for each size.
constexpr std::uint64_t kShares = 1'000;

// Rows are looked at group by group, in no order of theirs: in a table that is twice as large as a
// cache can hold, each costs more.
std::uint64_t CostOfVisit(std::uint64_t rows) {
  constexpr int kCachedRows = 19;  // 2^19
  const auto bits = static_cast<int>(std::bit_width(rows));
  return static_cast<std::uint64_t>(std::max(1, bits - kCachedRows));
}

class SetSearch {
 public:
  SetSearch(const std::vector<const ColumnCodes*>& columns, const UniqueSetLimits& limits,
            Progress& progress)
      : columns_(columns), limits_(limits), progress_(progress) {}

  UniqueSets Run() {
    RankColumns();
    CountAll();
    FindSingle();
    if (IsDone()) return std::move(found_);
    ChooseSearched();
    bounds_ = SetBounds(std::move(single_), found_.alone);
    CountPairs();
    FindPair();
    for (std::size_t size = 3; size <= kLargestUniqueSet && !IsDone(); ++size) {
      FindLarger(size);
    }
    return std::move(found_);
  }

 private:
  const ColumnCodes& Column(std::size_t rank) const { return *columns_[order_[rank]]; }
  bool IsDone() const { return BestAlone() == found_.alone; }
  std::uint64_t BestAlone() const {
    return found_.sets.empty() ? 0 : found_.sets.back().sizes.alone();
  }

  std::vector<std::size_t> Named(const Ranks& ranks) const {
    std::vector<std::size_t> columns;
    for (const std::size_t rank : ranks) columns.push_back(order_[rank]);
    std::ranges::sort(columns);
    return columns;
  }

  void RankColumns() {
    std::vector<GroupSizes> sizes(columns_.size());
    ForEach(columns_.size(),
            [&](std::size_t c) { sizes[c] = PartitionMaker().ByColumn(*columns_[c]).sizes; });
    order_.resize(columns_.size());
    std::iota(order_.begin(), order_.end(), 0);
    std::ranges::sort(order_, [&](std::size_t a, std::size_t b) {
      if (sizes[a].alone() != sizes[b].alone()) return sizes[a].alone() > sizes[b].alone();
      return sizes[a].groups() != sizes[b].groups() ? sizes[a].groups() > sizes[b].groups() : a < b;
    });
    for (const std::size_t column : order_) single_.push_back(std::move(sizes[column]));
    visits_ += columns_.size() * columns_.front()->rows();
  }

  void CountAll() {
    PartitionMaker maker;
    Partition partition = maker.ByColumn(Column(0));
    for (std::size_t rank = 1; rank < order_.size() && !partition.rows.empty(); ++rank) {
      StopIfAsked();
      partition = maker.Refine(partition, Column(rank));
    }
    found_.alone = partition.sizes.alone();
  }

  // Takes a set that is better than those before it.
  void Keep(const Ranks& ranks, GroupSizes sizes, bool exact) {
    found_.sets.push_back({Named(ranks), std::move(sizes), exact});
  }

  void FindSingle() {
    // Ranks are by what is asked for here, and of equals the order of columns is to decide.
    std::size_t best = 0;
    for (std::size_t rank = 1; rank < single_.size(); ++rank) {
      if (single_[rank].alone() == single_[0].alone() && order_[rank] < order_[best]) best = rank;
    }
    if (single_[best].alone() > 0) Keep({best}, single_[best], true);
  }

  // As many columns as can be tried in pairs for half of the work that is allowed.
  void ChooseSearched() {
    // A column of one value parts nothing, and ranks last.
    while (order_.size() > 1 && single_.back().groups() == 1) {
      order_.pop_back();
      single_.pop_back();
    }
    const std::uint64_t pairs = limits_.visits / 2 / columns_.front()->rows();
    std::size_t most = std::min(order_.size(), limits_.columns);
    while (most > 2 && most * (most - 1) / 2 > pairs) --most;
    found_.gave_up = most < order_.size();
    order_.resize(most);
    single_.resize(most);
    found_.searched = most;
  }

  void CountPairs() {
    const std::size_t count = order_.size();
    std::atomic<std::uint64_t> counted{0};
    ForEach(count, [&](std::size_t a) {
      PartitionMaker maker;
      std::optional<Partition> partition;
      for (std::size_t b = a + 1; b < count; ++b) {
        StopIfAsked();
        GroupSizes sizes;
        if (!CountIfFew({a, b}, maker, sizes)) {
          if (!partition) partition = maker.ByColumn(Column(a));
          sizes = maker.RefinedSizes(*partition, Column(b));
          visits_ += partition->rows.size();
        }
        bounds_.SetPair(a, b, std::move(sizes));
        Tell(2, ++counted, count * (count - 1) / 2);
      }
    });
  }

  // Counts all rows in one pass if the columns have few values together.
  bool CountIfFew(const Ranks& ranks, PartitionMaker& maker, GroupSizes& sizes) {
    constexpr std::uint64_t kRowsToVisit = 5;
    std::vector<const ColumnCodes*> columns;
    for (const std::size_t rank : ranks) columns.push_back(&Column(rank));
    if (!PartitionMaker::AreFew(columns)) return false;
    sizes = maker.CountedSizes(columns);
    visits_ += columns.front()->rows() / kRowsToVisit;
    return true;
  }

  // So many of all sets of a size are done.
  void Tell(std::size_t size, std::uint64_t done, std::uint64_t all) {
    progress_.Set((size - 1) * kShares + done * kShares / all);
  }

  void FindPair() {
    Ranks best;
    std::uint64_t most = BestAlone();
    for (std::size_t a = 0; a < order_.size(); ++a) {
      for (std::size_t b = a + 1; b < order_.size(); ++b) {
        const std::uint64_t alone = bounds_.Pair(a, b).alone();
        const bool tie = alone == most && !best.empty() && Named({a, b}) < Named(best);
        if (alone <= most && !tie) continue;
        most = alone;
        best = {a, b};
      }
    }
    if (!best.empty()) Keep(best, bounds_.Pair(best[0], best[1]), !found_.gave_up);
  }

  bool ExtendsBest(const Ranks& ranks) const {
    return !found_.sets.empty() && std::ranges::includes(Named(ranks), found_.sets.back().columns);
  }

  struct Best {
    Ranks ranks;  // none: only the number to beat is known
    GroupSizes sizes;
    std::uint64_t alone = 0;
  };

  bool MayWin(const Ranks& ranks, std::uint64_t bound, const Best& best) const {
    if (bound != best.alone) return bound > best.alone;
    return !best.ranks.empty() && Named(ranks) < Named(best.ranks);
  }

  void Improve(Best& best, const Ranks& ranks, GroupSizes sizes) const {
    if (!MayWin(ranks, sizes.alone(), best)) return;
    best = {ranks, std::move(sizes), 0};
    best.alone = best.sizes.alone();
  }

  // Counts sets that come in the order of their ranks, so that partitions are shared by those that
  // begin alike.
  Best CountSets(std::span<const RatedSet> sets, Best best) {
    PartitionMaker maker;
    Ranks prefix;                       // the columns of the partitions below
    std::vector<Partition> partitions;  // by one column, two columns, …
    for (const RatedSet& set : sets) {
      StopIfAsked();
      if (!MayWin(set.ranks, set.bound, best)) continue;
      GroupSizes sizes;
      if (CountIfFew(set.ranks, maker, sizes)) {
        Improve(best, set.ranks, std::move(sizes));
        continue;
      }
      std::size_t same = 0;
      while (same < prefix.size() && prefix[same] == set.ranks[same]) ++same;
      prefix.resize(same);
      partitions.resize(same);
      while (prefix.size() + 1 < set.ranks.size()) {
        const ColumnCodes& column = Column(set.ranks[prefix.size()]);
        visits_ += partitions.empty() ? column.rows() : partitions.back().rows.size();
        partitions.push_back(partitions.empty() ? maker.ByColumn(column)
                                                : maker.Refine(partitions.back(), column));
        prefix.push_back(set.ranks[prefix.size()]);
      }
      const std::size_t last = set.ranks.back();
      const Partition& before = partitions.back();
      const std::uint64_t bound = before.sizes.MostAlone(bounds_.Single(last).groups());
      if (!MayWin(set.ranks, bound, best)) continue;
      visits_ += before.rows.size();
      Improve(best, set.ranks, maker.RefinedSizes(before, Column(last)));
    }
    return best;
  }

  // The best of a batch and of what was found before.
  void CountBatch(std::span<RatedSet> batch, Best& best) {
    constexpr std::size_t kTogether = 16;  // sets that one thread counts
    std::ranges::sort(batch, {}, &RatedSet::ranks);
    std::vector<Best> bests((batch.size() + kTogether - 1) / kTogether);
    ForEach(bests.size(), [&](std::size_t task) {
      const std::size_t first = task * kTogether;
      bests[task] =
          CountSets(batch.subspan(first, std::min(kTogether, batch.size() - first)), best);
    });
    for (Best& other : bests) {
      if (!other.ranks.empty() && MayWin(other.ranks, other.alone, best)) best = std::move(other);
    }
  }

  void FindLarger(std::size_t size) {
    constexpr std::size_t kFewest = 64;
    constexpr std::size_t kMost = 1'024;
    // Larger sets need the last quarter.
    const std::uint64_t visits =
        size == kLargestUniqueSet ? limits_.visits : limits_.visits / 4 * 3;
    std::vector<RatedSet> sets =
        bounds_.RateSets(size, BestAlone(), [&](const Ranks& ranks) { return ExtendsBest(ranks); });
    const auto likely =
        static_cast<std::size_t>(std::ranges::count(sets, true, &RatedSet::extends));
    Best best{.alone = BestAlone()};
    bool exact = !found_.gave_up;
    CountBatch(std::span(sets).first(likely), best);
    std::size_t many = kFewest;
    for (std::size_t begin = likely; begin < sets.size() && sets[begin].bound >= best.alone;) {
      if (visits_ > visits) {
        exact = false;
        break;
      }
      // Two passes over the rows for each, which is more than most need: no batch goes far beyond
      // the limit.
      const std::uint64_t affordable = (visits - visits_) / (2 * columns_.front()->rows());
      const std::size_t end =
          std::min(sets.size(), begin + std::clamp<std::uint64_t>(affordable, kFewest / 4, many));
      CountBatch(std::span(sets).subspan(begin, end - begin), best);
      begin = end;
      Tell(size, end, sets.size());
      many = std::min(kMost, many * 2);
    }
    found_.gave_up = !exact;
    if (!best.ranks.empty()) Keep(best.ranks, std::move(best.sizes), exact);
  }

  const std::vector<const ColumnCodes*>& columns_;
  const UniqueSetLimits& limits_;
  Progress& progress_;
  UniqueSets found_;
  std::vector<std::size_t> order_;  // by rank, the column
  std::vector<GroupSizes> single_;  // by rank, until they are bounds
  SetBounds bounds_;
  std::atomic<std::uint64_t> visits_{0};
};

UniqueSets Search(const std::vector<const ColumnCodes*>& columns, UniqueSetLimits limits,
                  Progress& progress) {
  limits.visits /= CostOfVisit(columns.front()->rows());
  return SetSearch(columns, limits, progress).Run();
}

}  // namespace

UniqueSets FindUniqueSets(const std::vector<const ColumnCodes*>& columns,
                          const UniqueSetLimits& limits, Progress& progress) {
  if (columns.empty() || columns.front()->rows() == 0) return {};
  progress.Stage("looking for sets of columns", kLargestUniqueSet * kShares);
  const auto thinned = ThinnedTable::Make(columns);
  if (!thinned) return Search(columns, limits, progress);
  std::vector<const ColumnCodes*> fewer;
  for (const ColumnCodes& column : thinned->columns()) fewer.push_back(&column);
  UniqueSets found = Search(fewer, limits, progress);
  for (UniqueSet& set : found.sets) set.sizes = thinned->SizesBy(set.columns);
  return found;
}

}  // namespace gauze
