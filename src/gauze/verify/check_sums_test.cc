// A row that is missing from a table is an error and no verdict.
#include "gauze/verify/check_sums.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "gauze/base/file.h"
#include "gauze/verify/class_tables.h"
#include "gauze/verify/views.h"

namespace gauze {
namespace {

class CheckSumsTest : public testing::TestWithParam<std::tuple<Reader, bool>> {
 protected:
  CheckSumsTest() {
    std::filesystem::create_directories(folder_);
    EXPECT_TRUE(WriteFile(folder_ + "/data.csv",
                          "age,ill,person\n20,flu,1\n20,flu,2\n20,,2\n30,cold,3\n30,flu,3\n"));
    file_ = {.paths = {folder_ + "/data.csv"},
             .dialect = {.delimiter = ","},
             .quasi_identifiers = {"age"},
             .person_column = persons() ? "person" : "",
             .reader = std::get<0>(GetParam())};
    NoProgress progress;
    EXPECT_TRUE(MakeClassTables(*database_, file_, {column_}, progress));
  }
  ~CheckSumsTest() override { std::filesystem::remove_all(folder_); }

  static bool persons() { return std::get<1>(GetParam()); }

  const std::string folder_ = testing::TempDir() + "gauze_check_sums";
  const VerifiedColumn column_{.name = "ill"};
  FileUnderTest file_;
  Result<Database> database_ = Database::Open({1, ""});
};

TEST_P(CheckSumsTest, TablesOfClasses) {
  EXPECT_TRUE(CheckClassSums(*database_, 5, true));
  EXPECT_FALSE(CheckClassSums(*database_, 6, true));
  for (const char* table : {"counted", "classes", "cells"}) {
    const std::string saved = std::string("saved_") + table;
    ASSERT_TRUE(database_->Run("CREATE OR REPLACE TEMP TABLE " + saved + " AS FROM " + table));
    ASSERT_TRUE(database_->Run(std::string("DELETE FROM ") + table +
                               " WHERE rowid = (SELECT max(rowid) FROM " + table + ")"));
    const Status checked = CheckClassSums(*database_, std::nullopt, true);
    ASSERT_FALSE(checked) << table;
    EXPECT_EQ(checked.error().code, ErrorCode::kPromise);
    ASSERT_TRUE(
        database_->Run(std::string("CREATE OR REPLACE TEMP TABLE ") + table + " AS FROM " + saved));
    EXPECT_TRUE(CheckClassSums(*database_, std::nullopt, true));
  }
}

// Views are made of cells and spellings: one of either is lost, or is there twice.
TEST_P(CheckSumsTest, SpellingsThatAreLost) {
  EXPECT_TRUE(MakeViews(*database_, column_, 0, persons()));
  ASSERT_TRUE(database_->Run("CREATE OR REPLACE TEMP TABLE saved AS FROM spelled0"));
  ASSERT_TRUE(database_->Run("DELETE FROM spelled0 WHERE value = 'cold'"));
  EXPECT_FALSE(MakeViews(*database_, column_, 0, persons()));
  ASSERT_TRUE(
      database_->Run("CREATE OR REPLACE TEMP TABLE spelled0 AS FROM saved UNION ALL (FROM "
                     "saved WHERE value = 'flu')"));
  EXPECT_FALSE(MakeViews(*database_, column_, 0, persons()));
}

TEST_P(CheckSumsTest, ViewsThatLostARow) {
  for (const char* table : {"counts", "totals", "positions", "numbers"}) {
    ASSERT_TRUE(MakeViews(*database_, column_, 0, persons()));
    ASSERT_TRUE(database_->Run(std::string("DELETE FROM ") + table + " WHERE rowid = 0"));
    EXPECT_FALSE(CheckViewSums(*database_, persons(), false)) << table;
  }
}

INSTANTIATE_TEST_SUITE_P(All, CheckSumsTest,
                         testing::Combine(testing::Values(Reader::kFast, Reader::kSql),
                                          testing::Bool()));

}  // namespace
}  // namespace gauze
