#include "gauze/transform/cluster/share_bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gauze::cluster {
namespace {

constexpr float kNoRoom = -std::numeric_limits<float>::infinity();
constexpr float kNobody = std::numeric_limits<float>::infinity();

// Bounds are rounded away from what they bound.
constexpr double kSlack = 1e-9;

float Above(double number) {
  return std::nextafter(static_cast<float>(number), std::numeric_limits<float>::infinity());
}
float AtMost(double number) {
  const auto rounded = static_cast<float>(number);
  return static_cast<double>(rounded) <= number ? rounded : std::nextafter(rounded, kNoRoom);
}

// The largest share with which a cluster can hold, or a little more.
double MostShare(const Constraints& constraints, std::uint32_t slot) {
  if (constraints.NearestWithShare(slot, 1) >= 1) return 1;
  double low = 0;
  double high = 1;
  for (int i = 0; i < 40; ++i) {
    const double middle = (low + high) / 2;
    (constraints.NearestWithShare(slot, middle) >= 1 ? low : high) = middle;
  }
  return std::min(1.0, high + kSlack);
}

}  // namespace

ShareBounds::ShareBounds(ClassCriterion& criterion, const Clusters& clusters)
    : criterion_(criterion), clusters_(clusters) {
  if (criterion.least_rows() || !criterion.counted().adds_up()) return;
  const Constraints& constraints = criterion.constraints();
  std::vector<std::uint64_t> rows(constraints.slots());
  for (std::uint32_t cluster = 0; cluster < clusters.size(); ++cluster) {
    if (clusters[cluster].kind == Clusters::Kind::kGone) continue;
    for (const Amount& amount : criterion.counted().AmountsOf(clusters, cluster)) {
      rows[amount.slot] += amount.rows;
    }
  }
  for (std::uint32_t slot = 0; slot < rows.size(); ++slot) {
    if (rows[slot] == 0) continue;
    const double most = MostShare(constraints, slot);
    if (most < 1) values_.push_back({.slot = slot, .most = most});
  }
  std::ranges::sort(values_, [&](const Frequent& a, const Frequent& b) {
    return rows[a.slot] != rows[b.slot] ? rows[a.slot] > rows[b.slot] : a.slot < b.slot;
  });
  if (values_.size() > kMostValues) values_.resize(kMostValues);
  value_of_.assign(rows.size(), kNoPart);
  for (std::uint32_t i = 0; i < values_.size(); ++i) value_of_[values_[i].slot] = i;
  rows_of_.resize(values_.size());
  room_.resize(values_.size());
  share_.resize(values_.size());
}

void ShareBounds::Resize(std::size_t nodes) {
  rooms_.assign(nodes * values_.size(), kNoRoom);
  least_.assign(nodes * values_.size(), kNobody);
}

bool ShareBounds::SummariseLeaf(std::uint32_t node, std::span<const std::uint32_t> clusters) {
  using Kind = Clusters::Kind;
  std::ranges::fill(room_, kNoRoom);
  std::ranges::fill(share_, kNobody);
  for (const std::uint32_t cluster : clusters) {
    const Clusters::Cluster& one = clusters_[cluster];
    if (one.kind == Kind::kGone) continue;
    std::ranges::fill(rows_of_, 0);
    for (const Amount& amount : criterion_.counted().AmountsOf(clusters_, cluster)) {
      if (value_of_[amount.slot] != kNoPart) rows_of_[value_of_[amount.slot]] = amount.rows;
    }
    const auto rows = static_cast<double>(one.rows);
    for (std::size_t i = 0; i < values_.size(); ++i) {
      if (one.kind == Kind::kOpen) {
        share_[i] = std::min(share_[i], AtMost(rows_of_[i] / rows));
      } else {
        room_[i] = std::max(room_[i], Above(values_[i].most * rows - rows_of_[i]));
      }
    }
  }
  const std::size_t at = node * values_.size();
  const auto rooms = std::span(rooms_).subspan(at, values_.size());
  const auto least = std::span(least_).subspan(at, values_.size());
  if (std::ranges::equal(rooms, room_) && std::ranges::equal(least, share_)) return false;
  std::ranges::copy(room_, rooms.begin());
  std::ranges::copy(share_, least.begin());
  return true;
}

bool ShareBounds::SummariseInner(std::uint32_t node, std::uint32_t left, std::uint32_t right) {
  const std::size_t count = values_.size();
  bool changed = false;
  for (std::size_t i = 0; i < count; ++i) {
    const float room = std::max(rooms_[left * count + i], rooms_[right * count + i]);
    const float share = std::min(least_[left * count + i], least_[right * count + i]);
    changed = changed || room != rooms_[node * count + i] || share != least_[node * count + i];
    rooms_[node * count + i] = room;
    least_[node * count + i] = share;
  }
  return changed;
}

void ShareBounds::Aim(std::uint32_t cluster) {
  excesses_.clear();
  rows_ = static_cast<double>(clusters_[cluster].rows);
  for (const Amount& amount : criterion_.counted().AmountsOf(clusters_, cluster)) {
    const std::uint32_t value = value_of_[amount.slot];
    if (value == kNoPart) continue;
    const double room = amount.rows - values_[value].most * rows_;
    if (room > 0) {
      excesses_.push_back({.value = value, .rows = static_cast<double>(amount.rows), .room = room});
    }
  }
}

bool ShareBounds::HasRoom(std::uint32_t node) const {
  return std::ranges::all_of(excesses_, [&](const Excess& excess) {
    return rooms_[node * values_.size() + excess.value] >= excess.room;
  });
}

double ShareBounds::Nearest(std::uint32_t node, std::uint64_t rows) const {
  double nearest = 1;
  for (const Excess& excess : excesses_) {
    const double least = least_[node * values_.size() + excess.value];
    double share = excess.rows / rows_;
    if (least < share) {
      const auto others = static_cast<double>(rows);
      share = (excess.rows + least * others) / (rows_ + others);
    }
    nearest = std::min(
        nearest, criterion_.constraints().NearestWithShare(values_[excess.value].slot, share));
  }
  return nearest < 1 ? std::clamp(nearest, 0.001, 0.999) : 1;
}

}  // namespace gauze::cluster
