#include "gauze/encode/encode.h"

#include <gtest/gtest.h>

namespace gauze {
namespace {

Result<CodedTable> EncodeOne(ValueType type, std::vector<std::string> cells,
                             MissingPolicy missing = MissingPolicy::kOwnValue) {
  Policy policy;
  policy.missing = missing;
  policy.missing_markers = {"?"};
  PolicyAttribute attribute;
  attribute.attribute = {.name = "x", .role = Role::kQuasiIdentifying, .type = type};
  policy.attributes.push_back(attribute);
  RawTable raw;
  raw.columns.push_back({.name = "x", .values = std::move(cells)});
  for (std::uint32_t i = 0; i < raw.columns[0].values.size(); ++i) {
    raw.columns[0].codes.push_back(i);
    raw.counts.push_back(1);
  }
  return Encode(std::move(raw), policy, {});
}

TEST(Encode, MergesSpellingsOfOneValueAndSortsByNumber) {
  const auto coded = EncodeOne(ValueType::kDecimal, {"10", "9.50", "9.5", "?", ""});
  ASSERT_TRUE(coded);
  EXPECT_EQ(coded->table.rows, 5U);
  EXPECT_EQ(coded->table.counts, (std::vector<std::uint64_t>{2, 1, 2}));
  EXPECT_EQ(coded->table.domains[0][0].text, "9.5");
  EXPECT_TRUE(coded->table.domains[0].IsMissing(coded->table.columns[0].Get(2)));
}

TEST(Encode, ErrorsNeverShowACell) {
  for (const auto& [type, missing] : {std::pair{ValueType::kInteger, MissingPolicy::kOwnValue},
                                      std::pair{ValueType::kText, MissingPolicy::kReject}}) {
    const auto coded = EncodeOne(type, {"canary", "5", ""}, missing);
    ASSERT_FALSE(coded);
    EXPECT_EQ(coded.error().Text().find("canary"), std::string::npos);
    EXPECT_FALSE(coded.error().hint.empty());
  }
  EXPECT_FALSE(EncodeOne(ValueType::kText, {"*", "a"}));
}

}  // namespace
}  // namespace gauze
