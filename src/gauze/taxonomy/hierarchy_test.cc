#include "gauze/taxonomy/hierarchy.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <map>
#include <set>

#include "gauze/taxonomy/extent.h"
#include "gauze/taxonomy/random_taxonomy.h"

namespace gauze {
namespace {

struct Case {
  Taxonomy taxonomy;
  Hierarchy::Bound bound;
};

// A random tree over a random part of its values, with or without missing.
Case RandomCase() {
  Taxonomy taxonomy = TaxonomyOf(RandomPaths());
  std::vector<Value> values;
  for (const NodeId leaf : taxonomy.leaves()) {
    if (*rc::gen::inRange(0, 3) > 0) values.push_back({.text = taxonomy[leaf].label});
  }
  std::ranges::sort(values, {}, &Value::text);
  const bool missing = *rc::gen::arbitrary<bool>();
  auto bound = Hierarchy::Bind(taxonomy, values, ValueType::kText, missing, "here");
  RC_ASSERT(bound.has_value());
  RC_ASSERT(bound->domain.value_count() == values.size());
  return {std::move(taxonomy), *std::move(bound)};
}

std::uint32_t Depth(const Hierarchy& hierarchy, NodeId node) {
  std::uint32_t depth = 0;
  for (; node != Hierarchy::kRoot; node = hierarchy[node].parent) ++depth;
  return depth;
}

NodeId LowestByBruteForce(const Hierarchy& hierarchy, Span span) {
  NodeId best = Hierarchy::kRoot;
  for (NodeId node = 0; node < hierarchy.nodes().size(); ++node) {
    if (hierarchy[node].span.Covers(span) && Depth(hierarchy, node) >= Depth(hierarchy, best)) {
      best = node;
    }
  }
  return best;
}

TEST(Hierarchy, EverySpanIsExactlyTheLeavesBelow) {
  EXPECT_TRUE(rc::check([] {
    const auto [taxonomy, bound] = RandomCase();
    const auto& [domain, hierarchy] = bound;
    // Values below each name, by climbing the taxonomy as written.
    std::map<std::string, std::set<std::string>> below;
    for (const Value& value : domain.values()) {
      for (const std::string& name : PathOf(taxonomy, taxonomy.FindLeaf(value.text))) {
        below[name].insert(value.text);
      }
    }
    std::set<std::string> seen;
    for (NodeId node = 1; node < hierarchy.nodes().size(); ++node) {
      const auto& one = hierarchy[node];
      RC_ASSERT(hierarchy[one.parent].span.Covers(one.span));
      if (domain.has_missing() && one.span.low == domain.missing_code()) {
        RC_ASSERT(one.parent == Hierarchy::kRoot);
        RC_ASSERT(one.label.empty());
        continue;
      }
      std::set<std::string> covered;
      for (Code code = one.span.low; code <= one.span.high; ++code) {
        covered.insert(domain[code].text);
      }
      RC_ASSERT(covered == below[one.label]);
      seen.insert(one.label);
    }
    RC_ASSERT(seen.size() == below.size());
    for (Code code = 0; code < domain.size(); ++code) {
      RC_ASSERT(hierarchy[hierarchy.leaf(code)].span == (Span{code, code}));
      if (code < domain.value_count()) {
        RC_ASSERT(hierarchy[hierarchy.leaf(code)].label == domain[code].text);
      }
    }
    RC_ASSERT(hierarchy.height() == taxonomy[Taxonomy::kRoot].height);
  }));
}

TEST(Hierarchy, LowestAndExtentAgreeWithTheirDefinitions) {
  EXPECT_TRUE(rc::check([] {
    const auto [taxonomy, bound] = RandomCase();
    const auto& [domain, hierarchy] = bound;
    const Extent extent(domain, &hierarchy);
    const double size = std::max(1.0, domain.value_count() - 1.0);
    for (Code low = 0; low < domain.size(); ++low) {
      for (Code high = low; high < domain.size(); ++high) {
        const NodeId lowest = hierarchy.Lowest({low, high});
        RC_ASSERT(lowest == LowestByBruteForce(hierarchy, {low, high}));
        if (high > low && domain.IsMissing(high)) {
          RC_ASSERT(lowest == Hierarchy::kRoot);
          RC_ASSERT(extent.OfSpan({low, high}) == 1.0);
          continue;
        }
        int leaves = 0;
        for (Code code = 0; code < domain.value_count(); ++code) {
          leaves += hierarchy[lowest].span.Covers({code, code}) ? 1 : 0;
        }
        const double wanted = low == high ? 0 : (leaves - 1) / size;
        RC_ASSERT(extent.OfSpan({low, high}) == wanted);
        RC_ASSERT(wanted <= 1.0);
      }
    }
  }));
}

TEST(Hierarchy, SaysHowManyValuesItDoesNotKnow) {
  TaxonomyBuilder builder;
  ASSERT_TRUE(builder.Add({"a", "X"}, ""));
  const auto taxonomy = builder.Finish("");
  const auto bound = Hierarchy::Bind(*taxonomy, {{.text = "a"}, {.text = "secret"}, {.text = "X"}},
                                     ValueType::kText, false, "x.csv");
  ASSERT_FALSE(bound);
  EXPECT_EQ(bound.error().where, "x.csv");
  EXPECT_EQ(bound.error().message, "2 of 3 values that occur are not in the hierarchy");
  EXPECT_EQ(bound.error().Text().find("secret"), std::string::npos);
  EXPECT_FALSE(bound.error().hint.empty());
}

TEST(Hierarchy, BindsAColumnThatIsAllMissing) {
  TaxonomyBuilder builder;
  ASSERT_TRUE(builder.Add({"a", "X"}, ""));
  const auto taxonomy = builder.Finish("");
  const auto bound = Hierarchy::Bind(*taxonomy, {}, ValueType::kText, true, "");
  ASSERT_TRUE(bound);
  EXPECT_EQ(bound->hierarchy.nodes().size(), 2U);
  EXPECT_EQ(bound->hierarchy.Lowest({0, 0}), 1U);
  EXPECT_EQ(bound->hierarchy[Hierarchy::kRoot].span, (Span{0, 0}));
  EXPECT_EQ(Extent(bound->domain, &bound->hierarchy).OfSpan({0, 0}), 0.0);
}

Value Number(double real) { return {.text = "", .real = real}; }

TEST(Extent, OfNumbersIsTheRangeOverTheWholeRange) {
  const Domain domain(ValueType::kInteger, {Number(20), Number(25), Number(60)}, true);
  const Extent extent(domain, nullptr);
  EXPECT_EQ(extent.OfSpan({0, 0}), 0.0);
  EXPECT_EQ(extent.OfSpan({0, 1}), 5.0 / 40);
  EXPECT_EQ(extent.OfSpan({0, 2}), 1.0);
  EXPECT_EQ(extent.OfSpan({2, 3}), 1.0);  // with missing
  EXPECT_EQ(extent.OfSpan({3, 3}), 0.0);
}

TEST(Extent, OfTheLargestDoublesIsANumber) {
  const Domain domain(ValueType::kDecimal, {Number(-1.7e308), Number(0), Number(1.7e308)}, false);
  const Extent extent(domain, nullptr);
  EXPECT_EQ(extent.OfSpan({0, 2}), 1.0);
  EXPECT_EQ(extent.OfSpan({0, 1}), 0.5);
}

TEST(Extent, OfASingleValueDomainCountsOneAsItsSize) {
  const Domain domain(ValueType::kDecimal, {Number(3)}, true);
  const Extent extent(domain, nullptr);
  EXPECT_EQ(extent.OfSpan({0, 0}), 0.0);
  EXPECT_EQ(extent.OfSpan({0, 1}), 1.0);
}

TEST(Extent, OfASetCountsItsValues) {
  TaxonomyBuilder builder;
  for (const char* name : {"a", "b", "c", "d", "e"}) ASSERT_TRUE(builder.Add({name}, ""));
  const auto taxonomy = builder.Finish("");
  std::vector<Value> values;
  for (const char* name : {"a", "b", "c", "d", "e"}) values.push_back({.text = name});
  const auto bound = Hierarchy::Bind(*taxonomy, values, ValueType::kText, false, "");
  ASSERT_TRUE(bound);
  const Extent extent(bound->domain, &bound->hierarchy);
  EXPECT_EQ(extent.OfSet(1), 0.0);
  EXPECT_EQ(extent.OfSet(3), 0.5);
  EXPECT_EQ(extent.OfSet(5), 1.0);
}

}  // namespace
}  // namespace gauze
