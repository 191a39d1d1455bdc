#include "gauze/taxonomy/read.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "gauze/base/file.h"
#include "gauze/base/testing/test_data.h"
#include "gauze/taxonomy/random_taxonomy.h"

namespace gauze {
namespace {

// The tree as "leaf<node<node leaf…", or the error without its hint.
std::string ShownTaxonomy(std::string_view text, const std::string& name = "f.csv") {
  const auto taxonomy = ParseTaxonomy(text, name);
  if (!taxonomy) {
    EXPECT_FALSE(taxonomy.error().hint.empty());
    EXPECT_EQ(taxonomy.error().Text().find("secret"), std::string::npos);
    return taxonomy.error().where + ": " + taxonomy.error().message;
  }
  std::string shown;
  for (const NodeId leaf : taxonomy->leaves()) {
    if (!shown.empty()) shown += ' ';
    const std::vector<std::string> path = PathOf(*taxonomy, leaf);
    shown += fmt::format("{}", fmt::join(path, "<"));
  }
  return shown;
}

std::string ShownJson(std::string_view text) { return ShownTaxonomy(text, "f.json"); }

TEST(ReadCsv, TakesBothSeparatorsQuotesAndLineEnds) {
  EXPECT_EQ(ShownTaxonomy("a;X;*\nb;X;*\n"), "a<X b<X");
  EXPECT_EQ(ShownTaxonomy("a;X;*\nb;X;*"), "a<X b<X");
  EXPECT_EQ(ShownTaxonomy("\xEF\xBB\xBF"
                          "a;X;*\r\nb;X;*\r\n"),
            "a<X b<X");
  EXPECT_EQ(ShownTaxonomy("a,X,*\nb,X,*"), "a<X b<X");
  EXPECT_EQ(ShownTaxonomy("\"a;1\",X\n\"b\"\"\",X\n"), "a;1<X b\"<X");
  EXPECT_EQ(ShownTaxonomy("\"a\"\";1\",X\nb,X\n"), "a\";1<X b<X");
  EXPECT_EQ(ShownTaxonomy("\r\na,X\r\nb;1,X\r\n"), "a<X b;1<X");
  EXPECT_EQ(ShownTaxonomy("a,1;X;*\nb;X;*\n"), "a,1<X b<X");
  EXPECT_EQ(ShownTaxonomy("5\" pipe;X;*\n"), "5\" pipe<X");
  EXPECT_EQ(ShownTaxonomy("\"two\nlines\";X;*\nb;X;*\n"), "two\nlines<X b<X");
}

TEST(ReadCsv, AddsTheRootAndTakesRaggedPaths) {
  EXPECT_EQ(ShownTaxonomy("a;X\nb;X\n"), "a<X b<X");
  EXPECT_EQ(ShownTaxonomy("a\nb\n"), "a b");
  EXPECT_EQ(ShownTaxonomy("a;X;Y;*\nb;*\n\nc;c;Y;*;;\n;;;\nd;*;*;*\n"), "a<X<Y c<Y b d");
  EXPECT_EQ(ShownTaxonomy("\"\";X;*\na;X;*\n"), "<X a<X");
}

TEST(ReadCsv, NamesTheLineAndTheRule) {
  EXPECT_EQ(ShownTaxonomy(""), "f.csv: the hierarchy has no values");
  EXPECT_EQ(ShownTaxonomy("secret;X;*\nb;X;*\nsecret;X;*\n"),
            "f.csv:3: a value is listed twice; the first is at f.csv:1");
  EXPECT_EQ(ShownTaxonomy("a;secret;P;*\nb;secret;Q;*\n"),
            "f.csv:2: a node has two parents; the first is at f.csv:1");
  EXPECT_EQ(ShownTaxonomy("a;X;*\n\"b\n\n\";X;*\nsecret;secrets\n"),
            "f.csv:5: two roots: the last column is \"*\" here and not on line 1, or the other way "
            "round");
  EXPECT_EQ(ShownTaxonomy("a;X;*\n;X;*\n"), "f.csv:2: the first cell of the line is empty");
  EXPECT_EQ(ShownTaxonomy("a;;X;*\n"), "f.csv:1: a node has no name");
  EXPECT_EQ(ShownTaxonomy("a;*;X;*\n"), "f.csv:1: a node below the root is named \"*\"");
  EXPECT_EQ(ShownTaxonomy("a;X; *\n"), "f.csv:1: a node below the root is named \"*\"");
  EXPECT_EQ(ShownTaxonomy("*;X;*\n"), "f.csv:1: a value is named \"*\"");
  EXPECT_EQ(ShownTaxonomy("a;*\nb;\"secret\n"), "f.csv:2: a quote is never closed");
  EXPECT_EQ(ShownTaxonomy("a;*\n\"secret\"s;*\n"), "f.csv:2: there is text after a closing quote");
  EXPECT_EQ(ShownTaxonomy("a;*\nsecret\xE9;*\n"), "f.csv:2: the file is not UTF-8");
}

TEST(ReadJson, TakesTreesInTheirOrder) {
  EXPECT_EQ(ShownJson(R"({"*": {"Government": ["State", "Federal"], "Private": []}})"),
            "State<Government Federal<Government Private");
  EXPECT_EQ(ShownJson(R"({"G": {"b": {}, "L": ["x", "y"]}, "a": []})"), "b<G x<L<G y<L<G a");
  EXPECT_EQ(ShownJson(R"({"*": ["a", "b"]})"), "a b");
  EXPECT_EQ(ShownJson("\xEF\xBB\xBF{\"*\": [\"\\u00e9\"]}"), "é");
  EXPECT_EQ(ShownJson(R"({"Other": ["Other"]})"), "Other");
}

TEST(ReadJson, NamesThePlaceAndTheRule) {
  EXPECT_EQ(ShownJson("{\"*\": {\n \"X\": [\"secret\"],\n \"Y\": [\"secret\"]}}"),
            "f.json:3:15: a value is listed twice; the first is at f.json:2:15");
  EXPECT_EQ(ShownJson("{\"X\": [\"a\"],\n\"X\": [\"b\"]}"),
            "f.json:2:3: a key is written twice in one object");
  EXPECT_EQ(ShownJson("{\"*\": [\"a\"],\n\"Y\": [\"b\"]}"),
            "f.json:2:3: two roots: \"*\" stands beside other keys");
  EXPECT_EQ(ShownJson("{\"X\": [\"a\"],\n\"*\": [\"b\"]}"),
            "f.json:2:3: two roots: \"*\" stands beside other keys");
  EXPECT_EQ(ShownJson("{\"X\": [\"a\"],\n\"Y\": {\"X\": [\"b\"]}}"),
            "f.json:2:15: a node has two parents; the first is at f.json:1:10");
  EXPECT_EQ(ShownJson("{\"X\": [1]}"), "f.json:1:9: a leaf is not text in an array");
  EXPECT_EQ(ShownJson("{\"X\": \"secret\"}"), "f.json:1:14: a leaf is not text in an array");
  EXPECT_EQ(ShownJson("\"secret\""), "f.json:1:8: a leaf is not text in an array");
  EXPECT_EQ(ShownJson("{\"X\": [{\"a\": []}]}"),
            "f.json:1:8: an array holds something other than text");
  EXPECT_EQ(ShownJson("{\"X\":\n [\"secret\" \"b\"]}"), "f.json:2:14: this is not JSON");
  EXPECT_EQ(ShownJson("{}"), "f.json: the hierarchy has no values");
  EXPECT_EQ(ShownJson(""), "f.json:1:0: this is not JSON");
  EXPECT_EQ(ShownJson("{\"*\": {\"*\": [\"a\"]}}"),
            "f.json:1:16: a node below the root is named \"*\"");
}

TEST(ReadJson, RefusesDepthWithoutUsingTheStack) {
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += fmt::format("{{\"n{}\":", i);
  EXPECT_NE(ShownJson(deep).find("a path has more than 64 levels"), std::string::npos);
  EXPECT_NE(ShownJson(std::string(100'000, '[')).find("array holds"), std::string::npos);
  std::string fits = "[]";
  for (int i = 0; i < 64; ++i) fits = fmt::format("{{\"n{}\":{}}}", i, fits);
  EXPECT_TRUE(ParseTaxonomy("{\"*\":" + fits + "}", "f.json"));
}

TEST(WriteCsv, PadsByHeight) {
  const auto taxonomy = ParseTaxonomy("a;X;Y;*\nb;*\nc;Y;*\nd;Z;*\n", "f.csv");
  ASSERT_TRUE(taxonomy);
  EXPECT_EQ(WriteTaxonomyCsv(*taxonomy), "a;X;Y;*\nc;c;Y;*\nb;b;b;*\nd;Z;Z;*\n");
}

TEST(WriteCsv, RoundTrips) {
  EXPECT_TRUE(rc::check([] {
    const Taxonomy taxonomy = TaxonomyOf(RandomPaths());
    const std::string text = WriteTaxonomyCsv(taxonomy);
    const auto again = ParseTaxonomy(text, "f.csv");
    RC_ASSERT(again.has_value());
    RC_ASSERT(again->leaves().size() == taxonomy.leaves().size());
    for (std::size_t i = 0; i < taxonomy.leaves().size(); ++i) {
      RC_ASSERT(PathOf(*again, again->leaves()[i]) == PathOf(taxonomy, taxonomy.leaves()[i]));
    }
  }));
}

TEST(ReadTaxonomy, ReadsTheAdultHierarchies) {
  const std::string folder = TestData("adult/");
  if (folder.empty()) GTEST_SKIP() << "no real Adult table: GAUZE_DATA names its folder";
  struct {
    const char* column;
    std::size_t leaves;
    std::uint32_t height;
  } const files[] = {{"age", 100, 4},           {"education", 16, 3},  {"marital-status", 7, 2},
                     {"native-country", 41, 2}, {"occupation", 14, 2}, {"race", 5, 1},
                     {"salary-class", 2, 1},    {"sex", 2, 1},         {"workclass", 8, 2}};
  for (const auto& file : files) {
    const auto taxonomy = ReadTaxonomy(folder + "adult_hierarchy_" + file.column + ".csv");
    ASSERT_TRUE(taxonomy) << taxonomy.error().Text();
    EXPECT_EQ(taxonomy->leaves().size(), file.leaves) << file.column;
    EXPECT_EQ((*taxonomy)[Taxonomy::kRoot].height, file.height) << file.column;
  }
}

TEST(ReadTaxonomy, ReadsTheExamplesOfItsPage) {
  const auto page = ReadFile(std::string(GAUZE_SOURCE_DIR) + "/docs/hierarchies.md");
  ASSERT_TRUE(page) << page.error().Text();
  // The first fenced block below a heading.
  const auto example = [&](std::string_view heading) {
    const std::size_t fence = page->find("```", page->find(heading));
    const std::size_t start = page->find('\n', fence) + 1;
    return page->substr(start, page->find("```", start) - start);
  };
  EXPECT_EQ(ShownTaxonomy(example("### ARX's CSV")),
            "Bachelors<Undergraduate<Higher education Masters<Graduate<Higher education "
            "11th<High School<Secondary education");
  EXPECT_EQ(ShownTaxonomy(example("### CSV with commas")),
            "Bachelors<Undergraduate<Higher education Doctorate, PhD<Graduate<Higher education");
  EXPECT_EQ(ShownJson(example("### JSON")),
            "Federal<Government State<Government Private Without pay<Unemployed Never "
            "worked<Unemployed");
}

TEST(ReadTaxonomy, NamesAFileThatIsNotThere) {
  const auto taxonomy = ReadTaxonomy("nowhere/sex.csv");
  ASSERT_FALSE(taxonomy);
  EXPECT_EQ(taxonomy.error().where, "nowhere/sex.csv");
}

}  // namespace
}  // namespace gauze
