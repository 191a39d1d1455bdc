#include "gauze/interpret/query/query.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "gauze/interpret/query/random_vault.h"

namespace gauze {
namespace {

std::string Canonical(std::string_view text) {
  const auto query = ParseQuery(text);
  return query ? QueryText(*query) : "error: " + query.error().message;
}

TEST(Query, EveryFormHasOneCanonicalText) {
  EXPECT_EQ(Canonical("education=~k3x9q2m7ta&age in[2.1,2.6]&sex=Male->salary"),
            "age in [2.1, 2.6] & education = ~k3x9q2m7ta & sex = Male -> salary");
  EXPECT_EQ(Canonical("a in {y, x, y}"), "a in {x, y}");
  EXPECT_EQ(Canonical("a in {x} ->"), "a = x");
  EXPECT_EQ(Canonical("a > 1 & a <= 2.50"), "a in (1, 2.5]");
  EXPECT_EQ(Canonical("a >= 1 & a > 1"), "a > 1");
  EXPECT_EQ(Canonical("a < -0"), "a < 0");
  EXPECT_EQ(Canonical("a in {x, y} & a in {y, z}"), "a = y");
  EXPECT_EQ(Canonical("-> salary"), "-> salary");
  EXPECT_EQ(Canonical("a=b->c = \"<=50K\""), "a = b -> c = \"<=50K\"");
  EXPECT_EQ(Canonical("\"in\" in {\"a b\", \"\", é}"), "in in {\"\", \"a b\", é}");
  EXPECT_EQ(Canonical("well-known = a- -> b"), "well-known = a- -> b");
}

TEST(Query, WhatIsWrongIsToldByItsPlace) {
  EXPECT_EQ(Canonical(""), "error: the question is empty");
  EXPECT_EQ(Canonical("->"), "error: the question is empty");
  EXPECT_EQ(Canonical("a"), "error: expected one of = < <= > >= in at character 2");
  EXPECT_EQ(Canonical("a = "), "error: expected a value at character 5");
  EXPECT_EQ(Canonical("a = b c = d"), "error: expected & at character 7");
  EXPECT_EQ(Canonical("a in [1, b]"), "error: expected a number at character 10");
  EXPECT_EQ(Canonical("a in [1, inf]"), "error: the end of a range is not a number");
  EXPECT_EQ(Canonical("a in {b"), "error: expected } at character 8");
  EXPECT_EQ(Canonical("a in 5"), "error: expected one of { [ ( at character 6");
  EXPECT_EQ(Canonical("a = \"b"),
            "error: expected the end of a quoted text that begins at character 5");
  EXPECT_EQ(Canonical("a = \"\\x\""), "error: expected a text quoted as in JSON at character 5");
  EXPECT_EQ(Canonical("a = \xff"), "error: expected UTF-8 at character 5");
  EXPECT_EQ(Canonical("a = \x01"), "error: expected no control character at character 5");
  EXPECT_EQ(Canonical("a in [2, 1]"), "error: the conditions on a column exclude each other");
  EXPECT_EQ(Canonical("a = b & a = c"), "error: the conditions on a column exclude each other");
  EXPECT_EQ(Canonical("a = b -> c = d e"),
            "error: expected the end of the question at character 16");
  EXPECT_EQ(Canonical(std::string(kQueryBytes + 1, 'a')), "error: the question is too long");
  std::string many = "a = b";
  for (std::size_t i = 0; i < kQueryConditions; ++i) many += " & a = b";
  EXPECT_TRUE(Canonical(many).starts_with("error: expected no further condition"));
}

TEST(Query, NoErrorRepeatsAValue) {
  for (const char* text : {"a = b secret", "secret", "a in {secret", "a < secret"}) {
    const auto query = ParseQuery(text);
    ASSERT_FALSE(query);
    EXPECT_EQ(query.error().Text().find("secret"), std::string::npos) << text;
  }
}

TEST(Query, CanonicalTextReadsBack) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    RandomVault random(seed);
    const Query query = random.Ask(random.Make(3, false));
    const auto again = ParseQuery(QueryText(query));
    ASSERT_TRUE(again);
    ASSERT_EQ(*again, query) << seed;
  }
  EXPECT_TRUE(rc::check([](const std::vector<std::string>& texts, double number) {
    Query query{.target = Target{.column = "t"}};
    for (const std::string& text : texts) {
      query.when.push_back({.column = "c" + std::to_string(query.when.size()), .values = {text}});
    }
    query.when.push_back({.column = "number", .to = RangeEnd{.at = number}});
    const auto canonical = CanonicalQuery(query);
    RC_PRE(canonical.has_value());
    const auto again = ParseQuery(QueryText(*canonical));
    RC_PRE(again.has_value());  // bytes that are not UTF-8 are replaced, and can exclude each other
    RC_ASSERT(QueryText(*again) == QueryText(*canonical));
  }));
}

TEST(Query, JsonMeansTheSame) {
  const auto query = QueryFromJson(R"({
      "when": [{"column": "sex", "values": ["Male"]},
               {"column": "age", "from": 2.1, "from_open": true, "to": 2.6}],
      "target": {"column": "salary", "value": "<=50K"}})");
  ASSERT_TRUE(query);
  EXPECT_EQ(QueryText(*query), "age in (2.1, 2.6] & sex = Male -> salary = \"<=50K\"");
  const auto text = QueryFromJson(R"("a = b -> c")");
  ASSERT_TRUE(text);
  EXPECT_EQ(QueryText(*text), "a = b -> c");
}

TEST(Query, JsonThatIsNoQuestionIsRefused) {
  for (const char* json :
       {"", "null", "[]", "{}", "{\"when\": 1}", R"({"when": [1]})", R"({"when": [{}]})",
        R"({"when": [{"column": "a"}]})", R"({"when": [{"column": "a", "values": []}]})",
        R"({"when": [{"column": "a", "values": [1]}]})",
        R"({"when": [{"column": "a", "values": ["b"], "to": 1}]})",
        R"({"when": [{"column": "a", "to_open": true}]})",
        R"({"when": [{"column": "a", "to": "1"}]})", R"({"when": [{"column": "a", "to": 1e999}]})",
        R"({"target": {"column": 1}})", R"({"target": {"column": "a", "other": "b"}})",
        R"({"target": {"column": "a"}, "more": 1})"}) {
    EXPECT_FALSE(QueryFromJson(json)) << json;
  }
  const auto deep = QueryFromJson(std::string(1000, '[') + std::string(1000, ']'));
  ASSERT_FALSE(deep);
  EXPECT_EQ(deep.error().message, "this is not JSON, or it is nested too deeply");
  const auto unknown = QueryFromJson(R"({"target": {"column": "a"}, "secret": 1})");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().Text().find("secret"), std::string::npos);
}

TEST(Query, ColumnsAreThoseToCheckRightsOf) {
  const auto query = ParseQuery("b = 1 & b > 0 & a = 2 -> c");
  ASSERT_TRUE(query);
  EXPECT_EQ(ColumnsOf(*query), (std::vector<std::string>{"a", "b", "c"}));
}

}  // namespace
}  // namespace gauze
