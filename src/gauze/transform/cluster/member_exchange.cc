#include "gauze/transform/cluster/member_exchange.h"

namespace gauze::cluster {

Exchanger::Exchanger(Clusters& clusters, std::uint64_t least_rows, bool may_donate)
    : clusters_(clusters),
      least_rows_(least_rows),
      may_donate_(may_donate),
      home_(clusters.size(), kNoPart) {
  std::vector<std::uint64_t> most(clusters.size());
  for (std::uint32_t cluster = 0; cluster < clusters.size(); ++cluster) {
    if (clusters[cluster].kind == Clusters::Kind::kGone) {
      free_.push_back(cluster);
      continue;
    }
    clusters.ForEachPart(cluster, [&](const UnitPart& part) {
      if (part.rows <= most[part.unit]) return;
      most[part.unit] = part.rows;
      home_[part.unit] = cluster;
    });
  }
}

void Exchanger::Apply(std::uint32_t cluster, const Exchange& exchange) {
  clusters_.Take(cluster, exchange.out.unit, exchange.out.rows);
  if (exchange.move != Move::kMove) {
    clusters_.Take(exchange.from, exchange.in.unit, exchange.in.rows);
    clusters_.Put(cluster, exchange.in.unit, exchange.in.rows);
    clusters_.Update(exchange.from);
    const Clusters::Cluster& from = clusters_[exchange.from];
    const bool donated = exchange.move == Move::kReplace && from.kind != Clusters::Kind::kGone &&
                         from.first == from.last &&
                         clusters_.part(from.first).unit == exchange.in.unit;
    if (!donated) home_[exchange.in.unit] = cluster;
  }
  clusters_.Update(cluster);
  Settle(cluster, exchange.out, exchange.to);
}

// A member that left `former` goes to `target`.
void Exchanger::Settle(std::uint32_t former, Member member, std::uint32_t target) {
  const Clusters::Cluster& cluster = clusters_[target];
  if (home_[member.unit] != target && member.rows < least_rows_ &&
      IsDonor(cluster, least_rows_ - member.rows)) {
    const std::uint64_t rows = least_rows_ - member.rows;
    const std::uint32_t donor = clusters_.part(cluster.first).unit;
    const std::uint32_t made = free_.back();
    free_.pop_back();
    clusters_.Take(target, donor, rows);
    clusters_.Update(target);
    clusters_.Put(made, member.unit, member.rows);
    clusters_.Put(made, donor, rows);
    clusters_.Update(made);
    home_[member.unit] = made;
    return;
  }
  if (home_[member.unit] == former) home_[member.unit] = target;
  clusters_.Put(target, member.unit, member.rows);
  clusters_.Update(target);
}

}  // namespace gauze::cluster
