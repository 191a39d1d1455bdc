#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <map>
#include <set>

#include "gauze/taxonomy/random_taxonomy.h"
#include "gauze/taxonomy/telling/grid.h"
#include "gauze/taxonomy/telling/telling_nodes.h"

namespace gauze {
namespace {

// "[from, to]" of the step that a value is in.
std::string StepAround(ValueType type, const std::string& step, const std::string& text) {
  const auto grid = Grid::Parse(type, step, "test");
  const Value value = *ParseValue({.name = "x", .type = type}, text);
  EXPECT_TRUE(grid && grid->Holds(value));
  return grid->From(value).text + " " + grid->To(value).text;
}

TEST(Grid, StepsBeginAtMultiples) {
  EXPECT_EQ(StepAround(ValueType::kInteger, "5", "37"), "35 39");
  EXPECT_EQ(StepAround(ValueType::kInteger, "5", "35"), "35 39");
  EXPECT_EQ(StepAround(ValueType::kInteger, "5", "-1"), "-5 -1");
  EXPECT_EQ(StepAround(ValueType::kInteger, "1", "7"), "7 7");
  EXPECT_EQ(StepAround(ValueType::kDecimal, "0.1", "0.3"), "0.3 0.4");
  EXPECT_EQ(StepAround(ValueType::kDecimal, "0.1", "-0.05"), "-0.1 0");
  EXPECT_EQ(StepAround(ValueType::kDecimal, "2.5", "7.4999"), "5 7.5");
  EXPECT_EQ(StepAround(ValueType::kDate, "month", "2024-02-29"), "2024-02-01 2024-02-29");
  EXPECT_EQ(StepAround(ValueType::kDate, "quarter", "1969-12-31"), "1969-10-01 1969-12-31");
  EXPECT_EQ(StepAround(ValueType::kDate, "year", "2024-02-29"), "2024-01-01 2024-12-31");
  EXPECT_EQ(StepAround(ValueType::kDate, "7", "1970-01-09"), "1970-01-08 1970-01-14");
  EXPECT_EQ(StepAround(ValueType::kTimestamp, "day", "2024-02-29 13:45:00"),
            "2024-02-29 00:00:00 2024-03-01 00:00:00");
  EXPECT_EQ(StepAround(ValueType::kTimestamp, "month", "2024-12-31 23:00:00"),
            "2024-12-01 00:00:00 2025-01-01 00:00:00");
}

TEST(Grid, EveryDecimalIsInItsStep) {
  EXPECT_TRUE(rc::check([] {
    const int step = *rc::gen::inRange(1, 100'000);
    const int tenths = *rc::gen::inRange(-1'000'000'000, 1'000'000'000);
    const auto grid = Grid::Parse(ValueType::kDecimal, fmt::format("{}", step / 1000.0), "test");
    const Value value =
        *ParseValue({.name = "x", .type = ValueType::kDecimal}, fmt::format("{}", tenths / 10.0));
    RC_ASSERT(grid->From(value).real <= value.real);
    RC_ASSERT(value.real < grid->To(value).real);
    RC_ASSERT(grid->From(grid->From(value)).text == grid->From(value).text);
  }));
}

TEST(Grid, RefusesWhatIsNoStep) {
  for (const char* step : {"0", "-5", "2.5", "month", "", "five"}) {
    EXPECT_FALSE(Grid::Parse(ValueType::kInteger, step, "test")) << step;
  }
  EXPECT_FALSE(Grid::Parse(ValueType::kDate, "hour", "test"));
  EXPECT_FALSE(Grid::Parse(ValueType::kTimestamp, "5", "test"));
  const auto grid = Grid::Parse(ValueType::kDate, "year", "test");
  EXPECT_FALSE(grid->Holds(*ParseValue({.name = "x", .type = ValueType::kDate}, "9999-12-31")));
  const auto whole = Grid::Parse(ValueType::kInteger, "10", "test");
  EXPECT_FALSE(whole->Holds({.text = "", .whole = INT64_MAX}));
}

// Which sets of values show which node, and what they have in common: every set is tried.
struct TriedSets {
  TriedSets(const Taxonomy& taxonomy, bool missing, bool raised) {
    std::vector<NodeId> values = taxonomy.leaves();
    if (missing) values.push_back(kMissing);
    for (unsigned bits = 1; bits < 1U << values.size(); ++bits) {
      std::set<NodeId> some;
      for (std::size_t i = 0; i < values.size(); ++i) {
        if ((bits >> i & 1U) != 0) some.insert(values[i]);
      }
      if (some.size() > 1) sets.emplace_back(some, Lowest(taxonomy, some));
    }
    // Children come after their parents.
    for (std::size_t i = taxonomy.nodes().size(); raised && i-- > 1;) {
      const auto node = static_cast<NodeId>(i);
      if (Common(node).empty()) continue;
      for (auto& [some, shown] : sets) shown = shown == node ? taxonomy[node].parent : shown;
    }
  }

  static NodeId Lowest(const Taxonomy& taxonomy, const std::set<NodeId>& some) {
    if (some.contains(kMissing)) return Taxonomy::kRoot;
    std::map<NodeId, std::size_t> above;
    for (NodeId node : some) {
      for (;; node = taxonomy[node].parent) {
        ++above[node];
        if (node == Taxonomy::kRoot) break;
      }
    }
    NodeId lowest = Taxonomy::kRoot;
    for (const auto& [node, count] : above) {
      if (count == some.size()) lowest = node;
    }
    return lowest;
  }

  // Of all sets that show a node; nothing if there is none.
  std::set<NodeId> Common(NodeId node) const {
    std::optional<std::set<NodeId>> common;
    for (const auto& [some, shown] : sets) {
      if (shown != node) continue;
      if (!common) common = some;
      std::erase_if(*common, [&](NodeId value) { return !some.contains(value); });
    }
    return common.value_or(std::set<NodeId>());
  }

  static constexpr NodeId kMissing = 1000;
  std::vector<std::pair<std::set<NodeId>, NodeId>> sets;
};

TEST(TellingNodes, AreWhatAllSetsHaveInCommon) {
  int raised_nodes = 0;
  EXPECT_TRUE(rc::check([&] {
    TaxonomyBuilder builder;
    for (const auto& path : RandomPaths()) {
      if (!builder.Add(path, "test")) RC_DISCARD("not a tree");
    }
    const Taxonomy taxonomy = *builder.Finish("test");
    if (taxonomy.leaves().size() > 8) RC_DISCARD("too many sets");
    const bool missing = *rc::gen::arbitrary<bool>();
    const bool raised = *rc::gen::arbitrary<bool>();
    const TellingNodes telling = FindTellingNodes(taxonomy, missing, raised);
    const TriedSets tried(taxonomy, missing, raised);
    for (NodeId node = 0; node < taxonomy.nodes().size(); ++node) {
      std::set<NodeId> certain(telling.certain[node].begin(), telling.certain[node].end());
      if (node == Taxonomy::kRoot && telling.missing_certain) certain.insert(TriedSets::kMissing);
      RC_ASSERT(certain == tried.Common(node));
      raised_nodes += telling.shown[node] != node ? 1 : 0;
    }
    for (const auto& [some, shown] : tried.sets) {
      RC_ASSERT(telling.shown[TriedSets::Lowest(taxonomy, some)] == shown);
    }
  }));
  EXPECT_GT(raised_nodes, 10);
}

}  // namespace
}  // namespace gauze
