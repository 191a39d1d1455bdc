// What is at the threshold holds, and what is above it by the least possible amount does not.
#include "gauze/verify/freeform.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_int.hpp>
#include <filesystem>
#include <map>
#include <random>

#include "gauze/base/file.h"
#include "gauze/base/testing/test_rounds.h"
#include "gauze/verify/exact_threats.h"
#include "gauze/verify/threat_scales.h"

namespace gauze {
namespace {

using boost::multiprecision::cpp_rational;

// Primes of about 2^40: their products have no place anywhere.
constexpr std::uint64_t kPrimes[] = {1'099'511'627'791, 1'099'511'627'803, 1'099'511'627'831,
                                     1'099'511'627'873, 1'099'511'627'917, 1'099'511'627'919};

struct FreeformTable {
  GuardedColumn column{.name = "ill"};
  std::vector<std::pair<std::string, std::uint64_t>> rows;  // place, node
};

// Groups of two leaves whose sensitivities add up to 1, or to one part more or less.
FreeformTable MakeRandomTable(std::mt19937_64& random) {
  FreeformTable table;
  auto& nodes = table.column.nodes;
  nodes.push_back({.label = "any", .observable = true});
  for (const std::uint64_t prime : kPrimes) {
    const auto group = static_cast<std::uint32_t>(nodes.size());
    const std::uint64_t share = 2 + random() % (prime / 2);
    nodes.push_back({.label = fmt::format("g{}", group),
                     .parent = 0,
                     .sensitivity = 1 + random() % 3,
                     .scale = random() % 2 == 0 ? 4 : prime});
    nodes.push_back({.label = fmt::format("a{}", group),
                     .parent = group,
                     .sensitivity = share + random() % 3 - 1,
                     .scale = prime});
    nodes.push_back({.label = fmt::format("b{}", group),
                     .parent = group,
                     .sensitivity = prime - share,
                     .scale = prime});
    if (random() % 3 == 0) continue;
    const std::string place = fmt::format("p{}", random() % 2);
    table.rows.emplace_back(place, group + 1);
    table.rows.emplace_back(place, group + 2);
  }
  if (table.rows.empty() || random() % 4 == 0) table.rows.emplace_back("p0", 1);
  return table;
}

// Attacks and breaches, by the definition.
std::pair<std::uint64_t, std::uint64_t> CountByDefinition(const FreeformTable& table,
                                                          const Ratio& threshold) {
  const auto& nodes = table.column.nodes;
  const cpp_rational limit(threshold.numerator, threshold.denominator);
  std::map<std::string, std::map<std::uint64_t, std::uint64_t>> rows_of;  // by place and node above
  std::map<std::string, std::uint64_t> support;
  for (const auto& [place, shown] : table.rows) {
    ++support[place];
    for (std::uint64_t node = shown; node != 0; node = nodes[node].parent) ++rows_of[place][node];
  }
  std::uint64_t attacks = 0;
  std::uint64_t breaches = 0;
  const auto judge = [&](const cpp_rational& chance) {
    ++attacks;
    if (chance > limit) ++breaches;
  };
  for (const auto& [place, counts] : rows_of) {
    const auto chance = [&](std::uint64_t node) {
      const auto found = counts.find(node);
      return cpp_rational(found == counts.end() ? 0 : found->second) * nodes[node].sensitivity /
             nodes[node].scale / support[place];
    };
    cpp_rational any = 0;
    for (const auto& [node, rows] : counts) {
      judge(chance(node));
      if (nodes[node].parent != 0) continue;
      any += std::max(chance(node), cpp_rational(chance(node + 1) + chance(node + 2)));
    }
    judge(any);
  }
  return {attacks, breaches};
}

class FreeformSearchTest : public testing::Test {
 protected:
  FreeformSearchTest() { std::filesystem::create_directories(folder_); }
  ~FreeformSearchTest() override { std::filesystem::remove_all(folder_); }

