#include "gauze/transform/cluster/share_bounds.h"

#include <gtest/gtest.h>

#include <array>

#include "gauze/transform/cluster/workshop.h"
#include "gauze/transform/random_case.h"

namespace gauze::cluster {
namespace {

using Kind = Clusters::Kind;

std::vector<PolicyEntry> Promise(const std::string& model, const std::vector<RawParameter>& more) {
  std::vector<RawParameter> raw = {{"attribute", "disease", ""}};
  raw.insert(raw.end(), more.begin(), more.end());
  PolicyEntry entry;
  entry.descriptor = &FindModel(model)->descriptor;
  entry.parameters = *Parameters::Make(*entry.descriptor, raw, "test");
  return {entry};
}

// Units are joined at random, a few at a time; then every cluster is good or open.
void JoinAtRandom(std::mt19937_64& random, Workshop& shop) {
  for (std::uint32_t i = 0; i < shop.clusters.size(); ++i) {
    if (shop.clusters[i].kind == Kind::kGone) continue;
    for (std::uint64_t more = random() % 20; more > 8; --more) {
      const auto other = static_cast<std::uint32_t>(random() % shop.clusters.size());
      if (other == i || shop.clusters[other].kind == Kind::kGone) continue;
      shop.clusters.Absorb(i, other);
    }
  }
  for (std::uint32_t i = 0; i < shop.clusters.size(); ++i) {
    if (shop.clusters[i].kind == Kind::kGone) continue;
    const bool holds = shop.criterion.Nearness(shop.clusters, i) >= 1;
    shop.clusters.SetKind(i, holds ? Kind::kDone : Kind::kOpen);
  }
}

struct RuledOut {
  int good = 0;
  int open = 0;
};

// What is ruled out is looked at all the same.
void CheckNode(Workshop& shop, const ShareBounds& bounds, std::uint32_t node,
               const std::vector<std::uint32_t>& below, std::uint32_t cluster,
               RuledOut& ruled_out) {
  std::uint64_t rows = 0;
  for (const std::uint32_t other : below) {
    if (shop.clusters[other].kind == Kind::kOpen) {
      rows = std::max(rows, shop.clusters[other].rows);
    }
  }
  shop.criterion.Hold(shop.clusters, cluster);
  for (const std::uint32_t other : below) {
    if (other == cluster || shop.clusters[other].kind == Kind::kGone) continue;
    const double nearness =
        shop.criterion.NearnessWith(shop.clusters, other, [](double) { return false; });
    ASSERT_EQ(nearness >= 1, shop.criterion.HoldsWith(shop.clusters, other));
    if (shop.clusters[other].kind == Kind::kOpen) {
      ASSERT_LE(nearness, bounds.Nearest(node, rows) + 1e-9);
      ruled_out.open += bounds.Nearest(node, rows) < 1 ? 1 : 0;
    } else if (!bounds.HasRoom(node)) {
      ASSERT_LT(nearness, 1);
      ++ruled_out.good;
    }
  }
}

TEST(ShareBounds, RuleOutOnlyWhatCannotHelp) {
  std::mt19937_64 random(1);
  const std::vector<std::vector<PolicyEntry>> promises = {
      Promise("l_diversity", {{"kind", "frequency", ""}, {"l", "3", ""}}),
      Promise("l_diversity", {{"kind", "entropy", ""}, {"l", "3", ""}}),
      Promise("l_diversity", {{"kind", "recursive", ""}, {"l", "2", ""}, {"c", "1", ""}}),
      Promise("t_closeness", {{"distance", "equal", ""}, {"t", "0.5", ""}}),
  };
  for (const auto& protect : promises) {
    SCOPED_TRACE(protect.front().Text());
    RuledOut ruled_out;
    for (int i = 0; i < 5; ++i) {
      const CodedTable coded = MakeMixedTable(random, 200);
      const auto constraints = Constraints::Make(coded, protect);
      ASSERT_TRUE(constraints);
      Workshop shop(coded, *constraints);
      ShareBounds bounds(shop.criterion, shop.clusters);
      ASSERT_TRUE(bounds.useful());
      JoinAtRandom(random, shop);
      // Leaves of few clusters, and what is above two of them.
      std::array<std::vector<std::uint32_t>, 40> below;
      for (std::uint32_t cluster = 0; cluster < shop.clusters.size(); ++cluster) {
        below[1 + random() % (below.size() - 1)].push_back(cluster);
      }
      below[0] = below[1];
      below[0].insert(below[0].end(), below[2].begin(), below[2].end());
      bounds.Resize(below.size());
      for (std::uint32_t node = 1; node < below.size(); ++node) {
        bounds.SummariseLeaf(node, below[node]);
        EXPECT_FALSE(bounds.SummariseLeaf(node, below[node]));
      }
      bounds.SummariseInner(0, 1, 2);
      EXPECT_FALSE(bounds.SummariseInner(0, 1, 2));
      for (std::uint32_t cluster = 0; cluster < shop.clusters.size(); ++cluster) {
        if (shop.clusters[cluster].kind != Kind::kOpen) continue;
        bounds.Aim(cluster);
        for (std::uint32_t node = 0; node < below.size(); ++node) {
          CheckNode(shop, bounds, node, below[node], cluster, ruled_out);
          if (testing::Test::HasFatalFailure()) return;
        }
      }
    }
    // The test means something only if something was ruled out.
    EXPECT_GT(ruled_out.good, 0);
    EXPECT_GT(ruled_out.open, 0);
  }
}

// However clusters change, they are counted as unit by unit.
TEST(CountedClusters, ForgetWhatHasChanged) {
  std::mt19937_64 random(2);
  const CodedTable coded = MakeMixedTable(random, 300);
  const auto constraints = Constraints::Make(
      coded, Promise("t_closeness", {{"distance", "equal", ""}, {"t", "0.2", ""}}));
  ASSERT_TRUE(constraints);
  Workshop shop(coded, *constraints);
  Tally tally(*constraints);
  for (int i = 0; i < 3000; ++i) {
    const auto a = static_cast<std::uint32_t>(random() % shop.clusters.size());
    const auto b = static_cast<std::uint32_t>(random() % shop.clusters.size());
    if (a == b || shop.clusters[a].kind == Kind::kGone || shop.clusters[b].kind == Kind::kGone) {
      continue;
    }
    if (random() % 8 == 0) {
      shop.clusters.Absorb(a, b);
    } else if (random() % 4 == 0 && shop.clusters[a].first != shop.clusters[a].last) {
      const std::uint32_t unit = shop.UnitsOf(a).front();
      shop.clusters.Take(a, unit, shop.units.rows[unit]);
      shop.clusters.Put(b, unit, shop.units.rows[unit]);
      shop.clusters.Update(a);
      shop.clusters.Update(b);
    }
    tally.Reset();
    for (const std::uint32_t cluster : {a, b}) {
      if (shop.clusters[cluster].kind == Kind::kGone) continue;
      for (const std::uint32_t unit : shop.UnitsOf(cluster)) {
        tally.Add(shop.units.tuples[shop.units.begin[unit]]);
      }
    }
    if (shop.clusters[b].kind == Kind::kGone) {
      ASSERT_EQ(tally.Nearness(), shop.criterion.Nearness(shop.clusters, a));
      continue;
    }
    shop.criterion.Hold(shop.clusters, a);
    for (int again = 0; again < 2; ++again) {
      ASSERT_EQ(tally.Nearness(),
                shop.criterion.NearnessWith(shop.clusters, b, [](double) { return false; }));
    }
  }
}

}  // namespace
}  // namespace gauze::cluster
