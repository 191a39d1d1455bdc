#include "gauze/policy/preset.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "gauze/base/json.h"
#include "gauze/policy/schema/schema.h"
#include "gauze/release/compare/sweep.h"
#include "gauze/release/manifest/catalog.h"

namespace gauze {
namespace {

const std::string kStart = R"(version: 1
source: data.csv
attributes:
  age: {role: quasi_identifying, type: integer}
  disease: {role: sensitive}
)";

Result<Policy> Parse(const std::string& preset, const std::string& protect) {
  return ParsePolicy(kStart + "protect:" + protect + "\npreset: " + preset + "\n", "policy.yaml",
                     TheCatalog());
}

// The chance to pick out one of k.
TEST(Preset, KeepsTheNumberThatItIsNamedFor) {
  for (const Preset& preset : Presets()) {
    if (preset.least.empty()) continue;  // it asks for statements
    const auto policy = Parse(preset.descriptor.name, " []");
    ASSERT_TRUE(policy) << policy.error().Text();
    ASSERT_EQ(policy->protect.size(), 1U);
    const auto k = policy->protect[0].parameters.Integer("k");
    const bool at_most_0_09 = preset.descriptor.summary.find("0.09") != std::string::npos;
    if (at_most_0_09) {
      EXPECT_LE(100, 9 * k) << preset.descriptor.name;
      EXPECT_GT(100, 9 * (k - 1)) << preset.descriptor.name << " asks for more than it says";
    } else {
      EXPECT_EQ(k, 11) << preset.descriptor.name;
    }
  }
}

// Its promise stands before the policy's own, wherever it is written.
TEST(Preset, AddsToOwnPromises) {
  const auto policy =
      Parse("ema_0070", " [ {l_diversity: {attribute: disease, kind: distinct, l: 3}} ]");
  ASSERT_TRUE(policy);
  ASSERT_EQ(policy->protect.size(), 2U);
  EXPECT_EQ(policy->protect[0].Text(), "k_anonymity(k=12)");
  EXPECT_EQ(policy->protect[0].where, "policy.yaml:7:9");
  EXPECT_EQ(policy->preset->descriptor.name, "ema_0070");
}

TEST(Preset, OnlyStrengthens) {
  for (int k = 1; k <= 30; ++k) {
    const auto policy = Parse("ema_0070", fmt::format(" [ {{k_anonymity: {{k: {}}}}} ]", k));
    ASSERT_EQ(policy.has_value(), k >= 12) << k;
    if (!policy) {
      EXPECT_EQ(policy.error().where, "policy.yaml:6:13");
      continue;
    }
    ASSERT_EQ(policy->protect.size(), 1U);
    EXPECT_EQ(policy->protect[0].parameters.Integer("k"), k);
  }
}

TEST(Preset, AsksForEveryFieldThatItNames) {
  const std::vector<std::string> fields = {"title",     "purpose",     "owner",
                                           "recipient", "legal_basis", "date"};
  for (const std::string& absent : fields) {
    std::string about = "\nabout: {";
    for (const std::string& field : fields) {
      if (field != absent) about += field + ": " + (field == "date" ? "2026-11-18" : "x") + ", ";
    }
    const auto policy = Parse("gdpr_record", " []" + about + "}");
    ASSERT_FALSE(policy) << absent;
    EXPECT_EQ(policy.error().where, "policy.yaml:7:8");
    EXPECT_EQ(policy.error().hint, "add to `about:` " + absent);
  }
  const auto nothing = Parse("gdpr_record", " []");
  ASSERT_FALSE(nothing);
  EXPECT_EQ(nothing.error().where, "policy.yaml:7:9");
  EXPECT_TRUE(Parse("gdpr_record",
                    " []\nabout: {title: x, purpose: x, owner: x, recipient: x, legal_basis: x, "
                    "date: 2026-11-18}"));
}

TEST(Preset, IsNotUndoneBySweeping) {
  const auto policy = Parse("cms_cell_size", " []");
  ASSERT_TRUE(policy);
  EXPECT_TRUE(SweepPolicy(*policy, {"k=11,12"}));
  EXPECT_FALSE(SweepPolicy(*policy, {"k=10,12"}));
}

TEST(Preset, EachIsInTheSchema) {
  const auto schema = PolicySchema(TheCatalog())["properties"]["preset"]["anyOf"];
  ASSERT_EQ(schema.size(), Presets().size());
  for (std::size_t i = 0; i < schema.size(); ++i) {
    EXPECT_EQ(schema[i]["const"], Presets()[i].descriptor.name);
  }
}

}  // namespace
}  // namespace gauze
