#include "gauze/taxonomy/builders/builder.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <map>
#include <set>

#include "gauze/taxonomy/random_taxonomy.h"

namespace gauze {
namespace {

using Words = std::vector<std::string>;

// Distinct values in the type's order, each `counts[i]` times (once where not given).
ColumnValues Column(ValueType type, const Words& texts, std::vector<std::uint64_t> counts = {}) {
  ColumnValues column{.type = type};
  for (const std::string& text : texts) {
    const auto value = ParseValue({.name = "x", .type = type}, text);
    Check(value.has_value(), "a test's value is of its type");
    column.values.push_back(*value);
  }
  column.counts = std::move(counts);
  column.counts.resize(texts.size(), 1);
  return column;
}

Result<Taxonomy> Build(const std::string& builder, const ColumnValues& column,
                       const std::map<std::string, std::string>& given = {}) {
  const HierarchyBuilder* found = FindHierarchyBuilder(builder);
  Check(found != nullptr, "a test names a builder that exists");
  std::vector<RawParameter> raw;
  raw.reserve(given.size());
  for (const auto& [name, text] : given) raw.push_back({name, text, "policy.yaml:3"});
  GAUZE_ASSIGN(const auto parameters, Parameters::Make(found->descriptor, raw, "policy.yaml:3"));
  return found->build(column, parameters, "policy.yaml:3");
}

Words PathOfValue(const Result<Taxonomy>& taxonomy, const std::string& value) {
  if (!taxonomy) return {taxonomy.error().Text()};
  const NodeId leaf = taxonomy->FindLeaf(value);
  return leaf == Taxonomy::kRoot ? Words{"not a leaf"} : PathOf(*taxonomy, leaf);
}

std::string ErrorOf(const Result<Taxonomy>& taxonomy) {
  if (taxonomy) return "fine";
  EXPECT_EQ(taxonomy.error().where, "policy.yaml:3");
  EXPECT_FALSE(taxonomy.error().hint.empty());
  EXPECT_EQ(taxonomy.error().Text().find("secret"), std::string::npos);
  return taxonomy.error().message;
}

TEST(Interval, JoinsAlignedNeighbours) {
  const auto column = Column(ValueType::kInteger, {"17", "20", "24", "25", "59"});
  const auto tree = Build("interval", column, {{"width", "5"}});
  EXPECT_EQ(PathOfValue(tree, "24"),
            (Words{"24", "[20, 24]", "[20, 29]", "[20, 39]", "[0, 39]", "[0, 79]"}));
  EXPECT_EQ(PathOfValue(tree, "17"),
            (Words{"17", "[15, 19]", "[10, 19]", "[0, 19]", "[0, 39]", "[0, 79]"}));
  const auto other = Build("interval", column, {{"width", "10"}, {"fanout", "3"}, {"origin", "5"}});
  EXPECT_EQ(PathOfValue(other, "59"), (Words{"59", "[55, 64]", "[35, 64]", "[5, 94]"}));
}

TEST(Interval, IsExactForDecimals) {
  EXPECT_EQ(PathOfValue(Build("interval", Column(ValueType::kDecimal, {"0.1", "0.3", "0.7"}),
                              {{"width", "0.1"}}),
                        "0.3"),
            (Words{"0.3", "[0.3, 0.4)", "[0.2, 0.4)", "[0, 0.4)", "[0, 0.8)"}));
  const auto tiny = Build("interval", Column(ValueType::kDecimal, {"-1e-12", "1e-12", "20.5"}),
                          {{"width", "12.5"}});
  EXPECT_EQ(PathOfValue(tiny, "1e-12"), (Words{"1e-12", "[0, 12.5)", "[0, 25)"}));
  EXPECT_EQ(PathOfValue(tiny, "-1e-12"), (Words{"-1e-12", "[-12.5, 0)", "[-25, 0)"}));
}

TEST(Interval, TakesTheSmallestAndTheLargestIntegers) {
  const auto column =
      Column(ValueType::kInteger, {"-9223372036854775808", "0", "9223372036854775807"});
  const auto tree = Build("interval", column, {{"width", "1000000"}, {"fanout", "1000"}});
  EXPECT_EQ(PathOfValue(tree, "9223372036854775807").back(), "[0, 999999999999999999999]");
  EXPECT_EQ(PathOfValue(
                Build("interval", Column(ValueType::kInteger, {"3", "4"}), {{"width", "1"}}), "3"),
            (Words{"3", "[2, 3]", "[0, 3]", "[0, 7]"}));
}

TEST(Interval, RefusesWhatItCannotCut) {
  EXPECT_EQ(ErrorOf(Build("interval", Column(ValueType::kDate, {"2024-02-29"}), {{"width", "5"}})),
            "interval is for numbers, but this column has dates");
  EXPECT_EQ(ErrorOf(Build("interval", Column(ValueType::kText, {"secret"}), {{"width", "5"}})),
            "interval is for numbers, but this column has none");
  EXPECT_EQ(ErrorOf(Build("interval", Column(ValueType::kInteger, {"1"}), {{"width", "2.5"}})),
            "width and origin must be whole numbers for a column of integers");
  EXPECT_EQ(
      ErrorOf(Build("interval", Column(ValueType::kDecimal, {"1", "1e300"}), {{"width", "5"}})),
      "1 of 2 values are beyond 10^20, too large for intervals");
  EXPECT_EQ(ErrorOf(Build("interval", Column(ValueType::kDecimal, {"0", "9e19"}),
                          {{"width", "0.000000001"}})),
            "the intervals have 98 levels, more than 63");
  EXPECT_EQ(ErrorOf(Build("interval", Column(ValueType::kInteger, {"1"}), {{"width", "0"}})),
            "width must be a number of at least 0.000000001");
}

TEST(Order, JoinsNeighboursAndLeavesTheLastJoinToTheRoot) {
  const auto tree =
      Build("order", Column(ValueType::kText, {"a", "b", "c", "d", "e"}), {{"fanout", "2"}});
  EXPECT_EQ(PathOfValue(tree, "b"), (Words{"b", "[a, b]", "[a, d]"}));
  EXPECT_EQ(PathOfValue(tree, "e"), (Words{"e"}));
  EXPECT_EQ(ErrorOf(Build("order", Column(ValueType::kText, {"[secret, t]", "secret", "t"}),
                          {{"fanout", "2"}})),
            "fine");
  EXPECT_EQ(ErrorOf(Build("order", Column(ValueType::kText, {"[secret, t]", "r", "secret", "t"}),
                          {{"fanout", "2"}})),
            "a name means two things: a value of the column is spelled like a label of the "
            "builder");
}

TEST(Order, JoinsRangesThatTouch) {
  const auto tree = Build(
      "order", Column(ValueType::kText, {"[0-10)", "[10-20)", "[100-110)", "[20-30)", "[30-40)"}),
      {{"fanout", "2"}});
  EXPECT_EQ(PathOfValue(tree, "[10-20)"), (Words{"[10-20)", "[0-20)", "[0-40)"}));
  EXPECT_EQ(PathOfValue(tree, "[30-40)"), (Words{"[30-40)", "[20-40)", "[0-40)"}));
  EXPECT_EQ(PathOfValue(tree, "[100-110)"), (Words{"[100-110)"}));
  const auto gap =
      Build("order", Column(ValueType::kText, {"[-2.5, 0)", "[0, 1)", "[10, 20)", "[5, 9)"}),
            {{"fanout", "2"}});
  EXPECT_EQ(PathOfValue(gap, "[0, 1)"), (Words{"[0, 1)", "[-2.5, 1)"}));
  EXPECT_EQ(PathOfValue(gap, "[5, 9)"), (Words{"[5, 9)", "[[5, 9), [10, 20)]"}));
  // One value that is no such range, and all are text.
  EXPECT_EQ(PathOfValue(Build("order", Column(ValueType::kText, {"[0-10)", "[10-20)", "adult"}),
                              {{"fanout", "2"}}),
                        "[0-10)"),
            (Words{"[0-10)", "[[0-10), [10-20)]"}));
}

TEST(Library, LeavesCodesInItsOwnOrder) {
  const auto tree =
      Build("library", Column(ValueType::kText, {"250.83", "38", "401.9", "5", "V27"}),
            {{"name", "icd9cm"}});
  EXPECT_EQ(PathOfValue(tree, "250.83"),
            (Words{"250.83", "250.-", "249-259 Diseases of other endocrine glands",
                   "240-279 Endocrine, nutritional and metabolic diseases, and immunity "
                   "disorders"}));
  Words leaves;
  for (const NodeId leaf : tree->leaves()) leaves.push_back((*tree)[leaf].label);
  EXPECT_EQ(leaves, (Words{"5", "38", "250.83", "401.9", "V27"}));
}

TEST(Library, CountsWhatItDoesNotKnow) {
  const auto column = Column(ValueType::kText, {"02139", "02139-4307", "2139", "secret", "unknown"},
                             {1, 1, 1, 5, 2});
  EXPECT_EQ(ErrorOf(Build("library", column, {{"name", "us_zip"}})),
            "2 of 5 values (7 rows) are not in the library us_zip");
  const auto kept = Build("library", column, {{"name", "us_zip"}, {"unknown", "keep"}});
  EXPECT_EQ(PathOfValue(kept, "secret"), (Words{"secret", "(unknown)"}));
  EXPECT_EQ(PathOfValue(kept, "unknown"), (Words{"unknown", "(unknown)"}));
  EXPECT_EQ(PathOfValue(kept, "2139"), (Words{"2139", "021**", "0****"}));
  EXPECT_EQ(PathOfValue(Build("library", Column(ValueType::kText, {"?", "DE"}),
                              {{"name", "countries"}, {"unknown", "keep"}}),
                        "?"),
            (Words{"?", "unknown"}));
}

TEST(Library, RefusesWhatItDoesNotHave) {
  const auto column = Column(ValueType::kText, {"DE"});
  EXPECT_EQ(ErrorOf(Build("library", column)), "library needs name");
  EXPECT_EQ(ErrorOf(Build("library", column, {{"name", "icd11"}})),
            "name must be one of icd9cm, icd10, atc, countries, us_states, us_zip, isco08, nace2, "
            "age");
  EXPECT_EQ(ErrorOf(Build("library", column, {{"name", "countries"}, {"top", "85"}})),
            "library only has top with name: age");
  EXPECT_EQ(ErrorOf(Build("library", Column(ValueType::kText, {"DE", "Europe"}),
                          {{"name", "countries"}, {"unknown", "keep"}})),
            "a name means two things: a value of the column is spelled like a label of the "
            "builder");
}

TEST(Mask, HidesCharactersAndNotBytes) {
  const auto column = Column(ValueType::kText, {"", "7", "81667", "éa"});
  const auto right = Build("mask", column, {{"side", "right"}});
  EXPECT_EQ(PathOfValue(right, "81667"), (Words{"81667", "8166*", "816**", "81***", "8****"}));
  EXPECT_EQ(PathOfValue(right, "éa"), (Words{"éa", "é*"}));
  EXPECT_EQ(PathOfValue(right, "7"), (Words{"7"}));
  EXPECT_EQ(PathOfValue(right, ""), (Words{""}));
  EXPECT_EQ(PathOfValue(Build("mask", column, {{"side", "left"}}), "81667"),
            (Words{"81667", "*1667", "**667", "***67", "****7"}));
}

TEST(Mask, RefusesCollisionsAndLongValues) {
  EXPECT_EQ(
      ErrorOf(Build("mask", Column(ValueType::kText, {"8166*", "81667"}), {{"side", "right"}})),
      "a name means two things: a value of the column is spelled like a label of the "
      "builder");
  EXPECT_EQ(
      ErrorOf(Build("mask", Column(ValueType::kText, {std::string(65, 'x')}), {{"side", "right"}})),
      "1 of 1 values are longer than 64 characters, and mask makes one level per character");
  EXPECT_EQ(ErrorOf(Build("mask", Column(ValueType::kText, {"a"}))), "mask needs side");
  EXPECT_EQ(FindHierarchyBuilder("mask")->short_form, "side");
}

TEST(Date, ClimbsTheCalendar) {
  EXPECT_EQ(PathOfValue(Build("date", Column(ValueType::kDate, {"2024-02-29"})), "2024-02-29"),
            (Words{"2024-02-29", "2024-02", "2024-Q1", "2024", "2020s"}));
  EXPECT_EQ(PathOfValue(Build("date", Column(ValueType::kDate, {"0987-12-01"})), "0987-12-01"),
            (Words{"0987-12-01", "0987-12", "0987-Q4", "0987", "0980s"}));
  const std::string before = "1969-12-31 23:59:59.5";
  EXPECT_EQ(PathOfValue(Build("date", Column(ValueType::kTimestamp, {before})), before),
            (Words{before, "1969-12-31", "1969-12", "1969-Q4", "1969", "1960s"}));
  EXPECT_EQ(ErrorOf(Build("date", Column(ValueType::kInteger, {"1"}))),
            "date is for dates and timestamps, but this column has none");
}

TEST(Priority, JoinsRareValuesFirst) {
  const auto tree = Build("priority", Column(ValueType::kText, {"a", "b", "c", "d", "e", "f", "g"},
                                             {1, 70, 2, 60, 3, 50, 2}));
  EXPECT_EQ(PathOfValue(tree, "b"), (Words{"b"}));
  EXPECT_EQ(PathOfValue(tree, "f"), (Words{"f"}));
  EXPECT_EQ(PathOfValue(tree, "e"), (Words{"e", "other"}));
  EXPECT_EQ(PathOfValue(tree, "c"), (Words{"c", "other"}));
  EXPECT_EQ(PathOfValue(tree, "g"), (Words{"g", "other 2", "other"}));
  EXPECT_EQ(PathOfValue(tree, "a"), (Words{"a", "other 2", "other"}));
}

TEST(Priority, FindsANameThatNoValueUses) {
  EXPECT_EQ(PathOfValue(Build("priority", Column(ValueType::kText, {"a", "b", "other"})), "b"),
            (Words{"b", "other values"}));
  EXPECT_EQ(PathOfValue(Build("priority", Column(ValueType::kText, {"a", "other", "other values"})),
                        "other"),
            (Words{"other", "(other)"}));
}

TEST(Builders, RefuseAStarAndAColumnWithoutValues) {
  EXPECT_EQ(ErrorOf(FlatTaxonomy(Column(ValueType::kText, {"*", "a"}), "policy.yaml:3")),
            "a value is named \"*\"");
  EXPECT_EQ(ErrorOf(FlatTaxonomy(Column(ValueType::kText, {}), "policy.yaml:3")),
            "the column has no values: every cell is missing");
  EXPECT_EQ(ErrorOf(Build("interval", Column(ValueType::kInteger, {}), {{"width", "1"}})),
            "the column has no values: every cell is missing");
  EXPECT_EQ(FindHierarchyBuilder("nothing"), nullptr);
}

TEST(Builders, LeavesAreExactlyTheValues) {
  const std::map<std::string, std::map<std::string, std::string>> settings = {
      {"interval", {{"width", "2.5"}, {"origin", "0.5"}}},
      {"mask", {{"side", "left"}}},
      {"library", {{"name", "us_zip"}, {"unknown", "keep"}}}};
  EXPECT_TRUE(rc::check([&] {
    for (const HierarchyBuilder& builder : HierarchyBuilders()) {
      const std::string& name = builder.descriptor.name;
      const ValueType type = name == "interval" ? ValueType::kDecimal
                             : name == "date"   ? ValueType::kDate
                                                : ValueType::kText;
      const auto random = *rc::gen::container<std::vector<int>>(rc::gen::inRange(-5000, 5000));
      std::map<double, Value> by_number;
      ColumnValues column{.type = type};
      for (const int number : random) {
        Value value = type == ValueType::kDecimal
                          ? *ParseValue({.type = type}, std::to_string(number / 16.0))
                          : Value{.text = std::to_string(number), .whole = number};
        if (type == ValueType::kDate) {
          value = *ParseValue({.type = type}, fmt::format("{}-{:02}-{:02}", 2000 + number % 300,
                                                          1 + (number & 7), 1 + (number & 15)));
        }
        by_number.emplace(type == ValueType::kText ? number : value.real, value);
      }
      for (const auto& [number, value] : by_number) column.values.push_back(value);
      std::ranges::sort(column.values,
                        [&](const Value& a, const Value& b) { return Value::Before(type, a, b); });
      for (std::size_t i = 0; i < column.values.size(); ++i) {
        column.counts.push_back(*rc::gen::inRange<std::uint64_t>(1, 5));
      }
      if (column.values.empty()) continue;
      const auto found = settings.find(name);
      const auto tree =
          Build(name, column,
                found == settings.end() ? std::map<std::string, std::string>{} : found->second);
      RC_ASSERT(tree.has_value());
      std::set<std::string> leaves;
      for (const NodeId leaf : tree->leaves()) leaves.insert((*tree)[leaf].label);
      std::set<std::string> texts;
      for (const Value& value : column.values) texts.insert(value.text);
      RC_ASSERT(leaves == texts);
      RC_ASSERT(tree->leaves().size() == texts.size());
      RC_ASSERT(!builder.descriptor.summary.empty());
    }
  }));
}

}  // namespace
}  // namespace gauze
