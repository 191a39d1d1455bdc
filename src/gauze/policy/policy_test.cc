#include "gauze/policy/policy.h"

#include <gtest/gtest.h>

namespace gauze {
namespace {

const Descriptor kModel = {
    .name = "k_anonymity",
    .parameters = {
        {.name = "k", .type = ParameterType::kInteger, .summary = "rows", .minimum = "1"}}};
const Descriptor kDiversity = {
    .name = "l_diversity",
    .parameters = {{.name = "attribute", .type = ParameterType::kAttribute, .summary = "column"},
                   {.name = "kind",
                    .type = ParameterType::kChoice,
                    .summary = "how",
                    .choices = {"distinct", "recursive"}},
                   {.name = "c",
                    .type = ParameterType::kNumber,
                    .summary = "factor",
                    .only_with = "kind",
                    .only_with_value = "recursive"}}};
const Descriptor kTransform = {.name = "mondrian"};
const Catalog kCatalog{{&kModel, &kDiversity}, {&kTransform}};

const std::string kStart =
    "version: 1\nattributes:\n  age: {role: quasi_identifying, type: integer}\n"
    "  name: {role: identifying}\n  disease: {role: sensitive}\n";

Result<Policy> Parse(const std::string& text) {
  return ParsePolicy(text, "some/policy.yaml", kCatalog);
}

void ExpectError(const std::string& text, const std::string& where, const std::string& message) {
  const auto policy = Parse(text);
  ASSERT_FALSE(policy) << text;
  EXPECT_EQ(policy.error().where, where) << text;
  EXPECT_NE(policy.error().Text().find(message), std::string::npos) << policy.error().Text();
}

TEST(Policy, ReadsEverySection) {
  const auto policy = Parse(
      kStart +
      "source: [a.csv, /b/*.csv]\ncsv: {delimiter: \";\"}\nmissing: wildcard\n"
      "missing_markers: [\"?\"]\nprotect:\n  - k_anonymity: {k: 5}\n"
      "  - l_diversity: {attribute: disease, kind: recursive, c: 0.5}\ntransform: {mondrian: }\n"
      "release: {directory: out, format: parquet, ranges: bounds}\n");
  ASSERT_TRUE(policy) << policy.error().Text();
  EXPECT_EQ(policy->sources, (std::vector<std::string>{"some/a.csv", "/b/*.csv"}));
  EXPECT_EQ(policy->csv.delimiter, ";");
  EXPECT_EQ(policy->missing, MissingPolicy::kWildcard);
  EXPECT_EQ(policy->protect[0].Text(), "k_anonymity(k=5)");
  EXPECT_EQ(policy->protect[1].Text(), "l_diversity(attribute=disease, kind=recursive, c=0.5)");
  EXPECT_EQ(policy->directory, "some/out");
  EXPECT_EQ(policy->format, ReleaseFormat::kParquet);
  EXPECT_EQ(policy->ranges, RangeStyle::kBounds);
  EXPECT_TRUE(CheckDecided(*policy));
}

TEST(Policy, SaysWhatItIsAbout) {
  const auto policy = Parse(kStart + R"(about:
  date: 2026-11-18
  purpose: >
    Research and/or teaching,
    see https://clinic.example/study
  title: Patients
)");
  ASSERT_TRUE(policy) << policy.error().Text();
  using Fields = std::vector<std::pair<std::string, std::string>>;
  EXPECT_EQ(policy->about.fields,
            (Fields{{"title", "Patients"},
                    {"purpose", "Research and/or teaching, see https://clinic.example/study"},
                    {"date", "2026-11-18"}}));
  EXPECT_TRUE(policy->about.States("purpose"));
  EXPECT_FALSE(policy->about.States("owner"));
}

// It is published.
TEST(Policy, AboutNamesNoPlace) {
  for (const char* path : {"from /home/me/table.csv", "~/table.csv", "(../table.csv)",
                           "C:\\me\\table.csv", "\\\\server\\table.csv", "a/../b",
                           "s3://bucket/table", "file:/table", "https://me:secret@host/"}) {
    ExpectError(kStart + "about: {purpose: " + path + "}\n", "some/policy.yaml:6:18",
                "names a place on a machine");
  }
  ExpectError(kStart + "about: {owner: \" \"}\n", "some/policy.yaml:6:16", "says nothing");
  ExpectError(kStart + "about: {title: " + std::string(401, 'x') + "}\n", "some/policy.yaml:6:16",
              "more than 400 characters");
  ExpectError(kStart + "about: {date: today}\n", "some/policy.yaml:6:15", "YYYY-MM-DD");
  ExpectError(kStart + "about: {receiver: me}\n", "some/policy.yaml:6:9", "has no \"receiver\"");
}

TEST(Policy, ErrorsNamePlaceAndRemedy) {
  ExpectError("version: 2\n", "some/policy.yaml:1:10", "version 1");
  ExpectError("attributes: {}\n", "some/policy.yaml:1:1", "write `version: 1`");
  ExpectError("version: 1\nattribute: {}\n", "some/policy.yaml:2:1",
              "did you mean \"attributes\"?");
  ExpectError("version: 1\nattributes:\n  age: {role: quasi}\n", "some/policy.yaml:3:15",
              "did you mean \"quasi_identifying\"?");
  ExpectError("version: 1\nattributes:\n  age: {type: integer}\n", "some/policy.yaml:3:3",
              "has no role");
  ExpectError("version: 1\nversion: 1\n", "some/policy.yaml:2:1", "written twice");
  ExpectError(kStart + "protect:\n  - k_anonymity: {k: 0}\n", "some/policy.yaml:7:22",
              "whole number of at least 1");
  ExpectError(kStart + "protect:\n  - k_anonymity: {}\n", "some/policy.yaml:7:5", "needs k");
  ExpectError(kStart + "protect:\n  - k_anonimity: {k: 2}\n", "some/policy.yaml:7:5",
              "did you mean \"k_anonymity\"?");
  ExpectError(kStart + "protect:\n  - l_diversity: {attribute: diseas, kind: distinct}\n",
              "some/policy.yaml:7:5", "did you mean \"disease\"?");
  ExpectError(kStart + "protect:\n  - l_diversity: {attribute: age, kind: distinct}\n",
              "some/policy.yaml:7:5", "protects sensitive columns");
  ExpectError(kStart + "protect:\n  - l_diversity: {attribute: disease, kind: distinct, c: 2}\n",
              "some/policy.yaml:7:5", "only has c with kind: recursive");
  ExpectError("version: 1\nattributes: [}\n", "some/policy.yaml:2:14", "not YAML");
  ExpectError("version: 1\nattributes:\n \tage: {role: sensitive}\n", "some/policy.yaml:3:2",
              "indented by a tab");
  // Where a tab does no harm, something else is wrong.
  ExpectError("version: 1\nattributes: {\n\tage: [}\n", "some/policy.yaml:3:8", "not YAML");
}

TEST(Policy, ColumnsMustMatchTheData) {
  const auto policy = Parse(kStart);
  ASSERT_TRUE(policy);
  EXPECT_TRUE(CheckColumns(*policy, {"age", "name", "disease"}));
  const auto missing = CheckColumns(*policy, {"agee", "name", "disease"});
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().where, "some/policy.yaml:3:3");
  EXPECT_EQ(missing.error().hint, "did you mean \"agee\"?");
  const auto unlisted = CheckColumns(*policy, {"age", "name", "disease", "zip"});
  ASSERT_FALSE(unlisted);
  EXPECT_NE(unlisted.error().message.find("\"zip\""), std::string::npos);
}

// One column of spellings with one row each.
}  // namespace
}  // namespace gauze
