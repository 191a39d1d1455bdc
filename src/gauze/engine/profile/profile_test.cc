// What a table looks like: counts against those of DuckDB, types, marks, forms.
#include "gauze/engine/profile/profile.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "gauze/engine/profile/cell_facts.h"
#include "gauze/engine/profile/person_keys.h"

namespace gauze {
namespace {

class ProfileTest : public testing::Test {
 protected:
  Profile Look(const std::string& select, const ProfileOptions& options = kPlenty) {
    EXPECT_TRUE(database_.Run("CREATE OR REPLACE TEMP TABLE source AS " + select));
    SourceColumns columns;
    const auto described = database_.Rows("SELECT column_name, column_type FROM (DESCRIBE source)");
    for (const auto& row : *described) {
      columns.names.push_back(*row[0]);
      columns.types.push_back(*row[1]);
    }
    auto profile = ProfileColumns(database_, columns, options, progress_);
    EXPECT_TRUE(profile);
    return *std::move(profile);
  }

  std::uint64_t Count(const std::string& sql) { return *database_.Count(sql); }

  // Counts of DuckDB, where an empty cell is missing.
  void Compare(const Profile& profile) {
    EXPECT_EQ(profile.rows, Count("SELECT count(*) FROM source"));
    for (const ColumnProfile& column : profile.columns) {
      const std::string cell = fmt::format("nullif({}::VARCHAR, '')", QuoteName(column.facts.name));
      const std::string grouped = fmt::format(
          "(SELECT {0} AS cell, count(*) AS n FROM source WHERE {0} IS NOT NULL GROUP BY cell)",
          cell);
      SCOPED_TRACE(column.facts.name);
      EXPECT_EQ(column.facts.rows, profile.rows);
      EXPECT_EQ(column.facts.missing, Count("SELECT count(*) - count(" + cell + ") FROM source"));
      EXPECT_EQ(column.facts.distinct, Count("SELECT count(*) FROM " + grouped));
      EXPECT_TRUE(column.facts.distinct_exact);
      EXPECT_EQ(column.alone, Count("SELECT count(*) FROM " + grouped + " WHERE n = 1"));
      EXPECT_EQ(column.facts.repeated,
                Count("SELECT coalesce(sum(n), 0)::BIGINT FROM " + grouped + " WHERE n > 1"));
      std::uint64_t values = 0;
      for (const std::uint64_t band : column.by_rows) values += band;
      EXPECT_EQ(values, column.facts.distinct);
    }
  }

