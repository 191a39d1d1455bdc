#include <gtest/gtest.h>

#include "gauze/base/json.h"
#include "gauze/base/testing/temp_folder.h"
#include "gauze/pipeline/documents.h"
#include "gauze/pipeline/outcome.h"

namespace gauze {
namespace {

using Kind = Outcome::Kind;

Outcomes Found(std::vector<Outcome> found) {
  return {.command = "verify",
          .target = "out",
          .version = "1",
          .seconds = 0.5,
          .found = std::move(found)};
}

TEST(Documents, EverySchemaSaysItsNameAndVersion) {
  const Json versions = DocumentVersions();
  EXPECT_GE(versions.size(), 7U);
  for (const DocumentSchema& schema : DocumentSchemas()) {
    const Json read = SchemaOfDocument(schema.name);
    ASSERT_TRUE(read.is_object()) << schema.name;
    EXPECT_GE(versions[schema.name].get<int>(), 1) << schema.name;
    EXPECT_EQ(read["$id"], "https://gauze.example/documents/" + std::string(schema.name) + "/" +
                               std::to_string(versions[schema.name].get<int>()));
  }
}

TEST(ReadPlace, KnowsLinesAndColumns) {
  const TempFolder folder;
  const std::string file = folder.Write("a:b.csv", "");
  EXPECT_EQ(ReadPlace("policy.yaml:7:3").file, "policy.yaml");
  EXPECT_EQ(ReadPlace("policy.yaml:7:3").line, 7);
  EXPECT_EQ(ReadPlace("policy.yaml:7:3").column, 3);
  EXPECT_EQ(ReadPlace("data.csv:12").line, 12);
  EXPECT_EQ(ReadPlace("data.csv:12").column, 0);
  EXPECT_EQ(ReadPlace(file).file, file);
  EXPECT_EQ(ReadPlace(file).line, 0);
  for (const char* other :
       {"", "column age", "--claim", ":7", "7", "a:0", "a:x", "a:99999999999"}) {
    EXPECT_EQ(ReadPlace(other).file, "") << other;
  }
}

TEST(JUnit, CountsWhatItHolds) {
  const std::string text = JUnit(Found({{Kind::kHolds, "k(k=5)", "fine"},
                                        {Kind::kBroken, "l(l=3)", "2 of 9 classes broken"},
                                        {Kind::kWarning, "", "look", "policy.yaml:2:1"},
                                        {Kind::kWrong, "file", "no file", "x.csv", "make it"}}));
  EXPECT_NE(text.find(R"(tests="3" failures="1" errors="1" time="0.500")"), std::string::npos);
  EXPECT_NE(text.find(R"x(name="k(k=5)"/>)x"), std::string::npos);
  EXPECT_NE(
      text.find(
          R"(<error message="no file" type="input">x.csv: no file&#10;hint: make it</error>)"),
      std::string::npos);
  EXPECT_NE(text.find("<system-out>warning: policy.yaml:2:1: look&#10;</system-out>"),
            std::string::npos);
}

TEST(JUnit, EscapesWhateverAPathHolds) {
  const std::string text = JUnit(Found({{Kind::kBroken, "a<\"&>\x01\xff", "b\n"}}));
  EXPECT_NE(text.find("name=\"a&lt;&quot;&amp;&gt;??\""), std::string::npos) << text;
  EXPECT_NE(text.find("message=\"b&#10;\""), std::string::npos) << text;
}

TEST(Sarif, LeavesOutWhatHoldsAndPlacesTheRest) {
  const Json run = Sarif(Found({{Kind::kHolds, "k(k=5)", "fine"},
                                {Kind::kBroken, "l(l=3)", "broken"},
                                {Kind::kWarning, "", "look", "my policy.yaml:2:1", "do"},
                                {Kind::kNotDone, "", "full", "column a", ""}}))["runs"][0];
  const Json& results = run["results"];
  ASSERT_EQ(results.size(), 3U);
  EXPECT_EQ(results[0]["message"]["text"], "l(l=3): broken");
  EXPECT_EQ(results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "out");
  EXPECT_EQ(results[1]["level"], "warning");
  EXPECT_EQ(results[1]["message"]["text"], "look (hint: do)");
  const Json& place = results[1]["locations"][0]["physicalLocation"];
  EXPECT_EQ(place["artifactLocation"]["uri"], "my%20policy.yaml");
  EXPECT_EQ(place["region"], Json({{"startLine", 2}, {"startColumn", 1}}));
  EXPECT_EQ(results[2]["message"]["text"], "column a: full");
  EXPECT_EQ(run["invocations"][0]["executionSuccessful"], false);
  for (const Json& result : results) {
    EXPECT_EQ(run["tool"]["driver"]["rules"][result["ruleIndex"].get<int>()]["id"],
              result["ruleId"]);
  }
}

}  // namespace
}  // namespace gauze
