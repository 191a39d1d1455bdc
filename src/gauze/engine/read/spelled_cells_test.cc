#include "gauze/engine/read/spelled_cells.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "gauze/engine/read/numbered_rows.h"
#include "gauze/engine/read/source/source.h"

namespace gauze {
namespace {

using Numbers = std::vector<std::uint32_t>;

class SpelledCellsTest : public testing::Test {
 protected:
  SpelledCellsTest()
      : database_(*Database::Open({2, ""})),
        folder_(testing::TempDir() + "/" +
                testing::UnitTest::GetInstance()->current_test_info()->name()) {
    std::filesystem::create_directories(folder_);
  }
  ~SpelledCellsTest() override { std::filesystem::remove_all(folder_); }

  std::vector<SpelledCells> Read(const std::vector<std::string>& cells, const NumberedRows& rows,
                                 const RowSample& sample = RowSample(0)) {
    auto read = ReadSpelledCells(database_, cells, rows, sample, progress_);
    EXPECT_TRUE(read.has_value());
    return read ? *read : std::vector<SpelledCells>(cells.size());
  }
  // Rows of two columns, a and b.
  NumberedRows Numbered(const std::string& rows) {
    EXPECT_TRUE(database_.Run("CREATE TEMP VIEW t AS FROM " + rows + " AS u(a, b)"));
    return NumberRows({}, "t");
  }
  void Write(const std::string& name, const std::string& query) {
    EXPECT_TRUE(database_.Run("COPY (" + query + ") TO " + QuoteText(folder_ + "/" + name)));
  }

  Database database_;
  std::string folder_;
  NoProgress progress_;
};

TEST_F(SpelledCellsTest, KeepsEachSpellingOnce) {
  const auto cells = Read({"a", "upper(b)"}, Numbered("(VALUES (1, 'x'), (2, NULL), (1, 'y'))"));
  EXPECT_EQ(cells[0].values, (std::vector<std::string>{"1", "2"}));
  EXPECT_EQ(cells[0].rows, (std::vector<std::uint64_t>{2, 1}));
  EXPECT_EQ(cells[0].of_row, (Numbers{0, 1, 0}));
  EXPECT_EQ(cells[1].values, (std::vector<std::string>{"X", "Y"}));
  EXPECT_EQ(cells[1].of_row, (Numbers{0, SpelledCells::kNull, 1}));
  EXPECT_EQ(cells[1].null_rows, 1U);
}

TEST_F(SpelledCellsTest, HasAColumnForEachExpressionWithoutRows) {
  const auto cells = Read({"a", "a"}, Numbered("(SELECT 1, 2 WHERE false)"));
  ASSERT_EQ(cells.size(), 2U);
  EXPECT_TRUE(cells[1].values.empty() && cells[1].of_row.empty());
}

// Much larger than a chunk, on two threads.
TEST_F(SpelledCellsTest, KeepsTheOrderOfRows) {
  Write("t.parquet", "SELECT range AS a FROM range(300000)");
  const auto columns = OpenSource(database_, {folder_ + "/t.parquet"}, {}, "t");
  ASSERT_TRUE(columns.has_value());
  const NumberedRows rows = NumberRows(*columns, "t");
  const RowSample sample(300'000);
  const auto cells = Read({"a", rows.row}, rows, sample);
  std::vector<std::string> expected;
  for (std::uint64_t row = 0; row < 300'000; ++row) {
    if (sample.Has(row)) expected.push_back(std::to_string(row));
  }
  EXPECT_EQ(cells[0].values, expected);
  EXPECT_EQ(cells[1].values, expected);
}

TEST_F(SpelledCellsTest, NumbersRowsOfParquetByFileAndOthersThroughout) {
  for (const char* ending : {"parquet", "csv"}) {
    const std::string end = ending;
    Write("a." + end, "SELECT range AS x FROM range(2)");
    Write("b." + end, "SELECT range + 2 AS x FROM range(2)");
    const auto columns = OpenSource(database_, {folder_ + "/*." + end}, {}, "t");
    ASSERT_TRUE(columns.has_value());
    const NumberedRows numbered = NumberRows(*columns, "t");
    const auto rows = Read({numbered.row, "x"}, numbered);
    EXPECT_EQ(rows[0].values.size(), end == "csv" ? 4U : 2U);
    EXPECT_EQ(rows[1].values, (std::vector<std::string>{"0", "1", "2", "3"}));
  }
}

// DuckDB's names for the numbers, and ours, may be columns of the table.
TEST_F(SpelledCellsTest, NumbersRowsBesideAColumnOfThatName) {
  for (const char* one : {"File_Row_Number", "file_index", "Gauze Row", "gauze file"}) {
    const std::string name = QuoteName(one);
    Write("t.parquet", "SELECT range + 10 AS " + name + " FROM range(3)");
    const auto columns = OpenSource(database_, {folder_ + "/t.parquet"}, {}, "t");
    ASSERT_TRUE(columns.has_value());
    const NumberedRows rows = NumberRows(*columns, "t");
    const auto cells = Read({name, rows.row}, rows);
    EXPECT_EQ(cells[0].values, (std::vector<std::string>{"10", "11", "12"}));
    EXPECT_EQ(cells[1].values, (std::vector<std::string>{"0", "1", "2"}));
  }
}

}  // namespace
}  // namespace gauze