  static constexpr ProfileOptions kPlenty{.keep_rows = true, .memory_bytes = 1U << 30U};
  Database database_ = *Database::Open({.threads = 2});
  NoProgress progress_;
};

// 150,000 rows are enough for every form of a column, and for several threads.
constexpr const char* kMany =
    "SELECT i AS whole, i % 7 AS few, (i * 7919 % 100000)::VARCHAR AS text, i / 8 AS real, "
    "DATE '2000-01-01' + (i % 5000)::INTEGER AS day, "
    "CASE WHEN i % 3 = 0 THEN NULL WHEN i % 3 = 1 THEN '' ELSE 'x' || i // 30 END AS gaps, "
    "TIMESTAMP '2001-01-01 00:00:00' + to_seconds(i // 4) AS moment, i % 2 = 0 AS truth, "
    "(i % 1000)::DECIMAL(10, 2) AS money FROM range(150000) AS t(i)";

TEST_F(ProfileTest, CountsAreExact) {
  Compare(Look(kMany));
  Compare(Look(kMany, {.keep_rows = false, .memory_bytes = 1U << 30U}));
}

TEST_F(ProfileTest, CodesAreEqualWhereCellsAre) {
  const Profile profile = Look(kMany);
  ASSERT_EQ(profile.codes.size(), profile.columns.size());
  PartitionMaker maker;
  for (std::size_t a = 0; a < profile.codes.size(); ++a) {
    EXPECT_EQ(profile.codes[a].rows(), profile.rows);
    const Partition one = maker.ByColumn(profile.codes[a]);
    for (std::size_t b = a + 1; b < profile.codes.size(); b += 2) {
      const auto cell = [&](std::size_t c) {
        return fmt::format("coalesce({}::VARCHAR, '')", QuoteName(profile.columns[c].facts.name));
      };
      EXPECT_EQ(maker.RefinedSizes(one, profile.codes[b]).groups(),
                Count(fmt::format("SELECT count(*) FROM (SELECT {}, {} FROM source GROUP BY ALL)",
                                  cell(a), cell(b))))
          << a << " and " << b;
    }
  }
}

TEST_F(ProfileTest, WithoutMemoryForRowsCountsStayExact) {
  const Profile profile = Look(kMany, {.keep_rows = true, .memory_bytes = 2'600'000});
  EXPECT_TRUE(profile.codes.empty());
  Compare(profile);
}

TEST_F(ProfileTest, WithoutMemoryForValuesTheyAreEstimated) {
  const Profile profile = Look(kMany, {.keep_rows = true, .memory_bytes = 200'000});
  EXPECT_TRUE(profile.codes.empty());
  EXPECT_FALSE(profile.columns[0].facts.distinct_exact);
  EXPECT_NEAR(static_cast<double>(profile.columns[0].facts.distinct), 150'000, 20'000);
  EXPECT_NEAR(static_cast<double>(profile.columns[2].facts.distinct), 100'000, 15'000);
  EXPECT_TRUE(profile.columns[1].facts.distinct_exact);
  EXPECT_EQ(profile.columns[1].facts.distinct, 7);
  EXPECT_EQ(profile.columns[5].facts.missing, 100'000);
}

TEST_F(ProfileTest, Types) {
  const Profile profile = Look(kMany);
  const std::vector<ValueType> types = {
      ValueType::kInteger,   ValueType::kInteger, ValueType::kInteger,
      ValueType::kDecimal,   ValueType::kDate,    ValueType::kText,
      ValueType::kTimestamp, ValueType::kBoolean, ValueType::kDecimal};
  for (std::size_t c = 0; c < types.size(); ++c) {
    EXPECT_EQ(profile.columns[c].facts.type, types[c]) << profile.columns[c].facts.name;
  }
}

TEST_F(ProfileTest, ATypeThatNearlyAllCellsFitIsTold) {
  const Profile profile =
      Look("SELECT CASE WHEN i < 5 THEN 'x' ELSE i::VARCHAR END AS a FROM range(100) AS t(i)");
  const ColumnProfile& column = profile.columns[0];
  EXPECT_EQ(column.facts.type, ValueType::kText);
  ASSERT_GE(column.fits.size(), 2);
  EXPECT_EQ(column.fits[0].type, ValueType::kText);
  EXPECT_EQ(column.fits[1].type, ValueType::kInteger);
  EXPECT_EQ(column.fits[1].cells, 95);
}

TEST_F(ProfileTest, FormsOfTexts) {
  const Profile profile =
      Look("SELECT CASE WHEN i % 4 = 0 THEN 'Ann Lee' ELSE 'Zoë' END AS a FROM range(8) AS t(i)");
  const ColumnFacts& facts = profile.columns[0].facts;
  EXPECT_EQ(facts.shortest, 3);
  EXPECT_EQ(facts.longest, 7);
  EXPECT_DOUBLE_EQ(facts.mean_length, 4);
  EXPECT_DOUBLE_EQ(facts.mean_words, 1.25);
  ASSERT_EQ(facts.shapes.size(), 2);
  EXPECT_EQ(facts.shapes[0].shape, "Aaa");
  EXPECT_EQ(facts.shapes[0].rows, 6);
  EXPECT_EQ(facts.shapes[1].shape, "Aaa Aaa");
}

TEST_F(ProfileTest, MarksAreToldWhereTheyStandApart) {
  // Ages below 80 with 99 in every tenth row; a single 99; 99 among others; "?" in one row.
  const Profile profile = Look(
      "SELECT CASE WHEN i % 10 = 0 THEN 99 ELSE i % 80 END AS unknown, "
      "CASE WHEN i = 0 THEN 99 ELSE i % 80 END AS old, i % 200 AS among, "
      "CASE WHEN i = 0 THEN '?' ELSE 'x' END AS sign, "
      "CASE WHEN i % 2 = 0 THEN DATE '9999-12-31' ELSE DATE '2020-01-01' END AS died "
      "FROM range(1000) AS t(i)");
  const auto marks = [&](std::size_t c) { return profile.columns[c].marks; };
  ASSERT_EQ(marks(0).size(), 1);
  EXPECT_EQ(marks(0)[0].spelling, "99");
  EXPECT_EQ(marks(0)[0].cells, 100);
  EXPECT_TRUE(marks(1).empty());
  EXPECT_TRUE(marks(2).empty());
  ASSERT_EQ(marks(3).size(), 1);
  EXPECT_EQ(marks(3)[0].spelling, "?");
  ASSERT_EQ(marks(4).size(), 1);
  EXPECT_EQ(marks(4)[0].cells, 500);
  // They do not make a range wider.
  EXPECT_EQ(profile.columns[0].span, 2);
  EXPECT_EQ(profile.columns[4].span, 0);
}

TEST_F(ProfileTest, PeopleWithSeveralRows) {
  Profile profile = Look(
      "SELECT i AS visit, i // 3 AS patient_nbr, (i // 3) % 2 AS sex, (i // 3) * 7 % 90 AS born, "
      "i % 5 AS ward, 1 AS same FROM range(9000) AS t(i)");
  FindPersonKeys(profile);
  EXPECT_TRUE(profile.columns[1].facts.person_key);
  EXPECT_EQ(profile.columns[1].facts.constant_columns, 2);
  EXPECT_FALSE(profile.columns[0].facts.person_key);
  EXPECT_FALSE(profile.columns[3].facts.person_key);
}

TEST(CellTypes, AreThoseOfPolicies) {
  const auto first = [](std::string_view text) {
    for (std::size_t type = 0; type < kGuessedTypes.size(); ++type) {
      if (ReadTypes(text).Fits(type)) return std::string(Name(kGuessedTypes[type]));
    }
    return std::string("text");
  };
  for (const char* text : {"0", "-5", "+7", " 12 ", "9223372036854775807"}) {
    EXPECT_EQ(first(text), "integer") << text;
  }
  for (const char* text : {"0.5", "-1e3", "1E-2", "9223372036854775808"}) {
    EXPECT_EQ(first(text), "decimal") << text;
  }
  for (const char* text :
       {"", " ", "007", "1.", ".5", "+-1", "1e", "nan", "inf", "1,5", "0x10", "2024-13-01",
        "2024-02-30", "yes", "12-03-2024", "2024-01-01 9:00", "1e999"}) {
    EXPECT_EQ(first(text), "text") << text;
  }
  EXPECT_EQ(first("2024-02-29"), "date");
  EXPECT_EQ(first("2024-02-29 13:45:00"), "timestamp");
  EXPECT_EQ(first("2024-02-29T13:45"), "timestamp");
  EXPECT_EQ(first("TRUE"), "boolean");
  EXPECT_EQ(ReadTypes("1970-01-11").number, 10);
}

}  // namespace
}  // namespace gauze
