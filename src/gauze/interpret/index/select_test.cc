// Which rows a question is about: index and scan, against a look at every row of the vault.
#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "gauze/base/testing/test_rounds.h"
#include "gauze/interpret/index/vault_index.h"
#include "gauze/interpret/query/random_vault.h"

namespace gauze {
namespace {

bool ShownCellPasses(const std::string& shown, const Condition& condition) {
  if (!condition.values.empty()) {
    return std::ranges::find(condition.values, shown) != condition.values.end();
  }
  double number = 0;
  std::from_chars(shown.data(), shown.data() + shown.size(), number);
  const auto& [from, to] = std::tie(condition.from, condition.to);
  if (from && !(from->included ? number >= from->at : number > from->at)) return false;
  return !to || (to->included ? number <= to->at : number < to->at);
}

// Persons who have a row that passes all conditions.
std::set<std::uint32_t> PersonsWho(const Vault& vault, const std::vector<Condition>& conditions) {
  std::set<std::uint32_t> persons;
  for (std::uint32_t row = 0; row < vault.rows; ++row) {
    const bool passes = std::ranges::all_of(conditions, [&](const Condition& condition) {
      const auto column = std::ranges::find(vault.columns, condition.column, &VaultColumn::name);
      return ShownCellPasses(column->shown[column->shown_codes[row]], condition);
    });
    if (passes) persons.insert(vault.persons.empty() ? row : vault.persons[row]);
  }
  return persons;
}

std::uint64_t PersonsIn(const VaultIndex& index, const Bits& rows) {
  std::uint64_t persons = 0;
  index.GroupsOf(rows).ForEach(
      [&](std::size_t group) { persons += index.sizes().empty() ? 1 : index.sizes()[group]; });
  return persons;
}

TEST(Select, FindsWhomALookAtEveryRowFinds) {
  RandomVault random(7);
  std::uint64_t selected = 0;
  for (std::uint64_t round = 0; round < TestRounds(300); ++round) {
    // Few rows are scanned, many are taken from the index; both forms of persons.
    const Vault vault = random.Make(2 + random.Below(round % 4 == 0 ? 2000 : 40), round % 2 == 0);
    const auto index = VaultIndex::Make(vault);
    ASSERT_TRUE(index) << index.error().Text();
    for (int question = 0; question < 20; ++question) {
      const Query query = random.Ask(vault);
      std::vector<ColumnTest> tests;
      bool shown_by_somebody = true;
      for (const Condition& condition : query.when) {
        auto test = TestOf(*index->Find(condition.column), condition);
        shown_by_somebody = shown_by_somebody && test;
        if (test) tests.push_back(*std::move(test));
      }
      const auto persons = PersonsWho(vault, query.when);
      if (!shown_by_somebody) continue;  // a value that nobody shows: the gate refuses
      ++selected;
      EXPECT_EQ(PersonsIn(*index, index->Select(tests)), persons.size());
      const auto k = static_cast<std::uint32_t>(1 + random.Below(10));
      if (index->group_of().empty() && index->HasPersons(k, tests)) {
        EXPECT_GE(persons.size(), k);
      }
    }
  }
  EXPECT_GT(selected, TestRounds(300));
}

TEST(Select, ShowCountsPersonsNotRows) {
  RandomVault random(8);
  for (std::uint64_t round = 0; round < TestRounds(300); ++round) {
    const Vault vault = random.Make(2 + random.Below(60), round % 2 == 0);
    const auto index = VaultIndex::Make(vault);
    ASSERT_TRUE(index) << index.error().Text();
    for (const HeldColumn& column : index->columns()) {
      for (Code code = 0; code < column.shown.size(); ++code) {
        const auto persons =
            PersonsWho(vault, {{.column = column.name, .values = {column.shown[code]}}});
        const auto count = static_cast<std::uint32_t>(persons.size());
        EXPECT_TRUE(index->Show(column, code, count));
        EXPECT_FALSE(index->Show(column, code, count + 1));
      }
    }
  }
}

}  // namespace
}  // namespace gauze
