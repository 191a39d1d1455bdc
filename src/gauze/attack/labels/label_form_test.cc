#include "gauze/attack/labels/label_form.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace gauze::labels
