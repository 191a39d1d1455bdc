#include "gauze/studio/table_view.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <thread>

#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/engine/duckdb/database.h"
#include "gauze/studio/testing/temporary_folder.h"

namespace gauze::studio {
namespace {

namespace fs = std::filesystem;

void WaitUntilReady(const TableView& view) {
  while (!view.IsReady()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

// What lies in the folder once the view is gone, and with it the folder that it works in.
auto FilesAfter(std::optional<TableView>& view, const TemporaryFolder& folder) {
  view.reset();
  return std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator());
}

std::string Csv(int rows) {
  std::string text = "id,town\n";
  for (int i = 0; i < rows; ++i) text += std::to_string(i) + (i % 7 == 0 ? ",\n" : ",\"a, b\"\n");
  return text;
}

TEST(TableView, FindsRowsOfCsvByNumber) {
  const TemporaryFolder folder;
  ASSERT_TRUE(WriteFile(folder / "t.csv", Csv(50'000)));
  const TableViewOptions options{
      .paths = {folder / "t.csv"}, .beside = folder / "t", .sampled = true};
  TableView view(options);
  WaitUntilReady(view);
  const auto rows = view.Rows(49'998, 100);
  ASSERT_TRUE(rows) << rows.error().Text();
  EXPECT_EQ(rows->dump(), R"({"columns":["id","town"],"total":50000,"from":49998,)"
                          R"("rows":[["49998","a, b"],["49999","a, b"]]})");
  EXPECT_EQ((*view.Rows(0, 1))["rows"], Json::array({Json::array({"0", nullptr})}));
  EXPECT_TRUE((*view.Rows(1'000'000'000'000, 1))["rows"].empty());
  ASSERT_TRUE(view.WaitForSample());
  auto database = Database::Open({});
  const auto sampled = database->Count("SELECT count(*) FROM '" + view.SampleFile() + "'");
  EXPECT_NEAR(static_cast<double>(*sampled), TableView::kSampleRows, 100);
  struct stat facts{};
  stat(view.SampleFile().c_str(), &facts);
  EXPECT_EQ(facts.st_mode & 0777U, 0600U);
}

TEST(TableView, MakesFilesAgainWhenTheTableHasChanged) {
  const TemporaryFolder folder;
  ASSERT_TRUE(WriteFile(folder / "t.csv", Csv(10)));
  const TableViewOptions options{
      .paths = {folder / "t.csv"}, .beside = folder / "t", .sampled = true};
  {
    TableView view(options);
    ASSERT_TRUE(view.WaitForSample());
    EXPECT_TRUE(view.IsCurrent(options));
    ASSERT_TRUE(WriteFile(folder / "t.csv", Csv(11)));
    EXPECT_FALSE(view.IsCurrent(options));
  }
  std::optional<TableView> view(std::in_place, options);
  ASSERT_TRUE(view->WaitForSample());
  EXPECT_EQ((*view->Rows(0, 100))["total"], 11);
  EXPECT_EQ(FilesAfter(view, folder), 3) << "the table, its rows and its sample, and nothing older";
}

// Rows of a copy are made in memory in groups, which are the smaller the wider the table.
TEST(TableView, CopiesWideTablesInLittleMemory) {
  const TemporaryFolder folder;
  constexpr int kColumns = 1200;
  constexpr int kRows = 6000;
  std::string text;
  for (int i = 0; i < kColumns; ++i)
    text += "column" + std::to_string(i) + (i + 1 < kColumns ? "," : "\n");
  for (int row = 0; row < kRows; ++row) {
    for (int i = 0; i < kColumns; ++i)
      text += std::to_string(row) + (i + 1 < kColumns ? "," : "\n");
  }
  ASSERT_TRUE(WriteFile(folder / "t.csv", text));
  std::optional<TableView> view(std::in_place, TableViewOptions{.paths = {folder / "t.csv"},
                                                                .beside = folder / "t",
                                                                .memory = 128ULL << 20U});
  WaitUntilReady(*view);
  const auto rows = view->Rows(kRows - 1, 1);
  ASSERT_TRUE(rows) << rows.error().Text();
  EXPECT_EQ((*rows)["rows"][0].size(), std::size_t{kColumns});
  EXPECT_EQ((*rows)["rows"][0][kColumns - 1], std::to_string(kRows - 1));
  EXPECT_EQ(FilesAfter(view, folder), 2) << "the table and its rows, and nothing that was spilled";
}

TEST(TableView, ReadsParquetWhereItIs) {
  const TemporaryFolder folder;
  auto database = Database::Open({});
  for (const char* part : {"1", "2"}) {
    ASSERT_TRUE(database->Run(std::string("COPY (SELECT i AS n, '") + part +
                              "' AS part FROM range(5) t(i)) TO '" + (folder / part) +
                              ".parquet' (FORMAT parquet)"));
  }
  std::optional<TableView> view(
      std::in_place, TableViewOptions{.paths = {folder / "*.parquet"}, .beside = folder / "t"});
  WaitUntilReady(*view);
  EXPECT_EQ((*view->Rows(4, 2))["rows"].dump(), R"([["4","1"],["0","2"]])");
  EXPECT_EQ(FilesAfter(view, folder), 2);
}

// Neither the message nor a file that is left.
TEST(TableView, TellsNoCellOfABrokenTable) {
  const TemporaryFolder folder;
  ASSERT_TRUE(WriteFile(folder / "t.csv", Csv(10) + "1,\"secret\n"));
  std::optional<TableView> view(
      std::in_place,
      TableViewOptions{.paths = {folder / "t.csv"}, .beside = folder / "t", .sampled = true});
  const Status sample = view->WaitForSample();
  ASSERT_FALSE(sample);
  EXPECT_EQ(sample.error().Text().find("secret"), std::string::npos);
  EXPECT_FALSE(view->Rows(0, 1));
  EXPECT_EQ(FilesAfter(view, folder), 1);
}

}  // namespace
}  // namespace gauze::studio
