#include "gauze/labels/label_form.h"

#include <gtest/gtest.h>

#include "gauze/labels/value_range.h"
#include "gauze/table/value.h"

namespace gauze::labels {
namespace {

std::function<bool(std::string_view)> ValuesOfType(ValueType type) {
  return [type](std::string_view text) {
    Attribute attribute;
    attribute.type = type;
    return ParseValue(attribute, text).has_value();
  };
}

// "20 29", with a bracket that points away from an end that does not belong to it.
std::string Ends(std::string_view label, ValueType type = ValueType::kInteger) {
  const auto range = FindRange(label, ValuesOfType(type));
  if (!range) return "none";
  return (range->low_belongs ? "" : "]") + range->low + " " + range->high +
         (range->high_belongs ? "" : "[");
}

TEST(LabelForm, RangesOfManyTools) {
  for (const char* label : {"[20, 29]", "[20,29]", "[20; 29]", "[20-29]", "20-29", "20 - 29",
                            "20..29", "20 to 29", "20\u201329", " [20, 29] "}) {
    EXPECT_EQ(Ends(label), "20 29") << label;
  }
  EXPECT_EQ(Ends("[20, 30)"), "20 30[");
  EXPECT_EQ(Ends("[20; 30["), "20 30[");
  EXPECT_EQ(Ends("]19; 29]"), "]19 29");
  EXPECT_EQ(Ends("(19, 29]"), "]19 29");
  EXPECT_EQ(Ends("-5--1"), "-5 -1");
  EXPECT_EQ(Ends("[-5, 3]"), "-5 3");
  EXPECT_EQ(Ends(">=65"), "65 ");
  EXPECT_EQ(Ends(">= 65"), "65 ");
  EXPECT_EQ(Ends("65+"), "65 ");
  EXPECT_EQ(Ends(">64"), "]64 ");
  EXPECT_EQ(Ends("<18"), " 18[");
  EXPECT_EQ(Ends("\u226417"), " 17");
}

TEST(LabelForm, DatesAreNoRangesOfNumbers) {
  EXPECT_EQ(Ends("2024-01-01", ValueType::kDate), "none");
  EXPECT_EQ(Ends("2024-01-01-2024-02-01", ValueType::kDate), "2024-01-01 2024-02-01");
  EXPECT_EQ(Ends("[2024-01-01, 2024-02-01]", ValueType::kDate), "2024-01-01 2024-02-01");
  EXPECT_EQ(Ends("0.5-1.5", ValueType::kDecimal), "0.5 1.5");
}

TEST(LabelForm, WhatIsNoRange) {
  for (const char* label :
       {"37", "*", "", "-", "Married-civ-spouse", "<=50K", "[37]", "10th", "a-b"}) {
    EXPECT_EQ(Ends(label), "none") << label;
  }
}

using Parts = std::vector<std::string>;

TEST(LabelForm, Sets) {
  EXPECT_EQ(FindSet("{a|b}"), (Parts{"a", "b"}));
  EXPECT_EQ(FindSet("{a, b|c\\|d|\\{e\\}}"), (Parts{"a, b", "c|d", "{e}"}));
  EXPECT_EQ(FindSet("{a,b}"), (Parts{"a", "b"}));
  EXPECT_EQ(FindSet("{a, b}"), (Parts{"a", "b"}));
  EXPECT_EQ(FindSet("{'a', \"b\"}"), (Parts{"a", "b"}));
  EXPECT_EQ(FindSet("['a', 'b']"), (Parts{"a", "b"}));
  EXPECT_EQ(FindSet("[20, 29]"), std::nullopt);
  EXPECT_EQ(FindSet("{a}"), std::nullopt);
  EXPECT_EQ(FindSet("{}"), std::nullopt);
  EXPECT_EQ(FindSet("a,b"), std::nullopt);
  EXPECT_EQ(FindBareList("a,b"), (Parts{"a", "b"}));
  EXPECT_EQ(FindBareList("a"), std::nullopt);
  EXPECT_EQ(FindBareList("a,,b"), std::nullopt);
}

TEST(LabelForm, Masks) {
  EXPECT_TRUE(IsMask("130**"));
  EXPECT_TRUE(IsMask("*3"));
  EXPECT_FALSE(IsMask("***"));
  EXPECT_FALSE(IsMask("13053"));
  EXPECT_TRUE(MaskCovers("130**", "13053"));
  EXPECT_TRUE(MaskCovers("13***", "130**"));
  EXPECT_FALSE(MaskCovers("130**", "13***"));
  EXPECT_FALSE(MaskCovers("130**", "1305"));
  EXPECT_TRUE(MaskCovers("*rth", "\u00dcrth"));
}

TEST(LabelForm, SingleValuesThatLookLikeLists) {
  EXPECT_EQ(Unescaped("\\{a\\|b\\}"), "{a|b}");
  EXPECT_EQ(Unescaped("\\\\a"), "\\a");
  EXPECT_EQ(Unescaped("\\N"), "\\N");
  EXPECT_EQ(Unescaped("a\\b"), "a\\b");
  EXPECT_EQ(ValuesIn("{a|\\{b\\}}"), (std::vector<std::string>{"a", "{b}"}));
  EXPECT_EQ(ValuesIn("\\{b\\}"), (std::vector<std::string>{"{b}"}));
}

TEST(LabelForm, RangesOfValues) {
  const Attribute age{.name = "age", .type = ValueType::kInteger};
  const auto holds = [&](std::string_view label, const char* value) {
    return ReadValueRange(label, age)->Holds(age.type, *ParseValue(age, value));
  };
  EXPECT_TRUE(holds("37", "37"));
  EXPECT_FALSE(holds("37", "38"));
  EXPECT_TRUE(holds("[20, 30)", "20"));
  EXPECT_FALSE(holds("[20, 30)", "30"));
  EXPECT_FALSE(holds("(20, 30]", "20"));
  EXPECT_FALSE(ReadValueRange(">=65", age));
  EXPECT_FALSE(ReadValueRange("old", age));
  // A release spells dates in its own way, whatever its source did.
  const Attribute born{.name = "born", .type = ValueType::kDate, .format = "%d.%m.%Y"};
  EXPECT_TRUE(ReadValueRange("[2001-03-05, 2001-03-09]", born));
}

}  // namespace
}  // namespace gauze::labels
