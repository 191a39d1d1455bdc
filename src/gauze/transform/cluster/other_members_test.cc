#include "gauze/transform/cluster/other_members.h"

#include <gtest/gtest.h>

#include <set>

#include "gauze/transform/cluster/workshop.h"
#include "gauze/transform/random_case.h"

namespace gauze::cluster {
namespace {

using Kind = Clusters::Kind;

constexpr std::size_t kMostMembers = 12;

// The others joined one by one; empty if there are none.
std::vector<Cell> Joined(const Workshop& shop, std::uint32_t cluster, std::uint32_t without) {
  std::vector<Cell> state;
  for (const std::uint32_t unit : shop.UnitsOf(cluster)) {
    if (unit == without) continue;
    const Cell* next = shop.clusters.UnitState(unit);
    if (state.empty()) state.assign(next, next + shop.cost_model.width());
    shop.cost_model.Join(state.data(), next, state.data());
  }
  return state;
}

// One of the ways in which clusters change.
void ChangeSomething(std::mt19937_64& random, Workshop& shop) {
  Clusters& clusters = shop.clusters;
  const auto a = static_cast<std::uint32_t>(random() % clusters.size());
  const auto b = static_cast<std::uint32_t>(random() % clusters.size());
  if (a == b || clusters[a].kind == Kind::kGone || clusters[b].kind == Kind::kGone) return;
  const UnitPart part = clusters.part(clusters[b].first);
  switch (random() % 3) {
    case 0:
      clusters.Absorb(a, b);
      break;
    case 1:
      // A second time, too: then the cluster has the unit twice.
      if (clusters[b].first == clusters[b].last && clusters[b].rows > 1) clusters.Donate(b, 1, a);
      break;
    default:
      clusters.Take(b, part.unit, part.rows);
      clusters.Put(a, part.unit, part.rows);
      clusters.Update(a);
      clusters.Update(b);
  }
}

TEST(KeptOthers, AreThoseOfTheClusterAsItIs) {
  std::mt19937_64 random(1);
  int compared = 0;
  int alone = 0;
  int too_many = 0;
  int twice = 0;
  for (int i = 0; i < 20; ++i) {
    const CodedTable coded = MakeMixedTable(random, 300);
    const auto constraints = Constraints::Make(coded, {});
    ASSERT_TRUE(constraints);
    Workshop shop(coded, *constraints);
    KeptOthers kept(shop.cost_model, shop.clusters, kMostMembers);
    for (int change = 0; change < 2'000; ++change) {
      ChangeSomething(random, shop);
      const auto cluster = static_cast<std::uint32_t>(random() % shop.clusters.size());
      if (shop.clusters[cluster].kind == Kind::kGone) continue;
      const std::vector<std::uint32_t> units = shop.UnitsOf(cluster);
      const bool again = std::set(units.begin(), units.end()).size() < units.size();
      for (const std::uint32_t unit : units) {
        const Cell* others = kept.Without(cluster, unit);
        const std::vector<Cell> expected = Joined(shop, cluster, unit);
        if (units.size() > kMostMembers || expected.empty()) {
          ASSERT_EQ(others, nullptr);
          ++(expected.empty() ? alone : too_many);
          continue;
        }
        ASSERT_NE(others, nullptr);
        ASSERT_EQ(std::vector<Cell>(others, others + expected.size()), expected);
        ++compared;
        twice += again ? 1 : 0;
      }
    }
  }
  EXPECT_GT(compared, 10'000);
  EXPECT_GT(alone, 100);
  EXPECT_GT(too_many, 100);
  EXPECT_GT(twice, 100);
}

}  // namespace
}  // namespace gauze::cluster
