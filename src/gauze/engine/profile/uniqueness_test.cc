// Who is alone, by which columns; and which columns seem to name persons.
#include "gauze/engine/profile/uniqueness.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "gauze/engine/profile/person_columns.h"
#include "gauze/engine/profile/singling_sets.h"

namespace gauze {
namespace {

using Sets = std::vector<std::vector<std::size_t>>;

// By comparing every row with every other.
std::uint64_t AloneByComparing(const std::vector<NumberedCells>& columns,
                               const std::vector<std::size_t>& set) {
  std::uint64_t alone = 0;
  for (std::size_t row = 0; row < columns[0].size(); ++row) {
    std::size_t equal = 0;
    for (std::size_t other = 0; other < columns[0].size(); ++other) {
      equal += std::ranges::all_of(
          set, [&](std::size_t c) { return columns[c][row] == columns[c][other]; });
    }
    alone += equal == 1;
  }
  return alone;
}

TEST(SinglingSets, CountsAsComparingDoes) {
  std::mt19937 random(1);
  for (int round = 0; round < 50; ++round) {
    std::vector<NumberedCells> columns(3, NumberedCells(60));
    for (NumberedCells& column : columns) {
      const std::uint64_t values = 1 + random() % 30;
      for (std::uint64_t& cell : column) cell = random() % values;
    }
    for (const std::vector<std::size_t>& set : Sets{{0}, {1, 2}, {0, 1, 2}}) {
      EXPECT_EQ(CountAlone(columns, set), AloneByComparing(columns, set));
    }
  }
}

TEST(SinglingSets, FindsAPairThatNoneOfItsColumnsHints) {
  // The third column alone singles out one row, the first two nobody, but together all rows.
  std::vector<NumberedCells> columns(3);
  for (std::uint64_t i = 0; i < 16; ++i) {
    columns[0].push_back(i % 4);
    columns[1].push_back(i / 4);
    columns[2].push_back(i == 0 ? 1 : 0);
  }
  EXPECT_EQ(FindSinglingSets(columns), (Sets{{2}, {0, 1}}));
}

TEST(SinglingSets, NobodyIsAlone) {
  EXPECT_TRUE(FindSinglingSets({{1, 1, 2, 2}, {3, 3, 3, 3}}).empty());
}

TEST(SinglingSets, OfManyColumnsThoseWithTheMostValuesAreTried) {
  std::vector<NumberedCells> columns(kMostSearched + 5, NumberedCells{1, 1, 2, 2});
  columns.back() = {1, 2, 3, 4};
  EXPECT_EQ(FindSinglingSets(columns), (Sets{{kMostSearched + 4}}));
}

class UniquenessTest : public testing::Test {
 protected:
  void Make(const std::string& select) {
    ASSERT_TRUE(database_.Run("CREATE OR REPLACE TEMP TABLE source AS " + select));
  }
  std::vector<std::string> Repeating(const std::string& column) {
    return *RepeatingPersons(database_, "source", {column});
  }

  Database database_ = *Database::Open({.threads = 2});
  NoProgress progress_;
};

TEST_F(UniquenessTest, MissingEqualsMissingAndNothingElse) {
  Make("SELECT * FROM (VALUES (NULL, 'x'), (NULL, 'x'), ('a', 'x'), ('a', NULL)) AS t(a, b)");
  const auto found = CountUniqueRows(database_, "source", {"a", "b"}, {"b"}, 4, progress_);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->rows, 4);
  EXPECT_EQ(found->all.rows, 2);
  ASSERT_TRUE(found->open);
  EXPECT_EQ(found->open->columns, (std::vector<std::string>{"a"}));
  EXPECT_EQ(found->open->rows, 0);
  EXPECT_EQ(found->one_in, 1);
}

TEST_F(UniquenessTest, ColumnsThatNameTheSameValuesInAnotherOrderDiffer) {
  Make("SELECT 'a' AS one, 'b' AS two UNION ALL SELECT 'b', 'a'");
  EXPECT_EQ(CountUniqueRows(database_, "source", {"one", "two"}, {}, 2, progress_)->all.rows, 2);
}

TEST_F(UniquenessTest, PersonsAreToldByNames) {
  for (const char* name : {"patient_nbr", "PatientID", "patientid", "subject no", "MRN", "ssn"}) {
    EXPECT_TRUE(NamesPersons(name)) << name;
  }
  for (const char* name :
       {"age", "encounter_id", "number", "patient_age", "idea", "", "_", "ward"}) {
    EXPECT_FALSE(NamesPersons(name)) << name;
  }
}

TEST_F(UniquenessTest, PersonsAreToldByRepeatingFewTimesEach) {
  Make(
      "SELECT i // 3 AS thrice, i AS once, i % 5 AS groups, NULL::VARCHAR AS nothing, "
      "CASE WHEN i = 1 THEN 0 ELSE i END AS by_chance FROM range(9000) AS t(i)");
  EXPECT_EQ(Repeating("thrice").size(), 1);
  EXPECT_TRUE(Repeating("once").empty());
  EXPECT_TRUE(Repeating("groups").empty());
  EXPECT_TRUE(Repeating("nothing").empty());
  EXPECT_TRUE(Repeating("by_chance").empty());
  Make("SELECT CASE WHEN i = 1 THEN 0 ELSE i END AS patient_id FROM range(9000) AS t(i)");
  EXPECT_EQ(Repeating("patient_id").size(), 1);
}

}  // namespace
}  // namespace gauze
