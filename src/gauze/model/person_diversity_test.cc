#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include "gauze/model/testing.h"

namespace gauze {
namespace {

// Rows of a class: who, and which code.
using PersonRows = std::vector<std::pair<int, Code>>;

struct PersonCounts {
  Histogram values;
  ClassCounts counts;

  PersonCounts(const PersonRows& rows, const Domain& domain) : values(domain.size()) {
    std::set<int> persons;
    std::set<int> holders;
    for (const auto& [person, code] : std::set<std::pair<int, Code>>(rows.begin(), rows.end())) {
      ++values[code];
      persons.insert(person);
      if (!domain.IsMissing(code)) holders.insert(person);
    }
    counts = {.rows = rows.size(),
              .persons = persons.size(),
              .values = values,
              .with_value = holders.size()};
  }
};

std::unique_ptr<ClassModel> ForPersons(const std::string& kind, const std::string& l,
                                       const TestColumn& column, bool count_missing = false) {
  ModelContext context = column.Context();
  context.persons.emplace();
  const Written written = {{"attribute", "disease"},
                           {"kind", kind},
                           {"l", l},
                           {"count_missing", count_missing ? "true" : "false"}};
  return *FindModel("l_diversity")
              ->make(ParametersOf("l_diversity", written), context, "policy.yaml:1:1");
}

// From the definition: for every set of l - 1 values, somebody may have none of them even if no two
// persons share what they are counted for.
bool KeepsDistinct(const std::map<Code, std::set<int>>& holders, std::size_t persons, int l) {
  std::vector<std::size_t> sizes;
  for (const auto& [code, who] : holders) sizes.push_back(who.size());
  for (std::uint32_t chosen = 0; chosen < (1U << sizes.size()); ++chosen) {
    if (std::popcount(chosen) > l - 1) continue;
    std::size_t accounted = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      if ((chosen >> i & 1U) != 0) accounted += sizes[i];
    }
    if (accounted >= persons) return false;
  }
  return true;
}

bool KeepsByDefinition(const PersonRows& rows, const Domain& domain, bool frequency, int l,
                       bool count_missing) {
  std::map<Code, std::set<int>> holders;
  std::set<int> persons;
  for (const auto& [person, code] : rows) {
    if (domain.IsMissing(code) && !count_missing) continue;
    holders[code].insert(person);
    persons.insert(person);
  }
  if (persons.empty()) return l == 1;
  if (!frequency) return KeepsDistinct(holders, persons.size(), l);
  return std::ranges::all_of(holders, [&](const auto& value) {
    return value.second.size() * static_cast<std::size_t>(l) <= persons.size();
  });
}

PersonRows RandomRows(std::mt19937_64& random, Code codes, int first_person) {
  PersonRows rows;
  for (int i = Draw(random, 1, 8); i > 0; --i) {
    rows.emplace_back(first_person + Draw(random, 0, 3),
                      static_cast<Code>(Draw(random, 0, static_cast<int>(codes) - 1)));
  }
  return rows;
}

TEST(PersonDiversity, AgreesWithItsDefinitionAndIsKeptByUnionsOfDifferentPersons) {
  std::mt19937_64 random(11);
  int held = 0;
  int unions = 0;
  int broken = 0;
  for (int table = 0; table < kRandomTables; ++table) {
    const bool frequency = random() % 2 == 0;
    const bool count_missing = random() % 2 == 0;
    const int l = Draw(random, 1, 4);
    const TestColumn column = TextColumn(static_cast<Code>(Draw(random, 1, 5)), Draw(random, 0, 1));
    const auto model =
        ForPersons(frequency ? "frequency" : "distinct", std::to_string(l), column, count_missing);
    const auto holds = [&](const PersonRows& rows) {
      const PersonCounts counted(rows, column.domain);
      std::vector<Code> present;
      for (Code code = 0; code < column.domain.size(); ++code) {
        if (counted.values[code] > 0) present.insert(present.begin(), code);
      }
      ClassCounts kept = counted.counts;
      kept.present = present;
      const bool verdict = model->Holds(counted.counts);
      EXPECT_EQ(verdict, KeepsByDefinition(rows, column.domain, frequency, l, count_missing));
      EXPECT_EQ(model->Holds(kept), verdict);
      EXPECT_EQ(model->Nearness(kept) == 1, verdict);
      return verdict;
    };
    PersonRows one = RandomRows(random, column.domain.size(), 0);
    // The same persons, or others.
    const bool shared = random() % 2 == 0;
    const PersonRows other = RandomRows(random, column.domain.size(), shared ? 0 : 10);
    held += holds(one) ? 1 : 0;
    if (!holds(one) || !holds(other)) continue;
    one.insert(one.end(), other.begin(), other.end());
    const bool kept = holds(one);
    if (shared) {
      broken += kept ? 0 : 1;
    } else {
      ++unions;
      ASSERT_TRUE(kept);
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(held, kRandomTables / 4);
  EXPECT_LT(held, kRandomTables * 3 / 4);
  EXPECT_GT(unions, 1000);
  EXPECT_GT(broken, 50);
}

// With one value per person there is no difference to counting rows.
TEST(PersonDiversity, WithOneValueEachIsThatOfRows) {
  std::mt19937_64 random(12);
  for (int table = 0; table < kRandomTables; ++table) {
    const TestColumn column = TextColumn(static_cast<Code>(Draw(random, 1, 5)), Draw(random, 0, 1));
    const std::string kind = random() % 2 == 0 ? "frequency" : "distinct";
    const std::string l = std::to_string(Draw(random, 1, 4));
    const Histogram rows = RandomHistogram(random, column.domain.size(), 1, 8);
    PersonRows persons;
    for (const std::size_t code : Rows(rows)) {
      persons.emplace_back(static_cast<int>(persons.size()), static_cast<Code>(code));
    }
    const auto of_rows =
        MakeModel("l_diversity", {{"attribute", "disease"}, {"kind", kind}, {"l", l}}, column);
    ASSERT_EQ(ForPersons(kind, l, column)->Holds(PersonCounts(persons, column.domain).counts),
              of_rows->Holds(CountsOf(rows)));
  }
}

// Five persons with ten rows each, one of them a: every row but five says something else, and yet
// everybody has a.
TEST(PersonDiversity, SeesWhatEverybodyHasInOneRowOfTen) {
  const TestColumn column = TextColumn(10, false);
  PersonRows rows;
  for (int person = 0; person < 5; ++person) {
    for (Code code = 0; code < 10; ++code) rows.emplace_back(person, code);
  }
  const PersonCounts counted(rows, column.domain);
  EXPECT_FALSE(ForPersons("frequency", "3", column)->Holds(counted.counts));
  EXPECT_FALSE(ForPersons("distinct", "2", column)->Holds(counted.counts));
  EXPECT_EQ(ForPersons("frequency", "3", column)->WhyNever(counted.counts),
            "l is 3, but 5 of 5 people have the same value of column disease in some row; the "
            "largest l that holds for all rows as one class is 1");
  EXPECT_EQ(ForPersons("distinct", "3", column)->WhyNever(counted.counts),
            "l is 3, but 1 value of column disease can account for all 5 people who have any; the "
            "largest l that holds for all rows as one class is 1");
}

TEST(PersonDiversity, SaysWhoHasSeveralValues) {
  const TestColumn column = TextColumn(3, true);
  ModelContext context = column.Context();
  context.persons = {.several = 0, .several_with_missing = 2};
  const auto make = [&](const std::string& name, const Written& written) {
    return FindModel(name)->make(ParametersOf(name, written), context, "policy.yaml:1:1");
  };
  const Written entropy = {{"attribute", "disease"}, {"kind", "entropy"}, {"l", "2"}};
  const Written closeness = {{"attribute", "disease"}, {"distance", "equal"}, {"t", "0.5"}};
  EXPECT_TRUE(make("l_diversity", entropy));
  const auto refused = make("t_closeness", closeness);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message,
            "t_closeness is about one value per person, but 2 people have several values of "
            "column disease (or one and none)");
  context.persons = {.several = 1, .several_with_missing = 1};
  const auto other = make("l_diversity", entropy);
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().message,
            "l_diversity with kind: entropy is about one value per person, but 1 person has "
            "several values of column disease");
  EXPECT_EQ(
      other.error().hint,
      "use l_diversity with kind: frequency or kind: distinct, which count people however many "
      "values they have; or give every person one row");
}

}  // namespace
}  // namespace gauze
