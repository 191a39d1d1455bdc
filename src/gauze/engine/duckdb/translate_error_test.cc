// Errors of the engine keep their kind, whatever words are in them.
#include "gauze/engine/duckdb/translate_error.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "gauze/base/file.h"
#include "gauze/engine/duckdb/duckdb_handles.h"
#include "gauze/engine/read/scan.h"

namespace gauze {
namespace {

ErrorCode CodeOf(duckdb_error_type type, const char* message) {
  return TranslateError(type, message).code;
}

TEST(TranslateError, AFileThatCannotBeWrittenIsNoWrongInput) {
  for (const char* name : {"part-0.parquet", "data.csv", "data.csv.gz", "gzip", "sniff.Parquet"}) {
    const std::string message =
        std::string("IO Error: Could not write file \"") + name + "\": Input/output error";
    EXPECT_EQ(CodeOf(DUCKDB_ERROR_IO, message.c_str()), ErrorCode::kResource) << message;
    // As it comes from a statement that fails before it runs.
    EXPECT_EQ(CodeOf(DUCKDB_ERROR_INVALID, message.c_str()), ErrorCode::kResource) << message;
  }
  EXPECT_EQ(CodeOf(DUCKDB_ERROR_OUT_OF_MEMORY, "Out of Memory Error: reading x.parquet"),
            ErrorCode::kResource);
  EXPECT_EQ(CodeOf(DUCKDB_ERROR_PERMISSION, "Permission Error: a.csv"), ErrorCode::kResource);
}

TEST(TranslateError, ContentsThatAreWrongAreTheUsers) {
  EXPECT_EQ(CodeOf(DUCKDB_ERROR_INVALID_INPUT, "Invalid Input Error: CSV Error on Line: 17"),
            ErrorCode::kInput);
  EXPECT_EQ(CodeOf(DUCKDB_ERROR_INVALID_INPUT,
                   "Invalid Input Error: No magic bytes found at end of file 'a.parquet'"),
            ErrorCode::kInput);
  EXPECT_EQ(CodeOf(DUCKDB_ERROR_IO, "IO Error: No files found that match the pattern \"a.csv\""),
            ErrorCode::kInput);
  EXPECT_EQ(CodeOf(DUCKDB_ERROR_IO, "IO Error: Input is not a GZIP stream"), ErrorCode::kInput);
}

TEST(TranslateError, AFullDiskIsOneWhereverItIsMet) {
  const Error error = TranslateError(
      DUCKDB_ERROR_IO, "IO Error: Could not write file \"a.parquet\": No space left on device");
  EXPECT_EQ(error.message, "the disk is full");
}

TEST(TranslateError, AFileThatMayNotBeOpenedIsNoFullDisk) {
  const Error denied =
      TranslateError(DUCKDB_ERROR_IO, "IO Error: Cannot open file \"a.csv\": Permission denied");
  EXPECT_EQ(denied.code, ErrorCode::kResource);
  EXPECT_EQ(denied.message, "a file cannot be opened: Permission denied");
  const Error unreadable = TranslateError(DUCKDB_ERROR_INVALID_INPUT,
                                          std::string("Invalid Input Error: ") + kUnreadableFile);
  EXPECT_EQ(unreadable.code, ErrorCode::kResource);
  EXPECT_EQ(unreadable.message, "the file cannot be read");
}

// The quick way fails over something else than what is in the file: the usual one, which would do,
// is not tried.
TEST(Scan, ReadsAgainOnlyWhatIsNotPlain) {
  const auto folder =
      std::filesystem::path(testing::TempDir()) / ("scan-again-" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  const std::string path = (folder / "data.csv").string();
  ASSERT_TRUE(WriteFile(path, "age\n20\n21\n"));
  auto database = *Database::Open({.threads = 2});
  Policy policy;
  policy.attributes.push_back({.attribute = {.name = "age", .role = Role::kQuasiIdentifying}});
  const auto columns = OpenSource(database, {path}, {}, "source");
  ASSERT_TRUE(columns);
  ASSERT_NE(columns->plain, nullptr);
  const auto plan = PlanScan(database, *columns, policy);
  ASSERT_TRUE(plan);
  NoProgress progress;
  const SpoolPlace place{.file = (folder / "spool").string()};
  const auto plain_is = [&](const std::string& sql) {
    ASSERT_TRUE(database.Run("CREATE OR REPLACE TEMP VIEW " + PlainView("source") + " AS " + sql));
  };
  ASSERT_TRUE(database.LimitMemory(200U << 20U));
  plain_is("SELECT list(i)::VARCHAR AS age FROM range(60000000) AS t(i)");  // takes far more
  const auto too_large = Scan(database, *columns, *plan, policy, place, progress);
  ASSERT_FALSE(too_large);
  EXPECT_EQ(too_large.error().code, ErrorCode::kResource);
  plain_is("SELECT error('not plain CSV') AS age");
  EXPECT_TRUE(Scan(database, *columns, *plan, policy, place, progress));
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace gauze
