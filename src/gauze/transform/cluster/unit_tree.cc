#include "gauze/transform/cluster/unit_tree.h"

#include <algorithm>
#include <numeric>

namespace gauze::cluster {
namespace {

constexpr std::uint32_t kLeafUnits = 8;

struct Cut {
  std::size_t qi = 0;
  std::uint32_t rank = 0;   // ranks up to this one go left
  std::uint64_t worth = 0;  // units of the smaller side, times the loss of crossing
};

class Builder {
 public:
  Builder(const Units& units, const CostModel& cost_model, std::vector<std::uint32_t> of)
      : units_(units), cost_model_(cost_model), order_(std::move(of)) {
    Build(0, static_cast<std::uint32_t>(order_.size()), 0);
  }

  std::vector<std::uint32_t>& order() { return order_; }
  std::vector<UnitTree::Node>& nodes() { return nodes_; }

 private:
  void Build(std::uint32_t begin, std::uint32_t end, std::uint32_t parent) {
    const auto index = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({.begin = begin, .end = end, .parent = parent});
    if (end - begin <= kLeafUnits) return;
    const Cut cut = BestCut(begin, end);
    if (cut.worth == 0) return;  // all alike
    // Stable: what is below the cut closes up, what is above follows.
    std::vector<std::uint32_t> above;
    std::uint32_t split = begin;
    for (std::uint32_t i = begin; i < end; ++i) {
      if (units_.RankOf(order_[i], cut.qi) <= cut.rank) {
        order_[split++] = order_[i];
      } else {
        above.push_back(order_[i]);
      }
    }
    std::ranges::copy(above, order_.begin() + split);
    Build(begin, split, index);
    nodes_[index].right = static_cast<std::uint32_t>(nodes_.size());
    Build(split, end, index);
  }

  Cut BestCut(std::uint32_t begin, std::uint32_t end) {
    Cut best;
    for (std::size_t qi = 0; qi < units_.width; ++qi) {
      std::uint32_t low = units_.RankOf(order_[begin], qi);
      std::uint32_t high = low;
      for (std::uint32_t i = begin; i < end; ++i) {
        const std::uint32_t rank = units_.RankOf(order_[i], qi);
        low = std::min(low, rank);
        high = std::max(high, rank);
      }
      if (low == high) continue;
      if (high - low < 4 * (end - begin)) {
        TryEach(begin, end, qi, low, high, best);
      } else {
        TryMedian(begin, end, qi, low, high, best);
      }
    }
    return best;
  }

  void Try(std::size_t qi, std::uint32_t low, std::uint32_t rank, std::uint32_t high,
           std::uint32_t left, std::uint32_t all, Cut& best) const {
    const std::uint64_t worth = std::uint64_t{std::min(left, all - left)} *
                                (std::uint64_t{cost_model_.Crossing(qi, low, rank, high)} + 1);
    if (worth > best.worth) best = {qi, rank, worth};
  }

  void TryEach(std::uint32_t begin, std::uint32_t end, std::size_t qi, std::uint32_t low,
               std::uint32_t high, Cut& best) {
    counts_.assign(high - low + 1, 0);
    for (std::uint32_t i = begin; i < end; ++i) ++counts_[units_.RankOf(order_[i], qi) - low];
    std::uint32_t left = 0;
    for (std::uint32_t rank = low; rank < high; ++rank) {
      left += counts_[rank - low];
      if (counts_[rank - low] > 0) Try(qi, low, rank, high, left, end - begin, best);
    }
  }

  // Where values are many and units few: only the cut next to the median.
  void TryMedian(std::uint32_t begin, std::uint32_t end, std::size_t qi, std::uint32_t low,
                 std::uint32_t high, Cut& best) {
    counts_.clear();
    for (std::uint32_t i = begin; i < end; ++i) counts_.push_back(units_.RankOf(order_[i], qi));
    const auto middle = counts_.begin() + (end - begin) / 2;
    std::nth_element(counts_.begin(), middle, counts_.end());
    // Not the highest, so that something is left for the other side.
    const std::uint32_t rank = std::min(*middle, high - 1);
    const auto left = std::ranges::count_if(counts_, [&](std::uint32_t r) { return r <= rank; });
    Try(qi, low, rank, high, static_cast<std::uint32_t>(left), end - begin, best);
  }

  const Units& units_;
  const CostModel& cost_model_;
  std::vector<std::uint32_t> order_;
  std::vector<UnitTree::Node> nodes_;
  std::vector<std::uint32_t> counts_;
};

}  // namespace

UnitTree::UnitTree(const Units& units, const CostModel& cost_model, std::vector<std::uint32_t> of)
    : cost_model_(cost_model) {
  Builder builder(units, cost_model, std::move(of));
  nodes_ = std::move(builder.nodes());
  units_ = std::move(builder.order());
  const std::size_t width = cost_model.cover_width();
  covers_.resize(nodes_.size() * width);
  std::vector<Cell> one(width);
  // Children come after their parent.
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    const Node& node = nodes_[i];
    Cell* cover = covers_.data() + i * width;
    if (!node.leaf()) {
      cost_model.JoinCovers(cover + width, covers_.data() + node.right * width, cover);
      continue;
    }
    for (std::uint32_t place = node.begin; place < node.end; ++place) {
      cost_model.CoverOf(units, units_[place], place == node.begin ? cover : one.data());
      if (place > node.begin) cost_model.JoinCovers(cover, one.data(), cover);
    }
  }
  FindLeaves(units.size());
}

void UnitTree::Renumber(Units& units) {
  units.Reorder(units_);
  std::iota(units_.begin(), units_.end(), 0U);
  FindLeaves(units.size());
}

void UnitTree::FindLeaves(std::size_t units) {
  leaf_of_.resize(units);
  for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
    if (!nodes_[i].leaf()) continue;
    for (std::uint32_t place = nodes_[i].begin; place < nodes_[i].end; ++place) {
      leaf_of_[units_[place]] = i;
    }
  }
}

}  // namespace gauze::cluster
