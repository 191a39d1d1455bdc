#include "gauze/transform/cluster/cluster_classes.h"

#include <gtest/gtest.h>

#include "gauze/encode/encode.h"

namespace gauze::cluster {
namespace {

// Two pairs that keep proximity apart and print the same, so that a reader sees one class that does
// not: 1 is near 0, 1 and 2. Two more rows far away fix it.
TEST(Classes, AreJoinedUntilTheyHoldAsReadersSeeThem) {
  Policy policy;
  RawTable raw;
  const std::vector<std::vector<std::string>> cells = {{"1", "2", "1", "2", "50", "51"},
                                                       {"0", "2", "1", "3", "100", "200"}};
  for (const char* name : {"age", "income"}) {
    PolicyAttribute attribute;
    attribute.attribute = {
        .name = name,
        .role = policy.attributes.empty() ? Role::kQuasiIdentifying : Role::kSensitive,
        .type = ValueType::kInteger};
    raw.columns.push_back({.name = name, .values = cells[policy.attributes.size()]});
    for (std::uint32_t i = 0; i < 6; ++i) raw.columns.back().codes.push_back(i);
    policy.attributes.push_back(attribute);
  }
  raw.counts.assign(6, 1);
  const auto coded = Encode(std::move(raw), policy, {});
  ASSERT_TRUE(coded);
  PolicyEntry entry;
  entry.descriptor = &FindModel("proximity")->descriptor;
  entry.parameters = *Parameters::Make(
      *entry.descriptor, {{"attribute", "income", ""}, {"epsilon", "1", ""}, {"m", "2", ""}},
      "test");
  const std::vector<PolicyEntry> protect = {entry};
  const auto constraints = Constraints::Make(*coded, protect);
  ASSERT_TRUE(constraints);
  const auto quasi_identifiers = coded->table.WithRole(Role::kQuasiIdentifying);
  const std::vector<Labeler> labelers = {Labeler(*coded, quasi_identifiers[0], LabelStyle::kNode,
                                                 BoxStyle::kTight, MissingPolicy::kOwnValue)};
  // Tuples in order: (1, 0), (1, 1), (2, 2), (2, 3), (50, 100), (51, 200).
  NoProgress progress;
  ProgressShare share(progress, 0, 0);
  const auto result = MakeClasses(*constraints, quasi_identifiers, labelers,
                                  {{{0, 1}, {2, 1}}, {{1, 1}, {3, 1}}, {{4, 1}, {5, 1}}}, share);
  ASSERT_EQ(result.classes(), 1U);
  EXPECT_EQ(result.tuples, (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(result.labels[0][result.class_labels[0]].text, "[1, 51]");
}

}  // namespace
}  // namespace gauze::cluster
