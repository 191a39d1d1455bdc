#include "gauze/base/text/percent.h"

#include <gtest/gtest.h>

#include "gauze/base/text/sql_text.h"

namespace gauze {
namespace {

TEST(Percent, ReadsWhatIsEscaped) {
  EXPECT_EQ(DecodePercent("a%20b%C3%a9"), "a b\xC3\xA9");
  EXPECT_EQ(DecodePercent("%2525"), "%25");
  EXPECT_EQ(DecodePercent("%00"), std::string(1, '\0'));
  EXPECT_EQ(DecodePercent(""), "");
}

TEST(Percent, TakesTwoHexadecimalDigitsAndNothingElse) {
  for (const char* wrong :
       {"%", "a%", "%4", "%4g", "%g4", "%-1", "%+1", "% 1", "%1 ", "%0x", "%%41"}) {
    EXPECT_FALSE(DecodePercent(wrong)) << wrong;
  }
}

TEST(SqlText, DoublesItsOwnMarkOnly) {
  EXPECT_EQ(QuoteName(R"(a"b'c)"), R"("a""b'c")");
  EXPECT_EQ(QuoteText(R"(a"b'c)"), R"('a"b''c')");
}

}  // namespace
}  // namespace gauze
