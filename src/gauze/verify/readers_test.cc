// Two readers that share the names of their tables and nothing else see the same file.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <filesystem>
#include <random>

#include "gauze/base/file.h"
#include "gauze/base/testing/test_rounds.h"
#include "gauze/table/value.h"
#include "gauze/verify/both_readers.h"
#include "gauze/verify/spelling_sql.h"
#include "gauze/verify/verify.h"

namespace gauze {
namespace {

struct TypedColumn {
  Attribute attribute;
  std::vector<std::string> cells;  // as somebody may have spelled them
  const char* parquet;             // a type of DuckDB
};

const std::vector<TypedColumn>& TypedColumns() {
  static const std::vector<TypedColumn> columns = {
      {{.name = "whole", .type = ValueType::kInteger},
       {"5", "5.0", "5.", "+5", " 5", "-3", "+-3", "007", "-0", "12x", "5.5", "5.0.0", ".0", "1e3",
        "9223372036854775807", "9223372036854775808", "-9223372036854775808", "+", "--1"},
       "BIGINT"},
      {{.name = "real", .type = ValueType::kDecimal},
       {"0.5",  ".5",   "+0.50", "5.",     "5",      "1e5",  "1E+5", "100000",
        "1e16", "1e-5", "1e400", "-1e400", "1e-400", "-0.0", "0e5",  "nan",
        "inf",  "12,5", "\t7 ",  "5e-324", "0.1",    "+-2",  "1e",   "123456789012345678"},
       "DOUBLE"},
      {{.name = "day", .type = ValueType::kDate, .format = "%d.%m.%Y"},
       {"29.02.2024", "2024-02-29", "2024-02-29T00:00:00", "2024-02-29 00:00", "2023-02-29",
        "2024-02-28T23:00:00-01:00", "0000-01-01", "0001-01-01", "9999-12-31", "2024-02-29 12:00",
        "2024-2-9", "31.12.1999", "99.99.2024"},
       "DATE"},
      {{.name = "moment", .type = ValueType::kTimestamp},
       {"2024-02-29 12:30", "2024-02-29T12:30:00", "2024-02-29T12:30:00.500000",
        "2024-02-29T12:30:00.5000009", "2024-02-29T12:30:00.", "2024-02-29T10:30:00Z",
        "2024-02-29T12:30+02:00", "2024-02-29 12:30:00+0200", "2024-02-29 12:30-02",
        "2024-02-29 25:00", "2024-02-29 12:60", "2024-02-29", "0001-01-01 00:00+01",
        "9999-12-31 23:59:59.999999", "9999-12-31 23:59-01:00"},
       "TIMESTAMP"},
      {{.name = "yes", .type = ValueType::kBoolean},
       {"TRUE", "t", "Yes", "1", "y ", "False", "0", "no", "maybe", "N"},
       "BOOLEAN"},
      {{.name = "text", .type = ValueType::kText},
       {"a", "a ", "A", "x,y", "a \"quoted\" word", "ä", "*", "=", "=a", "two\nlines", "'", "0"},
       "VARCHAR"},
      {{.name = "terms", .type = ValueType::kSet, .separator = ";"},
       {"cough;chill", "chill; cough", "cough;cough", ";", "cough;;fever", "fever", "rash",
        " cough ", "Cough"},
       "VARCHAR"},
  };
  return columns;
}

std::string CsvCell(const std::string& cell) {
  if (cell.find_first_of(",\"\n\r") == std::string::npos) return cell;
  std::string quoted = "\"";
  for (const char c : cell) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

class ReadersTest : public testing::Test {
 protected:
  ReadersTest() { std::filesystem::create_directories(folder_); }
  ~ReadersTest() override { std::filesystem::remove_all(folder_); }

  std::size_t Draw(std::size_t size) { return random_() % size; }

  // Rows with few different cells, so that classes have several; the last column is a person.
  void WriteTable(const std::string& path) {
    std::vector<std::vector<std::string>> drawn;
    std::string csv;
    for (const TypedColumn& column : TypedColumns()) {
      drawn.push_back({"", "NA"});
      for (std::size_t i = 0; i < 2 + Draw(6); ++i) {
        drawn.back().push_back(column.cells[Draw(column.cells.size())]);
      }
      csv += column.attribute.name + ",";
    }
    csv += "person\n";
    for (std::size_t row = 1 + Draw(60); row > 0; --row) {
      for (const auto& cells : drawn) csv += CsvCell(cells[Draw(cells.size())]) + ",";
      csv += fmt::format("{}\n", Draw(20));
    }
    ASSERT_TRUE(WriteFile(path, csv));
  }

  // The same with the types of its columns; cells that are of another are missing, and the year
  // before 1, which DuckDB spells as the year 1 before Christ.
  void WriteParquet(const std::string& csv, const std::string& path) {
    std::string columns;
    for (const TypedColumn& column : TypedColumns()) {
      columns +=
          fmt::format("CASE WHEN {0} NOT LIKE '0000%' THEN TRY_CAST({0} AS {1}) END AS {0}, ",
                      column.attribute.name, column.parquet);
    }
    ASSERT_TRUE(database_->Run(
        fmt::format("COPY (SELECT {}person FROM read_csv({}, all_varchar = true, header = true, "
                    "delim = ',', quote = '\"')) TO {} (FORMAT parquet)",
                    columns, QuoteText(csv), QuoteText(path))));
  }

  static std::vector<Claim> ClaimsOn(const TypedColumn& column, bool persons) {
    std::vector<std::string> queries = {
        "SELECT class, count(*) AS value, count(*) > 1 AS holds FROM counts GROUP BY class",
        "SELECT class, sum((hash(coalesce(value, '-')) % 1000)::BIGINT * n) AS value, "
        "bool_or(value "
        "IS NULL) AS holds FROM counts GROUP BY class",
        "SELECT class, sum(totals.n * position) AS value, true AS holds FROM counts JOIN totals ON "
        "counts.value IS NOT DISTINCT FROM totals.value JOIN positions ON counts.value IS NOT "
        "DISTINCT FROM positions.value GROUP BY class",
        "SELECT class, coalesce(sum(number), 0) AS value, count(millionths) > 1 AS holds FROM "
        "counts LEFT JOIN numbers USING (value) GROUP BY class"};
    if (persons) {
      queries.emplace_back(
          "SELECT class, rows + coalesce(holders.persons, 0) + with_missing AS value, rows > "
          "classes.persons AS holds FROM classes LEFT JOIN holders USING (class), mixed");
    }
    std::vector<Claim> claims;
    for (std::string& sql : queries) {
      claims.push_back(
          {.text = sql,
           .column = VerifiedColumn{.name = column.attribute.name, .attribute = column.attribute},
           .sql = std::move(sql)});
    }
    if (column.attribute.type != ValueType::kSet) return claims;
    const auto knowledge = Knowledge::Make({{"flu", {"cough", "fever"}},
                                            {"cold", {"cough", "chill"}},
                                            {"measles", {"rash", "fever"}}});
    claims.push_back(claims.front());
    claims.back().knowledge = {.table = std::make_shared<Knowledge>(*knowledge)};
    claims.back().sql =
        "SELECT class, coalesce(sum(n * (1 + label) * size), 0) AS value, count(label) > 2 AS "
        "holds "
        "FROM counts LEFT JOIN linked USING (value) GROUP BY class";
    return claims;
  }

  void Compare(FileUnderTest file, const std::vector<Claim>& claims) {
    NoProgress progress;
    file.reader = Reader::kSql;
    const auto slow = VerifyFile(*database_, file, claims, progress);
    ASSERT_TRUE(slow) << slow.error().Text();
    file.reader = Reader::kFast;
    const auto fast = VerifyFile(*database_, file, claims, progress);
    ASSERT_TRUE(fast) << fast.error().Text();
    EXPECT_EQ(DifferenceOf(*slow, *fast), "");
  }

  const std::string folder_ = testing::TempDir() + "gauze_readers";
  Result<Database> database_ = Database::Open({2, ""});
  std::mt19937_64 random_{11};
};

TEST_F(ReadersTest, SeeTheSameInRandomTables) {
  const std::string csv = folder_ + "/data.csv";
  const std::string parquet = folder_ + "/data.parquet";
  for (std::uint64_t round = 0; round < TestRounds(5); ++round) {
    WriteTable(csv);
    WriteParquet(csv, parquet);
    FileUnderTest file{.dialect = {.delimiter = ","}, .locate = true};
    if (Draw(2) == 0) file.missing_markers = {"NA"};
    if (Draw(2) == 0) file.person_column = "person";
    std::vector<Claim> claims = {
        {.text = "rows", .sql = "SELECT class, rows AS value, rows > 1 AS holds FROM classes"}};
    for (const TypedColumn& column : TypedColumns()) {
      if (Draw(3) == 0) file.quasi_identifiers.push_back(column.attribute.name);
      if (Draw(3) != 0) continue;
      for (Claim& claim : ClaimsOn(column, !file.person_column.empty())) {
        claims.push_back(std::move(claim));
      }
    }
    if (file.quasi_identifiers.empty()) file.quasi_identifiers = {"text"};
    for (const std::string& path : {csv, parquet}) {
      SCOPED_TRACE(fmt::format("round {}, {}", round, path));
      file.paths = {path};
      Compare(file, claims);
    }
  }
}

TEST_F(ReadersTest, SpellEachCellAsOneValue) {
  for (const TypedColumn& column : TypedColumns()) {
    for (const std::string& cell : column.cells) {
      auto value = ParseValue(column.attribute, cell);
      Attribute iso = column.attribute;
      iso.format.clear();
      if (!value) value = ParseValue(iso, cell);
      const auto rows = database_->Rows("SELECT " + SpellingSql(column.attribute, QuoteText(cell)));
      ASSERT_TRUE(rows) << rows.error().Text();
      EXPECT_EQ((*rows)[0][0], value ? value->text : cell) << column.attribute.name << " " << cell;
    }
  }
}

TEST_F(ReadersTest, SpellRandomNumbersAlike) {
  const Attribute real{.type = ValueType::kDecimal};
  for (int i = 0; i < 2000; ++i) {
    const auto bits = random_();
    const double number =
        i % 2 == 0 ? std::bit_cast<double>(bits) : static_cast<double>(bits % 100'000'000) / 1000;
    const std::string cell = fmt::format("{:.{}e}", number, 1 + Draw(17));
    const auto value = ParseValue(real, cell);
    const auto rows = database_->Rows("SELECT " + SpellingSql(real, QuoteText(cell)));
    EXPECT_EQ((*rows)[0][0], value ? value->text : cell) << cell;
  }
}

TEST_F(ReadersTest, AFileWithoutAHeader) {
  ASSERT_TRUE(WriteFile(folder_ + "/rows.csv", "a,1\na,2\nb,3\n"));
  Compare({.paths = {folder_ + "/rows.csv"},
           .dialect = {.delimiter = ",", .header = false},
           .quasi_identifiers = {"c1"},
           .locate = true},
          {{.text = "rows", .sql = "SELECT class, rows AS value, rows > 1 AS holds FROM classes"}});
}

TEST(BothReadersTest, EveryDifferenceIsFound) {
  const Verification one{.rows = 4,
                         .classes = 2,
                         .class_sizes = {{2, 2}},
                         .verdicts = {{.claim = "k", .holds = true, .figures = {{"f", 0.5}}}}};
  EXPECT_EQ(DifferenceOf(one, one), "");
  const auto differs = [&](const auto& change) {
    Verification other = one;
    change(other);
    return !DifferenceOf(one, other).empty();
  };
  EXPECT_TRUE(differs([](Verification& v) { v.rows = 5; }));
  EXPECT_TRUE(differs([](Verification& v) { v.classes = 1; }));
  EXPECT_TRUE(differs([](Verification& v) { v.class_sizes = {{1, 1}, {3, 1}}; }));
  EXPECT_TRUE(differs([](Verification& v) { v.verdicts.clear(); }));
  EXPECT_TRUE(differs([](Verification& v) { v.verdicts[0].holds = false; }));
  EXPECT_TRUE(differs([](Verification& v) { v.verdicts[0].failing_classes = 1; }));
  EXPECT_TRUE(differs([](Verification& v) { v.verdicts[0].worst_value = 1e-3; }));
  EXPECT_TRUE(differs([](Verification& v) { v.verdicts[0].worst_rows = 1; }));
  EXPECT_TRUE(differs([](Verification& v) { v.verdicts[0].worst_first_row = 1; }));
  EXPECT_TRUE(differs([](Verification& v) { v.verdicts[0].judged = 1; }));
  EXPECT_TRUE(differs([](Verification& v) { v.verdicts[0].figures[0].second = 0.6; }));
  EXPECT_FALSE(differs([](Verification& v) { v.verdicts[0].figures[0].second += 1e-12; }));
}

TEST(BothReadersTest, ADisagreementIsAnError) {
  const FileUnderTest file{.paths = {"data.csv"}};
  const auto judged = JudgeByBoth(file, [](const FileUnderTest& one) -> Result<Verification> {
    return Verification{.rows = one.reader == Reader::kSql ? 5U : 4U};
  });
  ASSERT_FALSE(judged);
  EXPECT_EQ(judged.error().code, ErrorCode::kPromise);
  const auto failed = JudgeByBoth(file, [](const FileUnderTest& one) -> Result<Verification> {
    if (one.reader == Reader::kFast) return InputError("it cannot be read");
    return Verification{};
  });
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, ErrorCode::kPromise);
}

}  // namespace
}  // namespace gauze
