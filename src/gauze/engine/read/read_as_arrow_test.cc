// Tables go out as Arrow streams and come in as such: through both, every cell is what it was.
#include "gauze/engine/read/read_as_arrow.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "gauze/base/testing/temp_folder.h"
#include "gauze/engine/arrow/keep_arrow.h"
#include "gauze/engine/read/source/source.h"

namespace gauze {
namespace {

constexpr const char* kColumns =
    "SELECT i::TINYINT AS t, (i * 3)::SMALLINT AS s, i * 1000 AS n, (i * 7919)::BIGINT AS b, "
    "(i % 250)::UTINYINT AS ut, i::USMALLINT AS us, i::UINTEGER AS un, i::UBIGINT AS ub, "
    "(i / 8)::FLOAT AS f, i / 3 AS d, i % 2 = 0 AS truth, "
    "DATE '2020-02-28' + i::INTEGER AS day, TIMESTAMP '1999-12-31 23:59:59.5' + to_hours(i) AS m, "
    "CASE WHEN i % 7 = 0 THEN NULL ELSE 'text ' || repeat('ä', (i % 40)::INTEGER) END AS word, "
    "CASE WHEN i % 3 = 0 THEN NULL ELSE i END AS gaps FROM range(0, 100) AS r(i)";

class ArrowTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(database_.Run(fmt::format("COPY ({}) TO {} (FORMAT parquet, ROW_GROUP_SIZE 2048)",
                                          kColumns, QuoteText(parquet_))));
  }

  ArrowArrayStream Stream(const std::vector<ArrowType>& types = {}) {
    ArrowArrayStream stream{};
    const Status read = ReadAsArrow({.paths = {parquet_}, .types = types}, stream);
    EXPECT_TRUE(read);
    return stream;
  }

  // Rows of a source as text, in order.
  Result<std::vector<Database::Row>> RowsOf(const std::string& path) {
    GAUZE_ASSIGN(const SourceColumns columns, OpenSource(database_, {path}, {}, "opened"));
    EXPECT_EQ(columns.names.size(), 15U);
    return database_.Rows("FROM opened ORDER BY n");
  }

  const TempFolder folder_;
  const std::string parquet_ = folder_ / "table.parquet";
  Database database_ = *Database::Open({.threads = 2});
  NoProgress progress_;
};

TEST_F(ArrowTest, EveryCellComesBack) {
  const auto expected = RowsOf(parquet_);
  ASSERT_TRUE(expected);
  ASSERT_EQ(expected->size(), 100U);
  for (const std::uint64_t memory : {std::uint64_t{1} << 30U, std::uint64_t{0}}) {
    ArrowArrayStream stream = Stream();
    auto opened = ArrowStream::Open(stream);
    ASSERT_TRUE(opened);
    const auto kept = KeepArrow(
        *std::move(opened),
        {.memory_bytes = memory, .folder = [&]() -> Result<std::string> { return folder_ / ""; }},
        progress_);
    ASSERT_TRUE(kept);
    EXPECT_EQ(kept->table != nullptr, memory > 0);
    const auto rows = RowsOf(kept->path);
    ASSERT_TRUE(rows);
    EXPECT_EQ(*rows, *expected);
    // The quick view has the same rows, and texts as ids beside them.
    if (kept->table == nullptr) continue;
    const auto columns = OpenSource(database_, {kept->path}, {}, "opened");
    ASSERT_NE(columns->plain, nullptr);
    const QuickRows::Numbered* numbered = columns->plain->FindNumbered("word");
    ASSERT_NE(numbered, nullptr);
    const auto ids = database_.Rows(fmt::format("SELECT word, {} FROM {} ORDER BY n",
                                                QuoteName(numbered->column), PlainView("opened")));
    ASSERT_TRUE(ids);
    const auto spellings = numbered->take();
    for (const auto& row : *ids) {
      const std::uint64_t id = NumberIn(row[1]);
      EXPECT_EQ(id == 0 ? std::optional<std::string>() : spellings[id - 1], row[0]);
    }
  }
}

TEST_F(ArrowTest, TypesStayWhatTheyWere) {
  ArrowArrayStream first = Stream();
  auto opened = ArrowStream::Open(first);
  ASSERT_TRUE(opened);
  const std::vector<ArrowType> types = TypesOf(opened->schema());
  ASSERT_EQ(types.size(), 15U);
  EXPECT_EQ(types[0].sql, "TINYINT");
  EXPECT_EQ(types[8].sql, "FLOAT");
  EXPECT_EQ(types[11].sql, "DATE");
  // A release has fewer types than tables have; columns get back the type that they had.
  const std::string wide = folder_ / "wide.parquet";
  ASSERT_TRUE(database_.Run(fmt::format(
      "COPY (SELECT * REPLACE (t::BIGINT AS t, s::BIGINT AS s, n::BIGINT AS n, ut::BIGINT AS ut, "
      "us::BIGINT AS us, un::BIGINT AS un, f::DOUBLE AS f) FROM {}) TO {}",
      QuoteText(parquet_), QuoteText(wide))));
  ArrowArrayStream second{};
  ASSERT_TRUE(ReadAsArrow({.paths = {wide}, .types = types}, second));
  auto again = ArrowStream::Open(second);
  ASSERT_TRUE(again);
  const std::vector<ArrowType> same = TypesOf(again->schema());
  for (std::size_t i = 0; i < types.size(); ++i) {
    EXPECT_EQ(same[i].name, types[i].name);
    EXPECT_EQ(same[i].sql, types[i].sql) << types[i].name;
  }
}

TEST_F(ArrowTest, AFileThatIsNotThereIsAnError) {
  ArrowArrayStream stream{};
  EXPECT_FALSE(ReadAsArrow({.paths = {folder_ / "none.parquet"}}, stream));
}

}  // namespace
}  // namespace gauze
