#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

#include "gauze/base/progress_share.h"
#include "gauze/transform/cluster/class_criterion.h"
#include "gauze/transform/cluster/clusters.h"
#include "gauze/transform/cluster/unit_tree.h"
#include "gauze/transform/constraints.h"

// For tests of what searches for clusters.

namespace gauze::cluster {

inline std::vector<PolicyEntry> Diversity(const char* kind, const char* l) {
  PolicyEntry entry;
  entry.descriptor = &FindModel("l_diversity")->descriptor;
  entry.parameters = *Parameters::Make(
      *entry.descriptor, {{"attribute", "disease", ""}, {"kind", kind, ""}, {"l", l, ""}}, "test");
  return {entry};
}

inline std::vector<std::uint32_t> UpTo(std::size_t size) {
  std::vector<std::uint32_t> all(size);
  std::iota(all.begin(), all.end(), 0U);
  return all;
}

inline std::vector<Labeler> NodeLabelers(const CodedTable& coded,
                                         const std::vector<std::size_t>& of) {
  std::vector<Labeler> labelers;
  for (const std::size_t attribute : of) {
    labelers.emplace_back(coded, attribute, LabelStyle::kNode, BoxStyle::kTight,
                          MissingPolicy::kOwnValue);
  }
  return labelers;
}

// All that a search works on.
struct Workshop {
  Workshop(const CodedTable& coded, const Constraints& constraints)
      : quasi_identifiers(coded.table.WithRole(Role::kQuasiIdentifying)),
        labelers(NodeLabelers(coded, quasi_identifiers)),
        units(coded.table, quasi_identifiers, true),
        cost_model(units, coded, quasi_identifiers, labelers, MissingPolicy::kOwnValue),
        tree(units, cost_model, UpTo(units.size())),
        criterion((tree.Renumber(units), constraints), units, LabelStyle::kNode),
        clusters(units, cost_model) {}

  std::vector<std::uint32_t> UnitsOf(std::uint32_t cluster) const {
    std::vector<std::uint32_t> found;
    clusters.ForEachPart(cluster, [&](const UnitPart& part) { found.push_back(part.unit); });
    return found;
  }
  std::uint64_t TotalLoss() const {
    std::uint64_t loss = 0;
    for (std::uint32_t i = 0; i < clusters.size(); ++i) loss += clusters[i].loss();
    return loss;
  }
  std::size_t Count(Clusters::Kind kind) const {
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < clusters.size(); ++i) count += clusters[i].kind == kind ? 1 : 0;
    return count;
  }

  std::vector<std::size_t> quasi_identifiers;
  std::vector<Labeler> labelers;
  Units units;
  CostModel cost_model;
  UnitTree tree;
  ClassCriterion criterion;
  Clusters clusters;
  NoProgress silent;
  ProgressShare progress{silent, 0, 0};
};

}  // namespace gauze::cluster
