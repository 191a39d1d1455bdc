#include "gauze/report/read_me_first.h"

#include <gtest/gtest.h>

#include "gauze/page/well_formed.h"

namespace gauze::report {
namespace {

Json SmallManifest() {
  return Json::parse(R"json({
    "gauze": "1.2.3", "rows": 1200, "classes": 31, "suppressed_rows": 1,
    "columns": [
      {"name": "name", "role": "identifying", "type": "text", "released_as": []},
      {"name": "age <b>", "role": "quasi_identifying", "type": "integer", "released_as": ["age <b>"]},
      {"name": "illness", "role": "sensitive", "type": "text", "released_as": ["illness"]}],
    "promises": [
      {"claim": "k_anonymity(k=5)", "model": "k_anonymity", "parameters": {"k": "5"},
       "worst_class": {"value": 6, "rows": 6},
       "sentence": "k_anonymity(k=5) holds: the smallest of 31 classes has 5 people"},
      {"claim": "l_diversity(attribute=illness, kind=distinct, l=2)"}]
})json");
}

bool SaysWords(const std::string& page, const std::string& words) {
  return page.find(words) != std::string::npos;
}

TEST(ReadMeFirst, SaysWhatIsThere) {
  const std::string page =
      ReadMeFirst(SmallManifest(), {"release/data.csv", "release/manifest.json", "SHA256SUMS"});
  EXPECT_TRUE(page::IsWellFormed(page));
  EXPECT_TRUE(SaysWords(page, "1,200 rows"));
  EXPECT_TRUE(SaysWords(page, "31 groups"));
  EXPECT_TRUE(SaysWords(page, "1 row was left out"));
  EXPECT_TRUE(SaysWords(page, "k_anonymity(k=5) holds: the smallest of 31 classes has 5 people"));
  EXPECT_TRUE(SaysWords(page, "finds at least 6 people who look alike."));
  EXPECT_TRUE(SaysWords(page, "l_diversity(attribute=illness, kind=distinct, l=2) holds"));
  EXPECT_TRUE(SaysWords(page, "release/data.csv"));
  EXPECT_FALSE(SaysWords(page, "policy/policy.yaml"));
  for (const char* program : {">R<", "pandas", "SPSS", "Excel", "gauze bundle verify"}) {
    EXPECT_TRUE(SaysWords(page, program)) << program;
  }
}

TEST(ReadMeFirst, NamesOfColumnsAreNoMarkup) {
  const std::string page = ReadMeFirst(SmallManifest(), {});
  EXPECT_FALSE(SaysWords(page, "age <b>"));
  EXPECT_TRUE(SaysWords(page, "age &lt;b&gt;"));
}

TEST(ReadMeFirst, IsTheSameForTheSame) {
  EXPECT_EQ(ReadMeFirst(SmallManifest(), {"a"}), ReadMeFirst(SmallManifest(), {"a"}));
}

}  // namespace
}  // namespace gauze::report
