#include "gauze/transform/cluster/reshape.h"

#include <gtest/gtest.h>

#include <numeric>

#include "gauze/encode/encode.h"
#include "gauze/transform/cluster/agglomerate.h"
#include "gauze/transform/random_case.h"

namespace gauze::cluster {
namespace {

std::vector<PolicyEntry> Diversity(const char* kind, const char* l) {
  PolicyEntry entry;
  entry.descriptor = &FindModel("l_diversity")->descriptor;
  entry.parameters = *Parameters::Make(
      *entry.descriptor, {{"attribute", "disease", ""}, {"kind", kind, ""}, {"l", l, ""}}, "test");
  return {entry};
}

std::vector<std::uint32_t> UpTo(std::size_t size) {
  std::vector<std::uint32_t> all(size);
  std::iota(all.begin(), all.end(), 0U);
  return all;
}

std::vector<Labeler> NodeLabelers(const CodedTable& coded, const std::vector<std::size_t>& of) {
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

// Clusters stay good, every unit is in one, and the loss falls clearly: agglomeration leaves
// clusters that are larger than they need to be.
TEST(Reshape, MakesMoreClustersThatLoseLess) {
  std::mt19937_64 random(1);
  for (const char* kind : {"distinct", "frequency"}) {
    SCOPED_TRACE(kind);
    const CodedTable coded = MakeMixedTable(random, 1500);
    const auto protect = Diversity(kind, "3");
    const auto constraints = Constraints::Make(coded, protect);
    ASSERT_TRUE(constraints);
    Workshop shop(coded, *constraints);
    Agglomerate(shop.units, shop.tree, shop.cost_model, shop.criterion, {}, shop.clusters,
                shop.progress);
    // The members of one cluster have lost it and find others.
    std::uint32_t lost = 0;
    while (shop.clusters[lost].kind == Clusters::Kind::kGone) ++lost;
    for (const std::uint32_t unit : shop.UnitsOf(lost)) {
      shop.clusters.Take(lost, unit, shop.units.rows[unit]);
    }
    shop.clusters.Update(lost);
    const std::uint64_t loss = shop.TotalLoss();
    const std::size_t gone = shop.Count(Clusters::Kind::kGone);
    Reshape(shop.units, shop.tree, shop.cost_model, shop.criterion, shop.clusters);

    EXPECT_LT(shop.TotalLoss(), loss * 98 / 100);
    EXPECT_LT(shop.Count(Clusters::Kind::kGone), gone);
    std::vector<std::uint64_t> rows(shop.units.size());
    for (std::uint32_t i = 0; i < shop.clusters.size(); ++i) {
      if (shop.clusters[i].kind == Clusters::Kind::kGone) continue;
      ASSERT_TRUE(shop.criterion.Holds(shop.UnitsOf(i)));
      shop.clusters.ForEachPart(i, [&](const UnitPart& part) { rows[part.unit] += part.rows; });
    }
    EXPECT_EQ(rows, shop.units.rows);
  }
}

// Ten rows of one disease and three of another: seven can be in no class in which half have one
// disease. Usually they undo all; where clusters may stay open, three good ones are left.
TEST(Agglomerate, LeavesOpenWhatWouldUndoAGoodCluster) {
  Policy policy;
  policy.attributes.resize(2);
  policy.attributes[0].attribute = {
      .name = "age", .role = Role::kQuasiIdentifying, .type = ValueType::kInteger};
  policy.attributes[1].attribute = {.name = "disease", .role = Role::kSensitive};
  RawTable raw;
  raw.columns = {{.name = "age"}, {.name = "disease", .values = {"a", "b"}}};
  for (std::uint32_t i = 0; i < 13; ++i) {
    raw.columns[0].values.push_back(std::to_string(i));
    raw.columns[0].codes.push_back(i);
    raw.columns[1].codes.push_back(i % 4 == 1 ? 1 : 0);
    raw.counts.push_back(1);
  }
  const auto coded = Encode(std::move(raw), policy, {});
  ASSERT_TRUE(coded);
  const auto protect = Diversity("frequency", "2");
  const auto constraints = Constraints::Make(*coded, protect);
  ASSERT_TRUE(constraints);
  for (const bool may_stay_open : {false, true}) {
    Workshop shop(*coded, *constraints);
    Agglomerate(shop.units, shop.tree, shop.cost_model, shop.criterion,
                {.may_stay_open = may_stay_open}, shop.clusters, shop.progress);
    EXPECT_EQ(shop.Count(Clusters::Kind::kDone), may_stay_open ? 3U : 0U);
    EXPECT_GE(shop.Count(Clusters::Kind::kOpen), 1U);
    EXPECT_EQ(may_stay_open ? 6U : 13U, [&] {
      std::uint64_t rows = 0;
      for (std::uint32_t i = 0; i < shop.clusters.size(); ++i) {
        const bool wanted = may_stay_open == (shop.clusters[i].kind == Clusters::Kind::kDone);
        rows += wanted ? shop.clusters[i].rows : 0;
      }
      return rows;
    }());
  }
}

}  // namespace
}  // namespace gauze::cluster
