#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "gauze/model/testing.h"

namespace gauze {
namespace {

using Paths = std::vector<std::vector<std::string>>;

struct TClosenessCase {
  TestColumn column;
  Paths paths;  // of the values, in the order of their codes
};

// A ragged tree over `values` texts: each leaf has zero to two inner nodes above it, the upper one
// chosen first so that every node has one parent.
TClosenessCase RandomTClosenessCase(std::mt19937_64& random, Code values, bool has_missing) {
  TClosenessCase result{.column = TextColumn(values, has_missing)};
  TaxonomyBuilder builder;
  std::map<std::string, std::vector<std::string>> path_of;
  for (const Value& value : result.column.domain.values()) {
    std::vector<std::string> path = {value.text};
    const int levels = Draw(random, 0, 2);
    const std::string upper = std::to_string(Draw(random, 0, 1));
    if (levels == 2) path.push_back("low" + upper + std::to_string(Draw(random, 0, 1)));
    if (levels >= 1) path.push_back("high" + upper);
    Check(builder.Add(path, "test").has_value(), "a valid path");
    path_of[value.text] = path;
  }
  const auto taxonomy = builder.Finish("test");
  auto bound = Hierarchy::Bind(*taxonomy, result.column.domain.values(), ValueType::kText,
                               has_missing, "test");
  Check(bound.has_value(), "a hierarchy of all values");
  result.column.domain = bound->domain;
  result.column.hierarchy = std::move(bound->hierarchy);
  for (const Value& value : result.column.domain.values()) {
    result.paths.push_back(path_of[value.text]);
  }
  return result;
}

// Height of the lowest node above both values, from the paths alone; the root's if they share none.
int Apart(const Paths& paths, std::size_t a, std::size_t b) {
  std::map<std::string, int> height;  // of inner nodes; the root is ""
  for (const auto& path : paths) {
    for (std::size_t i = 1; i < path.size(); ++i) {
      height[path[i]] = std::max(height[path[i]], static_cast<int>(i));
    }
    height[""] = std::max(height[""], static_cast<int>(path.size()));
  }
  if (a == b) return 0;
  if (a < paths.size() && b < paths.size()) {
    for (std::size_t i = 1; i < paths[a].size(); ++i) {
      if (std::ranges::find(paths[b], paths[a][i]) != paths[b].end()) return height[paths[a][i]];
    }
  }
  return height[""];
}

struct Distance {
  std::int64_t moved = 0;
  std::int64_t whole = 1;
};

// Moves units: every row of the class stands for as many as the release has rows, and every row of
// the release for as many as the class has, so both are lists of equal length, in order.
Distance TClosenessOracle(const std::string& distance, const TClosenessCase& example,
                          const Histogram& histogram) {
  const auto rows = Rows(histogram);
  const auto all = Rows(example.column.reference);
  std::vector<std::size_t> from;
  std::vector<std::size_t> to;
  for (const std::size_t code : rows) from.insert(from.end(), all.size(), code);
  for (const std::size_t code : all) to.insert(to.end(), rows.size(), code);
  const auto units = static_cast<std::int64_t>(from.size());
  if (distance == "ordered") {
    // On a line, the first unit goes to the first place, the second to the second …
    std::map<std::size_t, std::int64_t> rank;
    for (const std::size_t code : all) rank.emplace(code, static_cast<std::int64_t>(rank.size()));
    if (rank.size() == 1) return {};
    Distance result{.whole = units * (static_cast<std::int64_t>(rank.size()) - 1)};
    for (std::size_t i = 0; i < from.size(); ++i) {
      result.moved += std::abs(rank.at(from[i]) - rank.at(to[i]));
    }
    return result;
  }
  // In a tree, nearest first is cheapest: whoever has a place below a node need not leave it.
  const auto cost = [&](std::size_t a, std::size_t b) {
    return distance == "equal" ? static_cast<int>(a != b) : Apart(example.paths, a, b);
  };
  const int height = distance == "equal" ? 1 : static_cast<int>(example.column.hierarchy->height());
  std::vector<std::vector<int>> costs(example.column.domain.size());
  for (std::size_t a = 0; a < costs.size(); ++a) {
    for (std::size_t b = 0; b < costs.size(); ++b) costs[a].push_back(cost(a, b));
  }
  Distance result{.whole = units * height};
  for (int reach = 0; reach <= height; ++reach) {
    for (auto unit = from.begin(); unit != from.end();) {
      const auto place =
          std::ranges::find_if(to, [&](std::size_t code) { return costs[*unit][code] <= reach; });
      if (place == to.end()) {
        ++unit;
        continue;
      }
      result.moved += reach;
      to.erase(place);
      unit = from.erase(unit);
    }
  }
  return result;
}

TEST(TCloseness, AgreesWithMovingUnitsAndIsMonotone) {
  std::mt19937_64 random(3);
  int tables = 0;
  std::map<std::string, int> held;
  std::map<std::string, int> on_the_line;
  std::map<std::string, int> unions;
  for (; tables < kRandomTables; ++tables) {
    const auto distance = Pick<std::string>(random, {"equal", "ordered", "hierarchical"});
    const auto t = Pick<std::string>(
        random, {"0", "0.1", "0.125", "0.2", "0.25", "0.3", "0.375", "0.5", "0.75", "1"});
    TClosenessCase example =
        RandomTClosenessCase(random, static_cast<Code>(Draw(random, 1, 5)), Draw(random, 0, 1));
    const Code codes = example.column.domain.size();
    // A table of at most eight rows: two classes and a rest.
    const Histogram a = RandomHistogram(random, codes, 1, 3);
    const Histogram b = RandomHistogram(random, codes, 1, 3);
    example.column.reference = Union(Union(a, b), RandomHistogram(random, codes, 0, 2));
    const auto model =
        MakeModel("t_closeness", {{"attribute", "disease"}, {"distance", distance}, {"t", t}},
                  example.column);
    bool both = true;
    for (const Histogram& histogram : {a, b}) {
      const Distance expected = TClosenessOracle(distance, example, histogram);
      const Ratio limit = *Ratio::Parse(t);
      const bool holds = expected.moved * limit.denominator <= limit.numerator * expected.whole;
      ASSERT_EQ(model->Holds(CountsOf(histogram)), holds)
          << distance << " " << t << " " << expected.moved << "/" << expected.whole;
      const ClassCounts counts = CountsOf(histogram);
      for (Code code = 0; code < codes; ++code) {
        const double share =
            static_cast<double>(histogram[code]) / static_cast<double>(counts.rows);
        ASSERT_LE(model->Nearness(counts),
                  std::max(0.001, model->NearestWithShare(code, share) + 1e-9))
            << distance << " " << t;
      }
      held[distance] += holds ? 1 : 0;
      on_the_line[distance] +=
          expected.moved * limit.denominator == limit.numerator * expected.whole ? 1 : 0;
      both = both && holds;
    }
    ASSERT_TRUE(model->Holds(CountsOf(example.column.reference)));
    if (!both) continue;
    ++unions[distance];
    ASSERT_TRUE(model->Holds(CountsOf(Union(a, b)))) << distance;
  }
  EXPECT_EQ(tables, kRandomTables);
  for (const char* distance : {"equal", "ordered", "hierarchical"}) {
    EXPECT_GT(held[distance], 1000) << distance;
    EXPECT_GT(on_the_line[distance], 100) << distance;
    EXPECT_GT(unions[distance], 300) << distance;
  }
}

TEST(TCloseness, IsExactBeyond32Bits) {
  std::mt19937_64 random(4);
  TClosenessCase example = RandomTClosenessCase(random, 2, false);
  while (Apart(example.paths, 0, 1) < static_cast<int>(example.column.hierarchy->height())) {
    example = RandomTClosenessCase(random, 2, false);
  }
  example.column.reference = {kTrillion, kTrillion};
  // Distance 1/4 up to one row in 10^12.
  for (const char* distance : {"equal", "ordered", "hierarchical"}) {
    const auto model =
        MakeModel("t_closeness", {{"attribute", "disease"}, {"distance", distance}, {"t", "0.25"}},
                  example.column);
    EXPECT_TRUE(model->Holds(CountsOf({kTrillion / 4 * 3, kTrillion / 4}))) << distance;
    EXPECT_FALSE(model->Holds(CountsOf({kTrillion / 4 * 3 + 1, kTrillion / 4 - 1}))) << distance;
  }
  // Nine decimals of t and many values at once.
  TestColumn column;
  column.attribute.type = ValueType::kInteger;
  column.domain = Domain(ValueType::kInteger, std::vector<Value>(100'000), false);
  column.reference.assign(100'000, kTrillion / 100'000);
  const Written written = {{"attribute", "disease"}, {"distance", "ordered"}, {"t", "0.500000000"}};
  Histogram first(100'000);
  first[0] = kTrillion;
  // The mean of 1 - i/m over i = 1 … m - 1 is exactly 1/2.
  EXPECT_TRUE(MakeModel("t_closeness", written, column)->Holds(CountsOf(first)));
  Written below = written;
  below[2].second = "0.499999999";
  EXPECT_FALSE(MakeModel("t_closeness", below, column)->Holds(CountsOf(first)));
}

TEST(TCloseness, RefusesADistanceThatDoesNotFitTheColumn) {
  const auto error = [](const TestColumn& column, const std::string& distance) {
    const auto model = TryModel(
        "t_closeness", {{"attribute", "disease"}, {"distance", distance}, {"t", "0.2"}}, column);
    return model ? "" : model.error().Text();
  };
  TestColumn column = TextColumn(3, true);
  EXPECT_NE(error(column, "ordered").find("hint: give column disease a hierarchy"),
            std::string::npos);
  EXPECT_NE(error(column, "hierarchical").find("hint: give column disease a hierarchy"),
            std::string::npos);
  EXPECT_EQ(error(column, "equal"), "");
  for (const ValueType type : {ValueType::kInteger, ValueType::kDecimal, ValueType::kDate,
                               ValueType::kTimestamp, ValueType::kBoolean}) {
    column.attribute.type = type;
    EXPECT_EQ(error(column, "ordered"), "") << Name(type);
  }
  std::mt19937_64 random(5);
  const TClosenessCase example = RandomTClosenessCase(random, 3, true);
  EXPECT_EQ(error(example.column, "ordered"), "");
  EXPECT_EQ(error(example.column, "hierarchical"), "");
}

}  // namespace
}  // namespace gauze
