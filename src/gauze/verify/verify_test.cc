// A verifier that is not sure says no.
#include "gauze/verify/verify.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "gauze/base/file.h"
#include "gauze/engine/duckdb/appender.h"

namespace gauze {
namespace {

class VerifyClaimTest : public testing::Test {
 protected:
  VerifyClaimTest() {
    std::filesystem::create_directories(folder_);
    EXPECT_TRUE(WriteFile(folder_ + "/data.csv", "age\n20\n20\n30\n30\n30\n"));
  }
  ~VerifyClaimTest() override { std::filesystem::remove_all(folder_); }

  Verdict Judged(const std::string& sql) const {
    auto database = Database::Open({1, ""});
    NoProgress progress;
    FileUnderTest file;
    file.paths = {folder_ + "/data.csv"};
    file.dialect.delimiter = ",";
    file.quasi_identifiers = {"age"};
    const auto verified = VerifyFile(*database, file, {{.text = "claim", .sql = sql}}, progress);
    EXPECT_TRUE(verified) << verified.error().Text();
    return verified->verdicts.at(0);
  }

  const std::string folder_ = testing::TempDir() + "gauze_verify_claim";
};

TEST_F(VerifyClaimTest, HoldsOnlyIfEveryClassIsSaidToHold) {
  EXPECT_TRUE(Judged("SELECT class, rows AS value, true AS holds FROM classes").holds);
  const Verdict one = Judged("SELECT class, rows AS value, rows >= 3 AS holds FROM classes");
  EXPECT_FALSE(one.holds);
  EXPECT_EQ(one.failing_classes, 1U);
}

TEST_F(VerifyClaimTest, AClassOfWhichNothingIsSaidDoesNotHold) {
  EXPECT_FALSE(
      Judged("SELECT class, rows AS value, true AS holds FROM classes WHERE rows >= 3").holds);
}

TEST_F(VerifyClaimTest, AClassOfWhichItCannotBeToldDoesNotHold) {
  const Verdict one = Judged(
      "SELECT class, rows AS value, CASE WHEN rows >= 3 THEN true END AS holds FROM classes");
  EXPECT_FALSE(one.holds);
  EXPECT_EQ(one.failing_classes, 1U);
}

TEST(AppenderTest, ARowThatIsNotTakenIsTold) {
  auto database = Database::Open({1, ""});
  ASSERT_TRUE(database->Run("CREATE TABLE kept (id UBIGINT, value VARCHAR)"));
  Appender good(*database, "kept");
  good.Unsigned(1).Text("a").EndRow();
  good.Unsigned(2).Null().EndRow();
  EXPECT_TRUE(good.Finish("rows"));
  EXPECT_EQ(*database->Count("SELECT count(*) FROM kept"), 2U);
  Appender narrow(*database, "kept");
  narrow.Unsigned(3).EndRow();  // a column is missing
  EXPECT_FALSE(narrow.Finish("rows"));
  Appender wrong(*database, "kept");
  wrong.Text("no number").Text("b").EndRow();
  EXPECT_FALSE(wrong.Finish("rows"));
}

}  // namespace
}  // namespace gauze
