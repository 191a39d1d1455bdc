#include "gauze/engine/csv/line_ends.h"

#include <gtest/gtest.h>

#include "gauze/base/testing/temp_folder.h"

namespace gauze {
namespace {

std::optional<LineEndChange> ChangeIn(const std::string& text) {
  const TempFolder folder;
  return FindLineEndChange(folder.Write("data.csv", text), '"');
}

TEST(LineEnds, AreOfOneKindInMostFiles) {
  for (const char* text : {"a,b\n1,2\n", "a,b\r\n1,2\r\n", "a,b\r1,2\r", "a,b", "a\n\n1\n"}) {
    EXPECT_FALSE(ChangeIn(text)) << text;
  }
}

TEST(LineEnds, ChangeWhereALineEndsOtherwise) {
  const auto unix_line = ChangeIn("a,b\r\n1,2\r\n3,4\n5,6\r\n");
  ASSERT_TRUE(unix_line);
  EXPECT_EQ(unix_line->line, 3U);
  EXPECT_STREQ(unix_line->first, "in carriage return and line feed (Windows)");
  EXPECT_STREQ(unix_line->other, "in a line feed (Unix)");
  const auto mac_line = ChangeIn("a,b\n1,2\r3,4\n");
  ASSERT_TRUE(mac_line);
  EXPECT_EQ(mac_line->line, 2U);
}

TEST(LineEnds, BetweenQuotesBelongToACell) {
  EXPECT_FALSE(ChangeIn("a,b\r\n1,\"x\ny\"\r\n"));
  EXPECT_FALSE(ChangeIn("a,b\r\n1,\"x \"\"y\"\"\nz\"\r\n"));
  const auto after = ChangeIn("a,b\r\n1,\"x\r\ny\"\r\n2,z\n");
  ASSERT_TRUE(after);
  EXPECT_EQ(after->line, 4U);
}

TEST(LineEnds, AreFoundFarIntoAFile) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "1,2\n";
  EXPECT_FALSE(ChangeIn(text));
  const auto change = ChangeIn(text + "1,2\r\n");
  ASSERT_TRUE(change);
  EXPECT_EQ(change->line, 100'001U);
}

}  // namespace
}  // namespace gauze
