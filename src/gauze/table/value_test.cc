#include "gauze/table/value.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "gauze/base/testing/comma_locale.h"
#include "gauze/table/code_column.h"

namespace gauze {
namespace {

std::string Canonical(ValueType type, std::string_view text, std::string format = "") {
  const auto value = ParseValue({.name = "x", .type = type, .format = std::move(format)}, text);
  return value ? value->text : "refused";
}

TEST(Value, HasOneSpelling) {
  EXPECT_EQ(Canonical(ValueType::kInteger, " +05 "), "5");
  EXPECT_EQ(Canonical(ValueType::kInteger, "5.0"), "5");
  EXPECT_EQ(Canonical(ValueType::kDecimal, "1.50"), "1.5");
  EXPECT_EQ(Canonical(ValueType::kDecimal, "-0"), "0");
  EXPECT_EQ(Canonical(ValueType::kDate, "2024-02-29"), "2024-02-29");
  EXPECT_EQ(Canonical(ValueType::kDate, "29/02/2024", "%d/%m/%Y"), "2024-02-29");
  EXPECT_EQ(Canonical(ValueType::kTimestamp, "2024-02-29T23:30:00-01:00"), "2024-03-01 00:30:00");
  EXPECT_EQ(Canonical(ValueType::kTimestamp, "1969-12-31 23:59:59.5"), "1969-12-31 23:59:59.5");
  EXPECT_EQ(Canonical(ValueType::kBoolean, "Yes"), "true");
  EXPECT_EQ(Canonical(ValueType::kSet, "b; a ;;b"), "a;b");
}

TEST(Value, RefusesWhatIsNotOfItsType) {
  EXPECT_EQ(Canonical(ValueType::kInteger, "5.5"), "refused");
  EXPECT_EQ(Canonical(ValueType::kInteger, "99999999999999999999"), "refused");
  EXPECT_EQ(Canonical(ValueType::kDecimal, "NaN"), "refused");
  EXPECT_EQ(Canonical(ValueType::kDecimal, "inf"), "refused");
  EXPECT_EQ(Canonical(ValueType::kDate, "2023-02-29"), "refused");
  EXPECT_EQ(Canonical(ValueType::kDate, "10000-01-01"), "refused");
  EXPECT_EQ(Canonical(ValueType::kDate, "0000-01-01"), "refused");
  EXPECT_EQ(Canonical(ValueType::kDate, "2024-02-29 10:00"), "refused");
  EXPECT_EQ(Canonical(ValueType::kBoolean, "maybe"), "refused");
}

TEST(Value, IsReadAlikeInEveryLocale) {
  const CommaLocale locale(testing::TempDir());
  if (!locale.is_set()) GTEST_SKIP() << "no locale with a decimal comma";
  EXPECT_EQ(Canonical(ValueType::kDecimal, "1.5"), "1.5");
  EXPECT_EQ(Canonical(ValueType::kDecimal, "1,5"), "refused");
  const Attribute date{.type = ValueType::kDate, .format = "%d %B %Y"};
  EXPECT_TRUE(ParseValue(date, "3 March 2001"));
  EXPECT_FALSE(ParseValue(date, "3 März 2001"));
}

TEST(CodeColumn, KeepsEveryCodeInTheNarrowestWidth) {
  EXPECT_TRUE(rc::check([](std::uint32_t domain) {
    domain = domain % 100'000 + 1;
    CodeColumn column(domain, 3);
    column.Set(1, domain - 1);
    RC_ASSERT(column.Get(0) == 0U);
    RC_ASSERT(column.Get(1) == domain - 1);
    column.Visit([&](const auto& codes) {
      const std::size_t width = sizeof(codes[0]);
      RC_ASSERT(width == (domain <= 256 ? 1U : domain <= 65536 ? 2U : 4U));
    });
  }));
}

}  // namespace
}  // namespace gauze
