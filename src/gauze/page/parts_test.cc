#include "gauze/page/parts.h"

#include <gtest/gtest.h>

#include "gauze/base/json.h"

namespace gauze::page {
namespace {

TEST(ShortSentences, AreCutWhereTheyMay) {
  EXPECT_EQ(ShortSentences("one half; the other"), "One half. The other.");
  EXPECT_EQ(ShortSentences("It holds. it goes on"), "It holds. it goes on.");
  EXPECT_EQ(ShortSentences("in short: as it is"), "In short: as it is.");
  std::string words;
  for (int i = 0; i < 24; ++i) words += " word";
  EXPECT_EQ(ShortSentences("as long as this: it" + words), "As long as this. It" + words + ".");
}

// A column is called as it is called.
TEST(ShortSentences, LeaveNamesAsTheyAre) {
  std::string words;
  for (int i = 0; i < 24; ++i) words += " word";
  EXPECT_EQ(ShortSentences("7 people were looked for. pay: for 42 %" + words + "; for 9 %"),
            "7 people were looked for. pay: for 42 %" + words + ". For 9 %.");
}

TEST(WithNames, SetsThemApart) {
  const Json evidence = {
      {"about",
       {{"columns", {{{"name", "age"}}, {{"name", "age at death"}}, {{"name", "grade"}}}}}}};
  EXPECT_EQ(WithNames("age, age at death: an average grade", Entry(evidence)).markup(),
            "<bdi>age</bdi>, <bdi>age at death</bdi>: an average <bdi>grade</bdi>");
  EXPECT_EQ(WithNames("sage", Entry(evidence)).markup(), "sage");
}

}  // namespace
}  // namespace gauze::page
