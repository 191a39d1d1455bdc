#include "gauze/roles/shape.h"

#include <gtest/gtest.h>

namespace gauze {
namespace {

std::string Shape(std::string_view text) {
  std::string shape = "what was there before";
  WriteShape(text, shape);
  return shape;
}

TEST(Shape, LettersAndDigitsLoseWhatTheyAre) {
  EXPECT_EQ(Shape("Berlin 10"), "Aaaaaa 99");
  EXPECT_EQ(Shape("x@y.org"), "a@a.aaa");
  EXPECT_EQ(Shape("+49 (30) 1-2"), "+99 (99) 9-9");
  EXPECT_EQ(Shape("Zoë"), "Aaa");
  EXPECT_EQ(Shape("東京"), "aa");
  EXPECT_EQ(Shape("a\nb"), "a a");
}

TEST(Shape, LongRunsAreShort) {
  EXPECT_EQ(Shape("12345678"), "99999999");
  EXPECT_EQ(Shape("123456789"), "99999999+");
  EXPECT_EQ(Shape("12345678901234"), "99999999+");
  EXPECT_EQ(Shape("123456789a1"), "99999999+a9");
}

TEST(Shape, LongTextsAreCutOff) {
  std::string long_text;
  for (int i = 0; i < 50; ++i) long_text += "a1";
  EXPECT_EQ(Shape(long_text).size(), kLongestShape + 3);
  EXPECT_TRUE(Shape(long_text).ends_with("..."));
}

// What is neither letter nor digit stays as it is, so a text of nothing else would be shown.
TEST(Shape, MarksAloneAreNotShown) {
  EXPECT_EQ(Shape("+-"), kOnlyMarks);
  EXPECT_EQ(Shape(std::string(100, '*')), kOnlyMarks);
  EXPECT_EQ(Shape("*-*-*-*-*-*-*-*-*-*-*-*-*-*-*-*-*-*-*-*-*-*-*-*-*-*-"), kOnlyMarks);
}

}  // namespace
}  // namespace gauze
