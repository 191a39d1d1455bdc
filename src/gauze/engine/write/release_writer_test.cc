// What a release is in files, cell by cell, and what becomes of it where it cannot be written.
#include "gauze/engine/write/release_writer.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "gauze/base/testing/temp_folder.h"
#include "gauze/encode/record_spool.h"
#include "gauze/engine/read/source/source.h"

namespace gauze {
namespace {

namespace fs = std::filesystem;

// Labels, numbers that were carried, and texts that need quotes; the last group has nothing but its
// label.
std::shared_ptr<const ReleasedTable> FourGroups() {
  const auto key = [](std::int64_t whole) {
    return OrderKey(ValueType::kInteger, {.whole = whole});
  };
  auto labels = std::make_shared<std::vector<Value>>();
  for (const char* text : {"*", "[1,2]"}) labels->push_back({.text = text});
  ReleasedTable table;
  table.columns = {
      {.name = "age, in years", .values = labels, .codes = {0, 1, 1, 1}},
      {.name = "n",
       .type = ValueType::kInteger,
       .keys = {key(-5), key(7), key(7), RecordShape::kMissingKey}},
      {.name = "said", .texts = {"plain", "a \"word\"", "two\nlines", std::nullopt}},
  };
  table.counts = {1, 2, 1, 1};
  table.persons = {4, 3, 2, 1};
  table.rows = 5;
  return std::make_shared<const ReleasedTable>(std::move(table));
}

constexpr const char* kFourGroups =
    "*,-5,plain\n"
    "\"[1,2]\",7,\"a \"\"word\"\"\"\n"
    "\"[1,2]\",7,\"a \"\"word\"\"\"\n"
    "\"[1,2]\",7,\"two\nlines\"\n"
    "\"[1,2]\",,\n";

class ReleaseWriterTest : public testing::Test {
 protected:
  std::string folder() const { return folder_.path().string(); }

  Result<std::vector<Database::Row>> RowsOf(const std::string& files, const std::string& what) {
    return database_.Rows("SELECT " + what + " FROM read_parquet(" + QuoteText(folder_ / files) +
                          ") ORDER BY ALL");
  }

  const TempFolder folder_;
  Database database_ = *Database::Open({.threads = 2});
  NoProgress progress_;
};

TEST_F(ReleaseWriterTest, CsvIsTheSameInOnePieceAndInTwo) {
  // An earlier run was killed when it had written more.
  folder_.Write("data.csv", std::string(10'000, 'x'));
  const std::string header = "\"age, in years\",n,said\n";
  for (const int pieces : {1, 2}) {
    const auto writer = MakeCsvWriter(folder(), progress_);
    for (int i = 0; i < pieces; ++i) ASSERT_TRUE(writer->Append(FourGroups()));
    EXPECT_EQ(*writer->Finish(), std::vector<std::string>{"data.csv"});
    const std::string rows = pieces == 1 ? kFourGroups : std::string(kFourGroups) + kFourGroups;
    EXPECT_EQ(*ReadFile(folder_ / "data.csv"), header + rows);
  }
}

TEST_F(ReleaseWriterTest, ParquetHasTypesAndNulls) {
  const auto writer = MakeParquetWriter(database_, folder(), false, progress_);
  ASSERT_TRUE(writer->Append(FourGroups()));
  EXPECT_EQ(*writer->Finish(), std::vector<std::string>{"data.parquet"});
  EXPECT_FALSE(fs::exists(folder_ / "data"));
  const auto rows = RowsOf("data.parquet", "\"age, in years\", n, said, typeof(n)");
  ASSERT_TRUE(rows);
  using Row = Database::Row;
  EXPECT_EQ(*rows, (std::vector<Row>{{"*", "-5", "plain", "BIGINT"},
                                     {"[1,2]", "7", "a \"word\"", "BIGINT"},
                                     {"[1,2]", "7", "a \"word\"", "BIGINT"},
                                     {"[1,2]", "7", "two\nlines", "BIGINT"},
                                     {"[1,2]", std::nullopt, std::nullopt, "BIGINT"}}));
}

TEST_F(ReleaseWriterTest, PartsEndWithinAGroup) {
  setenv("GAUZE_PART_ROWS", "2", 1);
  const auto writer = MakeParquetWriter(database_, folder(), true, progress_);
  unsetenv("GAUZE_PART_ROWS");
  ASSERT_TRUE(writer->Append(FourGroups()));
  const auto files = writer->Finish();
  EXPECT_EQ(*files, (std::vector<std::string>{"data/part-00000.parquet", "data/part-00001.parquet",
                                              "data/part-00002.parquet"}));
  const auto persons = RowsOf("data/part-00000.parquet", "\"gauze person\"");
  ASSERT_TRUE(persons);
  EXPECT_EQ(*persons, (std::vector<Database::Row>{{"3"}, {"4"}}));
  EXPECT_EQ(RowsOf("data/*.parquet", "1")->size(), 5U);
}

TEST_F(ReleaseWriterTest, GroupsAreCounted) {
  const auto writer = CountGroups(MakeParquetWriter(database_, folder(), false, progress_));
  ASSERT_TRUE(writer->Append(FourGroups()));
  ASSERT_TRUE(writer->Finish());
  EXPECT_EQ(RowsOf("data.parquet", "1")->size(), 4U);
  EXPECT_EQ(*RowsOf("data.parquet", "sum(\"gauze rows\")::BIGINT")->at(0)[0], "5");
}

TEST_F(ReleaseWriterTest, AFullDiskIsAnError) {
  fs::create_symlink("/dev/full", folder_ / "data.csv");
  const auto written = MakeCsvWriter(folder(), progress_)->Append(FourGroups());
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, ErrorCode::kResource);
  EXPECT_EQ(written.error().message, "cannot write the file: No space left on device");
}

TEST_F(ReleaseWriterTest, AFolderThatIsNotThereIsAnError) {
  const auto csv = MakeCsvWriter(folder_ / "nowhere", progress_)->Append(FourGroups());
  ASSERT_FALSE(csv);
  EXPECT_EQ(csv.error().code, ErrorCode::kResource);
  const auto writer = MakeParquetWriter(database_, folder_ / "nowhere", false, progress_);
  const Status appended = writer->Append(FourGroups());
  EXPECT_FALSE(appended && writer->Finish());
  EXPECT_EQ(folder_.Count(), 0U) << "a folder that was removed must not come back";
}

TEST_F(ReleaseWriterTest, AFileThatCannotBeMovedIsAnError) {
  folder_.Write("data.parquet/in the way", "");
  const auto writer = MakeParquetWriter(database_, folder(), false, progress_);
  ASSERT_TRUE(writer->Append(FourGroups()));
  const auto files = writer->Finish();
  ASSERT_FALSE(files) << "or a release without its data would be told";
  EXPECT_EQ(files.error().code, ErrorCode::kResource);
  EXPECT_EQ(files.error().where, folder_ / "data.parquet");
}

}  // namespace
}  // namespace gauze