  FreeformFindings Find(const FreeformTable& table, const Ratio& threshold, Reader reader) {
    std::string csv = "place,ill\n";
    for (const auto& [place, node] : table.rows) {
      csv += fmt::format("{},{}\n", place, *table.column.nodes[node].label);
    }
    EXPECT_TRUE(WriteFile(folder_ + "/data.csv", csv));
    auto found =
        FindFreeformBreaches(*database_,
                             {.paths = {folder_ + "/data.csv"},
                              .dialect = {.delimiter = ","},
                              .quasi_identifiers = {"place"},
                              .reader = reader},
                             {.threat = threshold, .any = true, .columns = {table.column}});
    EXPECT_TRUE(found) << found.error().Text();
    return *found;
  }

  const std::string folder_ = testing::TempDir() + "gauze_freeform_search";
  Result<Database> database_ = Database::Open({1, ""});
};

TEST_F(FreeformSearchTest, AnyIsSummedExactly) {
  std::mt19937_64 random(5);
  std::uint64_t broken = 0;
  for (std::uint64_t round = 0; round < TestRounds(30); ++round) {
    const FreeformTable table = MakeRandomTable(random);
    const Ratio threshold{1, 2};
    const auto [attacks, breaches] = CountByDefinition(table, threshold);
    const auto found = Find(table, threshold, round % 2 == 0 ? Reader::kFast : Reader::kSql);
    EXPECT_EQ(found.attacks, attacks) << round;
    EXPECT_EQ(found.breaches, breaches) << round;
    broken += breaches;
  }
  EXPECT_GT(broken, 0U);
}

// The common scale of p, q and 4pq is larger than 2^62, and the three shares add up to 3/4.
TEST_F(FreeformSearchTest, OnePartMoreIsABreach) {
  constexpr std::uint64_t kP = 2'147'483'647;
  constexpr std::uint64_t kQ = 2'147'483'629;
  FreeformTable table;
  table.column.nodes = {
      {.label = "any", .observable = true},
      {.label = "a", .sensitivity = kP / 5, .scale = kP},
      {.label = "b", .sensitivity = kQ / 7, .scale = kQ},
      {.label = "c", .scale = 4 * kP * kQ},
  };
  const std::uint64_t rest = 3 * kP * kQ - 4 * (kP / 5) * kQ - 4 * (kQ / 7) * kP;
  table.rows = {{"p", 1}, {"p", 2}, {"p", 3}};
  for (const Reader reader : {Reader::kFast, Reader::kSql}) {
    table.column.nodes[3].sensitivity = rest;
    EXPECT_EQ(Find(table, {25, 100}, reader).breaches, 0U);
    table.column.nodes[3].sensitivity = rest + 1;
    EXPECT_EQ(Find(table, {25, 100}, reader).breaches, 1U);
  }
}

TEST(ThreatScalesTest, WhatFitsIsCountedInOneUnit) {
  GuardedColumn column;
  column.nodes = {
      {.observable = true}, {.sensitivity = 1, .scale = 4}, {.sensitivity = 1, .scale = 6}};
  EXPECT_EQ(CommonScale(column, LargestScale(1)), 12U);
  EXPECT_EQ(CommonScale(column, 11), 0U);
  column.nodes.push_back({.sensitivity = 1, .scale = UINT64_MAX});
  EXPECT_FALSE(HasSmallScales(column, LargestScale(1)));
  EXPECT_EQ(CommonScale(column, LargestScale(1)), 0U);
  // Many rows leave less room.
  EXPECT_LT(LargestScale(std::uint64_t{1} << 40U), LargestScale(1));
}

TEST(ExactThreatsTest, OfANodeAndWhatIsBelowTheLargerCounts) {
  const std::vector<SuspectedNode> nodes = {
      {.node = 1, .parent = 0, .depth = 1, .threat = "1", .scale = "2"},
      {.node = 2, .parent = 1, .depth = 2, .threat = "1", .scale = "3"},
      {.node = 3, .parent = 1, .depth = 2, .threat = "1", .scale = "3"},
      {.scope = 9, .node = 4, .parent = 9, .depth = 3, .threat = "1", .scale = "3"},
  };
  EXPECT_FALSE(IsAbove(nodes, "2", {1, 2}));
  EXPECT_TRUE(IsAbove(nodes, "2", {499'999'999, 1'000'000'000}));
}

}  // namespace
}  // namespace gauze
