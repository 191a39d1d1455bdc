#include "gauze/transform/cluster/reshape.h"

#include <gtest/gtest.h>

#include "gauze/encode/encode.h"
#include "gauze/transform/cluster/agglomerate.h"
#include "gauze/transform/cluster/workshop.h"
#include "gauze/transform/random_case.h"

namespace gauze::cluster {
namespace {

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
