#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <array>
#include <utility>

#include "gauze/base/counted.h"
#include "gauze/base/digest.h"
#include "gauze/base/ratio.h"
#include "gauze/base/read_number.h"
#include "gauze/base/secret.h"
#include "gauze/base/testing/comma_locale.h"
#include "gauze/base/text/suggest.h"

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
  EXPECT_EQ(DidYouMeanColumn("towm", {"Age", "town"}), "did you mean \"town\"?");
  EXPECT_EQ(DidYouMeanColumn("age", {"ape", "AGE"}), "did you mean \"AGE\"?");
  EXPECT_EQ(DidYouMeanColumn("illness", {"age", "sex", "town"}, 2), "known: age, sex, town");
  // What may be cells: neither listed nor guessed at from far.
  for (const char* wrong : {"age", "sex", "zip", "diagnosis", "a"}) {
    EXPECT_EQ(DidYouMeanColumn(wrong, {"Ada Abel", "75", "female", "80215", "ab"}).find("mean"),
              std::string::npos);
    EXPECT_EQ(DidYouMeanColumn(wrong, {"Ada Abel", "75", "female", "sick", "ward"}, 2).find("Ada"),
              std::string::npos);
  }
}

TEST(Counted, GroupsDigitsAndKnowsOne) {
  EXPECT_EQ(Grouped(0), "0");
  EXPECT_EQ(Grouped(999), "999");
  EXPECT_EQ(Grouped(1000), "1,000");
  EXPECT_EQ(Grouped(18'446'744'073'709'551'615U), "18,446,744,073,709,551,615");
  EXPECT_EQ(Counted(1, "row", "rows"), "1 row");
  EXPECT_EQ(Counted(1234, "row", "rows"), "1,234 rows");
}

TEST(Digest, IsSha256) {
  EXPECT_EQ(Digest("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(ReadNumber, ReadsWhatProgramsWriteInEveryLocale) {
  const CommaLocale locale(testing::TempDir());
  EXPECT_EQ(ReadNumber("0.25"), 0.25);
  EXPECT_EQ(ReadNumber("-1e-3"), -0.001);
  EXPECT_EQ(ReadNumber("0x1.8p+1"), 3);
  EXPECT_EQ(ReadNumber("-0x1p-2"), -0.25);
  for (const char* text : {"", "-", "x", "0,25", "0.25 ", "0x"}) EXPECT_EQ(ReadNumber(text), 0);
}

TEST(Secret, IsWipedWhereverItWas) {
  using Key = Secret<std::array<unsigned char, 32>>;
  decltype(Key::value) bytes{};
  bytes.fill(7);
  Key first;
  first.value = bytes;
  Key second = std::move(first);
  EXPECT_EQ(second.value, bytes);
  // NOLINTNEXTLINE(bugprone-use-after-move): what is left is what this is about
  EXPECT_EQ(first.value, decltype(bytes){});
  first = std::move(second);
  EXPECT_EQ(first.value, bytes);
  // NOLINTNEXTLINE(bugprone-use-after-move)
  EXPECT_EQ(second.value, decltype(bytes){});

  alignas(Key) std::array<unsigned char, sizeof(Key)> memory{};
  auto* made = new (memory.data()) Key(std::move(first));
  EXPECT_EQ(made->value, bytes);
  made->~Key();
  // To the compiler there is nothing left to read.
  const volatile unsigned char* left = memory.data();
  for (std::size_t i = 0; i < sizeof(Key); ++i) EXPECT_EQ(left[i], 0);
}

}  // namespace
}  // namespace gauze
