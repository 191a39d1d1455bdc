#include "gauze/transform/cluster/counted_clusters.h"

#include <algorithm>
#include <limits>

namespace gauze::cluster {

CountedClusters::CountedClusters(const Constraints& constraints, const Units& units)
    : units_(units),
      table_(constraints.coded().table),
      adds_up_(constraints.adds_up() && table_.rows <= std::numeric_limits<std::uint32_t>::max()),
      counter_(constraints) {}

void CountedClusters::AddUnit(std::uint32_t unit, Tally& tally) const {
  for (std::uint32_t i = units_.begin[unit]; i < units_.begin[unit + 1]; ++i) {
    tally.Add(units_.tuples[i]);
  }
}

void CountedClusters::RemoveUnit(std::uint32_t unit, Tally& tally) const {
  for (std::uint32_t i = units_.begin[unit + 1]; i-- > units_.begin[unit];) {
    tally.Remove(units_.tuples[i]);
  }
}

void CountedClusters::Add(const Clusters& clusters, std::uint32_t cluster, Tally& tally) {
  if (adds_up_ && clusters[cluster].first != clusters[cluster].last) {
    tally.Add(clusters[cluster].rows, AmountsOf(clusters, cluster));
  } else {
    clusters.ForEachPart(cluster, [&](const UnitPart& part) { AddUnit(part.unit, tally); });
  }
}

void CountedClusters::Remove(const Clusters& clusters, std::uint32_t cluster, Tally& tally) {
  if (adds_up_ && clusters[cluster].first != clusters[cluster].last) {
    tally.Remove(clusters[cluster].rows, AmountsOf(clusters, cluster));
  } else {
    clusters.ForEachPart(cluster, [&](const UnitPart& part) { RemoveUnit(part.unit, tally); });
  }
}

std::span<const Amount> CountedClusters::AmountsOf(const Clusters& clusters,
                                                   std::uint32_t cluster) {
  if (clusters[cluster].first == clusters[cluster].last) {
    counter_.Reset();
    AddUnit(clusters.part(clusters[cluster].first).unit, counter_);
    single_.clear();
    counter_.Amounts(single_);
    return single_;
  }
  counted_.resize(clusters.size());
  if (counted_[cluster].changes != clusters.ChangesOf(cluster)) {
    if (amounts_.size() > most_amounts_) TidyUp(clusters);
    counter_.Reset();
    clusters.ForEachPart(cluster, [&](const UnitPart& part) { AddUnit(part.unit, counter_); });
    const std::size_t begin = amounts_.size();
    counter_.Amounts(amounts_);
    counted_[cluster] = {.begin = begin,
                         .size = static_cast<std::uint32_t>(amounts_.size() - begin),
                         .changes = clusters.ChangesOf(cluster)};
  }
  return std::span(amounts_).subspan(counted_[cluster].begin, counted_[cluster].size);
}

void CountedClusters::TidyUp(const Clusters& clusters) {
  std::vector<Amount> kept;
  for (std::uint32_t cluster = 0; cluster < counted_.size(); ++cluster) {
    Counted& counted = counted_[cluster];
    if (counted.changes != clusters.ChangesOf(cluster)) {
      counted = {};
      continue;
    }
    const auto amounts = std::span(amounts_).subspan(counted.begin, counted.size);
    counted.begin = kept.size();
    kept.insert(kept.end(), amounts.begin(), amounts.end());
  }
  amounts_ = std::move(kept);
  most_amounts_ = std::max(kLeastKept, 2 * amounts_.size());
}

}  // namespace gauze::cluster
