#include "gauze/transform/cluster/cost_model.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>
#include <set>

#include "gauze/transform/cluster/clusters.h"
#include "gauze/transform/cluster/unit_tree.h"
#include "gauze/transform/random_case.h"

namespace gauze::cluster {
namespace {

struct World {
  World(const CodedTable& coded, LabelStyle labels, MissingPolicy missing, bool on_grid = false)
      : quasi_identifiers(coded.table.WithRole(Role::kQuasiIdentifying)),
        units(coded.table, quasi_identifiers, false) {
    for (const std::size_t attribute : quasi_identifiers) {
      std::optional<Grid> grid;
      if (on_grid && coded.HierarchyOf(attribute) == nullptr) {
        const ValueType type = coded.table.domains[attribute].type();
        grid = *Grid::Parse(type, type == ValueType::kInteger ? "4" : "0.5", "test");
      }
      labelers.emplace_back(coded, attribute, labels, on_grid ? BoxStyle::kGrid : BoxStyle::kTight,
                            missing, grid);
      domains.push_back(&coded.table.domains[attribute]);
    }
  }

  // What the labels of these units lose, in millionths.
  double Loss(const std::vector<std::uint32_t>& of) const {
    double loss = 0;
    for (std::size_t j = 0; j < labelers.size(); ++j) {
      std::set<Code> codes;
      for (const std::uint32_t unit : of) codes.insert(units.codes[j][units.RankOf(unit, j)]);
      const Span span{*codes.begin(), *codes.rbegin()};
      loss += labelers[j].Loss(span, span, codes.size());
    }
    return loss * 1e6;
  }

  std::vector<std::size_t> quasi_identifiers;
  std::vector<Labeler> labelers;
  std::vector<const Domain*> domains;
  Units units;
};

// What every state loses alike, and may leave out: attributes where every unit is a wildcard.
double Constant(const World& world, MissingPolicy missing) {
  double constant = 0;
  for (std::size_t j = 0; j < world.domains.size(); ++j) {
    const auto& codes = world.units.codes[j];
    const bool all_missing = codes.size() == 1 && world.domains[j]->IsMissing(codes.front());
    constant += all_missing && missing == MissingPolicy::kWildcard ? 1e6 : 0;
  }
  return constant;
}

TEST(CostModel, CostsWhatTheLabelsLose) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 5000; ++i) {
    const RandomCase example = MakeRandomCase(random);
    const LabelStyle labels = random() % 2 == 0 ? LabelStyle::kSet : LabelStyle::kNode;
    const bool on_grid = labels == LabelStyle::kNode && random() % 2 == 0;
    World world(example.coded, labels, example.policy.missing, on_grid);
    const CostModel cost_model(world.units, example.coded, world.quasi_identifiers, world.labelers,
                               example.policy.missing);
    const Clusters clusters(world.units, cost_model);
    std::vector<std::uint32_t> chosen = {static_cast<std::uint32_t>(random() % world.units.size())};
    std::vector<Cell> state(clusters.UnitState(chosen[0]),
                            clusters.UnitState(chosen[0]) + cost_model.width());
    const double constant = Constant(world, example.policy.missing);
    for (int step = 0; step < 4; ++step) {
      ASSERT_NEAR(cost_model.CostOf(state.data()), world.Loss(chosen) - constant, 8)
          << "table " << i;
      const auto next = static_cast<std::uint32_t>(random() % world.units.size());
      CostModel::Probe probe(cost_model);
      probe.Aim(state.data());
      const Cost joined = probe.JoinCost(clusters.UnitState(next));
      chosen.push_back(next);
      cost_model.Join(state.data(), clusters.UnitState(next), state.data());
      ASSERT_EQ(joined, cost_model.CostOf(state.data()));
    }
  }
}

// No unit below a node costs less than the bound, for states of one unit and of several.
struct BoundCheck {
  const UnitTree& tree;
  const Clusters& clusters;
  const CostModel::Probe& probe;
  int checked = 0;

  bool Wanted(std::uint32_t /*node*/) const { return true; }
  bool Worth(std::uint32_t index, Cost bound) {
    const UnitTree::Node& node = tree.nodes()[index];
    for (std::uint32_t place = node.begin; place < node.end; ++place) {
      EXPECT_LE(bound, probe.JoinCost(clusters.UnitState(tree.units()[place])));
      ++checked;
    }
    return true;
  }
  void Look(std::uint32_t /*begin*/, std::uint32_t /*end*/) {}
};

TEST(UnitTree, BoundsAreBelowEveryJoin) {
  std::mt19937_64 random(2);
  int checked = 0;
  for (int i = 0; i < 40; ++i) {
    const MissingPolicy missing = i % 2 == 0 ? MissingPolicy::kOwnValue : MissingPolicy::kWildcard;
    const CodedTable coded = MakeMixedTable(random, 300);
    World world(coded, i % 4 < 2 ? LabelStyle::kSet : LabelStyle::kNode, missing);
    const CostModel cost_model(world.units, coded, world.quasi_identifiers, world.labelers,
                               missing);
    std::vector<std::uint32_t> all(world.units.size());
    std::iota(all.begin(), all.end(), 0U);
    const UnitTree tree(world.units, cost_model, all);
    const Clusters clusters(world.units, cost_model);
    for (int query = 0; query < 10; ++query) {
      const auto unit = static_cast<std::uint32_t>(random() % world.units.size());
      std::vector<Cell> state(clusters.UnitState(unit),
                              clusters.UnitState(unit) + cost_model.width());
      for (int more = static_cast<int>(random() % 3); more > 0; --more) {
        cost_model.Join(state.data(), clusters.UnitState(random() % world.units.size()),
                        state.data());
      }
      CostModel::Probe probe(cost_model);
      probe.Aim(state.data());
      BoundCheck check{tree, clusters, probe};
      tree.Search(unit, probe, check);
      checked += check.checked;
    }
  }
  EXPECT_GT(checked, 100'000);
}

}  // namespace
}  // namespace gauze::cluster
