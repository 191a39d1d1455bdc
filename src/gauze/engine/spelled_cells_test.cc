#include "gauze/engine/spelled_cells.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "gauze/engine/source.h"

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

  std::vector<SpelledCells> Read(const std::vector<std::string>& cells, const std::string& from) {
    auto read = ReadSpelledCells(database_, cells, from, progress_);
    EXPECT_TRUE(read.has_value());
    return read ? *read : std::vector<SpelledCells>(cells.size());
  }
  // Rows of two columns, a and b.
  std::string Numbered(const std::string& rows) {
    EXPECT_TRUE(database_.Run("CREATE TEMP VIEW t AS FROM " + rows + " AS u(a, b)"));
    return NumberedRows({}, "t");
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
  const auto cells = Read({"a", QuoteName(kRowColumn)}, NumberedRows(*columns, "t") + " WHERE " +
                                                            QuoteName(kRowColumn) + " % 7 = 3");
  ASSERT_EQ(cells[0].values.size(), 42857U);
  for (std::size_t i = 0; i < cells[0].values.size(); ++i) {
    ASSERT_EQ(cells[0].values[i], std::to_string(7 * i + 3));
    ASSERT_EQ(cells[1].values[i], cells[0].values[i]);
  }
}

TEST_F(SpelledCellsTest, NumbersRowsOfParquetByFileAndOthersThroughout) {
  for (const char* ending : {"parquet", "csv"}) {
    const std::string end = ending;
    Write("a." + end, "SELECT range AS x FROM range(2)");
    Write("b." + end, "SELECT range + 2 AS x FROM range(2)");
    const auto columns = OpenSource(database_, {folder_ + "/*." + end}, {}, "t");
    ASSERT_TRUE(columns.has_value());
    const auto rows = Read({QuoteName(kRowColumn), "x"}, NumberedRows(*columns, "t"));
    EXPECT_EQ(rows[0].values.size(), end == "csv" ? 4U : 2U);
    EXPECT_EQ(rows[1].values, (std::vector<std::string>{"0", "1", "2", "3"}));
  }
}

// DuckDB's own names for the numbers may be columns of the table.
TEST_F(SpelledCellsTest, NumbersRowsBesideAColumnOfThatName) {
  for (const std::string name : {"File_Row_Number", "file_index"}) {
    Write("t.parquet", "SELECT range + 10 AS " + name + " FROM range(3)");
    const auto columns = OpenSource(database_, {folder_ + "/t.parquet"}, {}, "t");
    ASSERT_TRUE(columns.has_value());
    const auto cells = Read({name, QuoteName(kRowColumn)}, NumberedRows(*columns, "t"));
    EXPECT_EQ(cells[0].values, (std::vector<std::string>{"10", "11", "12"}));
    EXPECT_EQ(cells[1].values, (std::vector<std::string>{"0", "1", "2"}));
  }
}

}  // namespace
}  // namespace gauze
