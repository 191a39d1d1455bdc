#include "gauze/page/text.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "gauze/base/text/utf8.h"

namespace gauze::page {
namespace {

constexpr const char* kNone = "\xEF\xBF\xBD";

TEST(Text, WhatCannotBeShownIsShownAsSuch) {
  EXPECT_EQ(Cleaned("Zürich 一 😀"), "Zürich 一 😀");
  EXPECT_EQ(Cleaned("a\nb\tc\r"), "a b c ");
  EXPECT_EQ(Cleaned(std::string_view("\0", 1)), kNone);
  EXPECT_EQ(Cleaned("\x7F"), kNone);
  EXPECT_EQ(Cleaned("\xC2\x85"), kNone);          // U+0085
  EXPECT_EQ(Cleaned("\xE2\x80\xAE"), kNone);      // right to left
  EXPECT_EQ(Cleaned("\xE2\x81\xA6"), kNone);      // an isolate
  EXPECT_EQ(Cleaned("\xEF\xBB\xBF"), kNone);      // no width
  EXPECT_EQ(Cleaned("\xF3\xA0\x81\x81"), kNone);  // a tag
  EXPECT_EQ(Cleaned("\xFF"), kNone);
  EXPECT_EQ(Cleaned("\xE2\x80"), std::string(kNone) + kNone);
  EXPECT_EQ(Cleaned("👨\xE2\x80\x8D👩"), "👨\xE2\x80\x8D👩");  // the joiner stays
}

TEST(Text, AccentsDoNotPile) {
  std::string piled = "e";
  for (int i = 0; i < 500; ++i) piled += "\xCC\x81";
  EXPECT_EQ(Cleaned(piled + "x"), "e\xCC\x81\xCC\x81x");
}

TEST(Text, IsShortenedToWhatHasRoom) {
  EXPECT_EQ(Shortened("abcd", 4), "abcd");
  EXPECT_EQ(Shortened("abcde", 4), "abc…");
  EXPECT_EQ(Shortened("ä", 1), "ä");
  EXPECT_EQ(Shortened(std::string(10'000, 'x'), 10), "xxxxxxxxx…");
}

TEST(Text, AnyBytesAreSafe) {
  EXPECT_TRUE(rc::check([](const std::string& any) {
    const std::string safe = Escaped(any);
    RC_ASSERT(FindInvalidUtf8(safe) == std::string::npos);
    for (const char c : safe) {
      const auto byte = static_cast<unsigned char>(c);
      RC_ASSERT(byte >= 0x20 && byte != 0x7F && c != '<' && c != '>' && c != '"');
    }
    const auto most = *rc::gen::inRange<std::size_t>(1, 20);
    RC_ASSERT(Utf8Characters(Shortened(any, most)).size() <= most + 2 * most);  // with accents
    const double width = *rc::gen::inRange(20, 200);
    RC_ASSERT(WidthOf(Fitting(any, width)) <= width);
  }));
}

}  // namespace
}  // namespace gauze::page
