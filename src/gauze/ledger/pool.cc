#include "gauze/ledger/pool.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gauze/ledger/hold.h"
#include "gauze/transform/cluster/agglomerate.h"
#include "gauze/transform/cluster/improve.h"
#include "gauze/transform/cluster/reshape.h"

namespace gauze::ledger {
namespace {

using cluster::Clusters;
using cluster::UnitPart;
using cluster::Units;

// What waiting is worth to somebody who has waited for one release more.
constexpr double kPatience = 0.9;
constexpr std::uint32_t kMostAge = 50;

constexpr int kReshapes = 2;

std::vector<Labeler> Labelers(const Pool& pool, const std::vector<std::size_t>& quasi_identifiers) {
  std::vector<Labeler> labelers;
  for (const std::size_t attribute : quasi_identifiers) {
    labelers.emplace_back(pool.coded, attribute, pool.labels, BoxStyle::kTight, pool.missing);
  }
  return labelers;
}

// One per tuple. Square roots and products only: these are the same on every machine.
std::vector<double> WaitingWorth(const Pool& pool, const Constraints& constraints) {
  const Table& table = pool.coded.table;
  std::vector<double> worth(table.tuples(), 1);
  for (std::size_t tuple = 0; tuple < pool.ages.size(); ++tuple) {
    const std::uint32_t age = std::min(pool.ages[tuple], kMostAge);
    for (std::uint32_t release = 0; release < age; ++release) worth[tuple] *= kPatience;
  }
  for (const std::size_t attribute : constraints.counted()) {
    const CodeColumn& column = table.columns[attribute];
    std::vector<std::uint64_t> rows(table.domains[attribute].size());
    for (std::size_t tuple = 0; tuple < table.tuples(); ++tuple) {
      rows[column.Get(tuple)] += table.counts[tuple];
    }
    const auto most = static_cast<double>(*std::ranges::max_element(rows));
    for (std::size_t tuple = 0; tuple < table.tuples(); ++tuple) {
      const auto rare = most / static_cast<double>(rows[column.Get(tuple)]);
      worth[tuple] *= std::sqrt(std::sqrt(rare));
    }
  }
  return worth;
}

// Clusters that never became good are none.
void DropOpen(Clusters& clusters) {
  std::vector<UnitPart> parts;
  for (std::uint32_t cluster = 0; cluster < clusters.size(); ++cluster) {
    if (clusters[cluster].kind != Clusters::Kind::kOpen) continue;
    parts.clear();
    clusters.ForEachPart(cluster, [&](const UnitPart& part) { parts.push_back(part); });
    for (const UnitPart& part : parts) clusters.Take(cluster, part.unit, part.rows);
    clusters.Update(cluster);
  }
}

std::uint64_t RowsIn(const Clusters& clusters) {
  std::uint64_t rows = 0;
  for (std::uint32_t cluster = 0; cluster < clusters.size(); ++cluster) {
    rows += clusters[cluster].rows;
  }
  return rows;
}

Group RowsOutside(const Table& table, const std::vector<Group>& groups) {
  std::vector<std::uint64_t> left = table.counts;
  for (const Group& group : groups) {
    for (const Share& share : group) left[share.tuple] -= share.rows;
  }
  Group outside;
  for (std::uint32_t tuple = 0; tuple < left.size(); ++tuple) {
    if (left[tuple] > 0) outside.push_back({.tuple = tuple, .rows = left[tuple]});
  }
  return outside;
}

}  // namespace

PoolClasses ClusterPool(const Pool& pool, const Constraints& constraints, Progress& progress) {
  const Table& table = pool.coded.table;
  const auto quasi_identifiers = table.WithRole(Role::kQuasiIdentifying);
  const auto labelers = Labelers(pool, quasi_identifiers);
  Units units(table, quasi_identifiers, !constraints.LeastRows().has_value());
  const cluster::CostModel cost_model(units, pool.coded, quasi_identifiers, labelers, pool.missing);
  std::vector<std::uint32_t> all(units.size());
  std::iota(all.begin(), all.end(), 0U);
  cluster::UnitTree tree(units, cost_model, std::move(all));
  tree.Renumber(units);
  cluster::ClassCriterion criterion(constraints, units, pool.labels);
  Clusters clusters(units, cost_model);

  ProgressShare share(progress, table.rows, (6 + kReshapes) * units.size());
  cluster::Agglomerate(units, tree, cost_model, criterion, {.may_stay_open = true}, clusters,
                       share);
  DropOpen(clusters);
  cluster::Improve(tree, cost_model, criterion, true, 2, clusters, share);
  for (int i = 0; i < kReshapes; ++i) {
    cluster::Reshape(units, tree, cost_model, criterion, clusters);
    cluster::Improve(tree, cost_model, criterion, true, 1, clusters, share);
  }
  const std::uint64_t waiting = table.rows - RowsIn(clusters);
  if (waiting < pool.most_waiting) {
    const auto worth = WaitingWorth(pool, constraints);
    std::vector<double> weights;
    for (std::uint32_t unit = 0; unit < units.size(); ++unit) {
      weights.push_back(worth[units.tuples[units.begin[unit]]]);
    }
    HoldBack(cost_model, criterion, weights, pool.most_waiting - waiting, clusters);
    cluster::Improve(tree, cost_model, criterion, true, 1, clusters, share);
  }
  PoolClasses classes;
  classes.groups = cluster::Collect(table, units, clusters);
  classes.waiting = RowsOutside(table, classes.groups);
  return classes;
}

}  // namespace gauze::ledger
