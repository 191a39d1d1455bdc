#include "gauze/taxonomy/suggest/suggest.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <map>
#include <set>

#include "gauze/taxonomy/random_taxonomy.h"
#include "gauze/taxonomy/suggest/code_signs.h"

namespace gauze {
namespace {

using Rows = std::map<std::string, std::uint64_t>;

ColumnValues TextColumn(const Rows& rows) {
  ColumnValues column;
  for (const auto& [text, count] : rows) {
    column.values.push_back({.text = text});
    column.counts.push_back(count);
  }
  return column;
}

std::vector<HierarchySuggestion> Suggested(const std::string& name, const Rows& rows) {
  return SuggestHierarchies(NarrowestType(TextColumn(rows)), name);
}

std::vector<std::string> Policies(const std::vector<HierarchySuggestion>& suggestions) {
  std::vector<std::string> policies;
  for (const auto& suggestion : suggestions) policies.push_back(suggestion.policy);
  return policies;
}

using Texts = std::vector<std::string>;

TEST(Suggest, TakesTheNarrowestType) {
  EXPECT_EQ(NarrowestType(TextColumn({{"10", 1}, {"9", 2}})).type, ValueType::kInteger);
  EXPECT_EQ(NarrowestType(TextColumn({{"10", 1}, {"9", 2}})).values.front().text, "9");
  EXPECT_EQ(NarrowestType(TextColumn({{"10", 1}, {"9", 2}})).counts.front(), 2U);
  EXPECT_EQ(NarrowestType(TextColumn({{"0.5", 1}, {"9", 1}})).type, ValueType::kDecimal);
  EXPECT_EQ(NarrowestType(TextColumn({{"05", 1}, {"9", 1}})).type, ValueType::kText);
  EXPECT_EQ(NarrowestType(TextColumn({{"2024-02-29", 1}})).type, ValueType::kDate);
  EXPECT_EQ(NarrowestType(TextColumn({{"true", 1}})).type, ValueType::kBoolean);
}

TEST(Suggest, LibrariesByCodesOrByName) {
  EXPECT_EQ(Policies(Suggested("x", {{"E11.9", 3}, {"I10", 2}, {"J45.0", 1}})).front(),
            "{library: icd10}");
  EXPECT_EQ(Policies(Suggested("x", {{"250.83", 3}, {"401.9", 2}, {"V27", 1}})).front(),
            "{library: icd9cm}");
  // Numbers could be anything: the name decides.
  EXPECT_EQ(Policies(Suggested("age", {{"20", 1}, {"24", 1}, {"44", 1}})),
            (Texts{"{library: age}", "{interval: {width: 2}}"}));
  EXPECT_EQ(Policies(Suggested("postage", {{"20", 1}, {"24", 1}, {"44", 1}})).front(),
            "{interval: {width: 2}}");
  // So could single letters: f and m are no sections of NACE.
  for (const std::string& policy : Policies(Suggested("sex", {{"f", 3}, {"m", 2}}))) {
    EXPECT_EQ(policy.find("library"), std::string::npos) << policy;
  }
}

TEST(Suggest, SaysWhatDoesNotFitALibrary) {
  Rows states = {{"other place", 7}};
  for (const char* state : {"NY", "NJ", "CT", "MA", "ME", "VT", "RI", "PA", "CA", "OR"}) {
    states[state] = 2;
  }
  const auto suggestions = Suggested("x", states);
  EXPECT_EQ(suggestions.front().policy, "{library: {name: us_states, unknown: keep}}");
  EXPECT_NE(suggestions.front().reason.find("1 of 11 values (7 rows) do not fit"),
            std::string::npos);
  EXPECT_EQ(suggestions.front().reason.find("other place"), std::string::npos);
  // Two of twelve are too many, unless hardly anybody has them.
  states["somewhere"] = 1;
  EXPECT_EQ(Policies(Suggested("x", states)).front(), "{priority: {}}");
  states["NY"] = 100;
  EXPECT_EQ(Policies(Suggested("x", states)).front(),
            "{library: {name: us_states, unknown: keep}}");
}

TEST(Suggest, RoundWidthsAndGroupsOfEqualSize) {
  Rows incomes;
  for (int i = 0; i < 100; ++i) incomes[std::to_string(1000 + 97 * i)] = 1;
  const auto suggestions = Suggested("income", incomes);
  EXPECT_EQ(Policies(suggestions), (Texts{"{interval: {width: 500}}", ""}));
  const auto levels = CountLevels(suggestions[1].taxonomy, NarrowestType(TextColumn(incomes)));
  ASSERT_EQ(levels.size(), 4U);
  EXPECT_EQ(levels[0].nodes, 100U);
  EXPECT_EQ(levels[1].nodes, 8U);
  EXPECT_GE(levels[1].fewest_rows, 12U);
  EXPECT_EQ(levels[3].nodes, 2U);
  EXPECT_EQ(levels[3].fewest_rows, 50U);
  EXPECT_EQ(Policies(Suggested("dose", {{"0.01", 1}, {"0.25", 1}})).front(),
            "{interval: {width: 0.02}}");
  EXPECT_EQ(Policies(Suggested("born", {{"1999-01-01", 1}, {"2001-05-05", 1}})),
            Texts{"{date: {}}"});
}

TEST(Suggest, RangesAsTheyAre) {
  const auto suggestions =
      Suggested("age", {{"[0-10)", 1}, {"[10-20)", 5}, {"[100-110)", 1}, {"[20-30)", 9}});
  EXPECT_EQ(suggestions.front().policy, "{order: {fanout: 2}}");
  EXPECT_EQ(PathOf(suggestions.front().taxonomy, suggestions.front().taxonomy.FindLeaf("[10-20)")),
            (Texts{"[10-20)", "[0-20)"}));
}

TEST(Suggest, PrefixesAndWords) {
  EXPECT_EQ(Policies(Suggested("ward", {{"A1x", 1}, {"A1y", 1}, {"B2x", 1}})),
            Texts{"{mask: right}"});
  const Rows work = {{"Self-emp-inc", 1},
                     {"Self-emp-not-inc", 2},
                     {"Local-gov", 3},
                     {"State-gov", 4},
                     {"Private", 20}};
  const auto suggestions = Suggested("workclass", work);
  EXPECT_EQ(Policies(suggestions), (Texts{"", "{priority: {}}"}));
  const Taxonomy& tree = suggestions.front().taxonomy;
  EXPECT_EQ(PathOf(tree, tree.FindLeaf("Local-gov")),
            (std::vector<std::string>{"Local-gov", "gov …"}));
  EXPECT_EQ(PathOf(tree, tree.FindLeaf("Self-emp-inc")).back(),
            PathOf(tree, tree.FindLeaf("Self-emp-not-inc")).back());
  EXPECT_EQ(PathOf(tree, tree.FindLeaf("Private")), std::vector<std::string>{"Private"});
  EXPECT_EQ(Policies(Suggested("room", {{"room 100", 1}, {"hall 100", 1}, {"100", 1}})), Texts{});
}

// Leaves are the values, levels add up, and no reason names a value.
TEST(Suggest, IsSoundForAnyColumn) {
  EXPECT_TRUE(rc::check([] {
    Rows rows;
    const std::string kind =
        *rc::gen::elementOf(std::vector<std::string>{"09", "09.-", "abW ", "A0"});
    const auto texts = *rc::gen::container<std::vector<std::string>>(
        rc::gen::nonEmpty(rc::gen::container<std::string>(rc::gen::elementOf(kind))));
    for (const std::string& text : texts) rows[text] = *rc::gen::inRange<std::uint64_t>(1, 9);
    const ColumnValues column = NarrowestType(TextColumn(rows));
    std::uint64_t all = 0;
    for (const std::uint64_t count : column.counts) all += count;
    for (const auto& suggestion : SuggestHierarchies(column, "zip code of age and icd")) {
      RC_ASSERT(suggestion.taxonomy.leaves().size() == column.values.size());
      RC_ASSERT(RowsOfNodes(suggestion.taxonomy, column).front() == all);
      const auto levels = CountLevels(suggestion.taxonomy, column);
      RC_ASSERT(levels.front().nodes == column.values.size());
      for (std::size_t i = 1; i < levels.size(); ++i) {
        RC_ASSERT(levels[i].nodes <= levels[i - 1].nodes);
        RC_ASSERT(levels[i].fewest_rows * levels[i].nodes <= all);
      }
    }
  }));
}

TEST(CodeSigns, TellNamesFromAmounts) {
  EXPECT_TRUE(LooksNominal("admission_type_id", 8, 1, 8));
  EXPECT_TRUE(LooksNominal("wardCode", 8, 1, 8));
  EXPECT_TRUE(LooksNominal("visitId", 8, 1, 8));
  EXPECT_TRUE(LooksNominal("ADMISSION_TYPE", 8, 1, 8));
  EXPECT_FALSE(LooksNominal("admission_type_id", 8000, 1, 8000));
  EXPECT_FALSE(LooksNominal("code", 8, 1, 70000));
  EXPECT_FALSE(LooksNominal("code", 8, -1, 8));
  EXPECT_FALSE(LooksNominal("paid", 8, 1, 8));
  EXPECT_FALSE(LooksNominal("age", 8, 1, 8));
}

TEST(CodeSigns, FindLostZeros) {
  const auto values = [](const std::vector<std::string>& texts) {
    std::vector<Value> all;
    for (const std::string& text : texts) all.push_back({.text = text});
    return all;
  };
  EXPECT_TRUE(LostLeadingZeros(values({"2139", "10001", "60601", "90210"})));
  EXPECT_FALSE(LostLeadingZeros(values({"02139", "10001", "60601", "90210"})));
  EXPECT_FALSE(LostLeadingZeros(values({"10001", "60601", "90210"})));
  EXPECT_FALSE(LostLeadingZeros(values({"1", "22", "2139", "10001"})));
  EXPECT_FALSE(LostLeadingZeros(values({"9", "10", "11", "12"})));
  EXPECT_FALSE(LostLeadingZeros(values({"2139", "10001", "A0601", "90210"})));
  EXPECT_FALSE(LostLeadingZeros({}));
}

}  // namespace
}  // namespace gauze
