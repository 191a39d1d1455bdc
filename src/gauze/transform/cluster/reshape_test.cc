#include "gauze/transform/cluster/reshape.h"

#include <gtest/gtest.h>

#include <numeric>

#include "gauze/transform/cluster/agglomerate.h"
#include "gauze/transform/random_case.h"

namespace gauze::cluster {
namespace {

std::uint64_t TotalLoss(const Clusters& clusters) {
  std::uint64_t loss = 0;
  for (std::uint32_t i = 0; i < clusters.size(); ++i) loss += clusters[i].loss();
  return loss;
}

std::size_t Alive(const Clusters& clusters) {
  std::size_t alive = 0;
  for (std::uint32_t i = 0; i < clusters.size(); ++i) {
    alive += clusters[i].kind == Clusters::Kind::kGone ? 0 : 1;
  }
  return alive;
}

// Clusters stay good, every unit is in one, and the loss falls clearly: agglomeration leaves
// clusters that are larger than they need to be.
TEST(Reshape, MakesMoreClustersThatLoseLess) {
  std::mt19937_64 random(1);
  for (const char* kind : {"distinct", "frequency"}) {
    const CodedTable coded = MakeMixedTable(random, 1500);
    PolicyEntry entry;
    entry.descriptor = &FindModel("l_diversity")->descriptor;
    entry.parameters = *Parameters::Make(
        *entry.descriptor, {{"attribute", "disease", ""}, {"kind", kind, ""}, {"l", "3", ""}},
        "test");
    const std::vector<PolicyEntry> protect = {entry};
    const auto constraints = Constraints::Make(coded, protect);
    ASSERT_TRUE(constraints);
    const auto quasi_identifiers = coded.table.WithRole(Role::kQuasiIdentifying);
    std::vector<Labeler> labelers;
    for (const std::size_t attribute : quasi_identifiers) {
      labelers.emplace_back(coded, attribute, LabelStyle::kNode, BoxStyle::kTight,
                            MissingPolicy::kOwnValue);
    }
    Units units(coded.table, quasi_identifiers, true);
    const Space space(units, coded, quasi_identifiers, labelers, MissingPolicy::kOwnValue);
    std::vector<std::uint32_t> all(units.size());
    std::iota(all.begin(), all.end(), 0U);
    Tree tree(units, space, std::move(all));
    tree.Renumber(units);
    Standard standard(*constraints, units, LabelStyle::kNode);
    Clusters clusters(units, space);
    NoProgress progress;
    Agglomerate(units, tree, space, standard, {}, clusters, progress);
    // One unit has lost its cluster and finds another.
    std::uint32_t from = 0;
    while (clusters[from].kind == Clusters::Kind::kGone) ++from;
    const std::uint32_t lost = clusters.part(clusters[from].first).unit;
    std::vector<std::uint32_t> left;
    clusters.ForEachPart(from, [&](const Part& part) { left.push_back(part.unit); });
    for (const std::uint32_t unit : left) clusters.Take(from, unit, units.rows[unit]);
    clusters.Update(from);
    const std::uint64_t loss = TotalLoss(clusters);
    const std::size_t alive = Alive(clusters);
    Reshape(units, tree, space, standard, clusters);

    EXPECT_LT(TotalLoss(clusters), loss * 98 / 100) << kind;
    EXPECT_GT(Alive(clusters), alive) << kind;
    std::vector<std::uint64_t> rows(units.size());
    for (std::uint32_t i = 0; i < clusters.size(); ++i) {
      if (clusters[i].kind == Clusters::Kind::kGone) continue;
      std::vector<std::uint32_t> members;
      clusters.ForEachPart(i, [&](const Part& part) {
        members.push_back(part.unit);
        rows[part.unit] += part.rows;
      });
      ASSERT_TRUE(standard.Holds(members)) << kind;
    }
    EXPECT_EQ(rows, units.rows) << kind << " " << lost;
  }
}

}  // namespace
}  // namespace gauze::cluster
