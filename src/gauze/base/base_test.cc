#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "gauze/base/digest.h"
#include "gauze/base/ratio.h"
#include "gauze/base/suggest.h"

namespace gauze {
namespace {

TEST(Ratio, KeepsTheDecimalAsWritten) {
  EXPECT_EQ(Ratio::Parse("0.2")->numerator, 2);
  EXPECT_EQ(Ratio::Parse("0.2")->denominator, 10);
  EXPECT_EQ(Ratio::Parse("-1.250")->Text(), "-1.25");
  EXPECT_EQ(Ratio::Parse("+5.0")->Text(), "5");
  EXPECT_TRUE(Ratio::Parse("5.0")->IsInteger());
}

TEST(Ratio, RefusesWhatItCannotKeepExactly) {
  for (const char* text : {"", ".", "-", "1e5", "1.2.3", "0.0000000001", "1234567890123456789",
                           " 1", "nan", "inf", "0x10"}) {
    EXPECT_FALSE(Ratio::Parse(text)) << text;
  }
}

TEST(Ratio, TextParsesBack) {
  EXPECT_TRUE(rc::check([](std::int32_t top, unsigned power) {
    Ratio ratio{top, 1};
    for (unsigned i = 0; i < power % 10; ++i) ratio.denominator *= 10;
    const auto back = Ratio::Parse(ratio.Text());
    RC_ASSERT(back.has_value());
    RC_ASSERT(static_cast<Wide>(back->numerator) * ratio.denominator ==
              static_cast<Wide>(ratio.numerator) * back->denominator);
  }));
}

TEST(Suggest, NamesTheNearest) {
  EXPECT_EQ(DidYouMean("quasi", {"sensitive", "quasi_identifying"}),
            "did you mean \"quasi_identifying\"?");
  EXPECT_EQ(DidYouMean("aeg", {"age", "sex"}), "did you mean \"age\"?");
  EXPECT_EQ(DidYouMean("completely", {"age", "sex"}), "known: age, sex");
}

TEST(Digest, IsSha256) {
  EXPECT_EQ(Digest("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

}  // namespace
}  // namespace gauze
