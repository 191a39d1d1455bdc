#include <gtest/gtest.h>

#include <set>

#include "gauze/model/testing.h"

namespace gauze {
namespace {

std::unique_ptr<ClassModel> WithK(const std::string& k) {
  return MakeModel("k_anonymity", {{"k", k}}, {});
}

ClassCounts CountsOfOwners(const std::vector<int>& owners) {
  return {.rows = owners.size(), .persons = std::set<int>(owners.begin(), owners.end()).size()};
}

TEST(KAnonymity, AgreesWithCountingPersonsAndIsMonotone) {
  std::mt19937_64 random(1);
  int tables = 0;
  int held = 0;
  int unions = 0;
  for (; tables < kRandomTables; ++tables) {
    const int k = Draw(random, 1, 5);
    const auto model = WithK(std::to_string(k));
    // Rows by the person they belong to; a person may have rows in both classes.
    std::vector<std::vector<int>> classes(2);
    for (int rows = Draw(random, 2, 8); rows > 0; --rows) {
      classes[static_cast<std::size_t>(Draw(random, 0, 1))].push_back(Draw(random, 0, 5));
    }
    bool both = true;
    for (const auto& owners : classes) {
      int persons = 0;
      for (std::size_t i = 0; i < owners.size(); ++i) {
        bool seen = false;
        for (std::size_t j = 0; j < i; ++j) seen = seen || owners[j] == owners[i];
        persons += seen ? 0 : 1;
      }
      ASSERT_EQ(model->Holds(CountsOfOwners(owners)), persons >= k);
      held += persons >= k ? 1 : 0;
      both = both && persons >= k;
    }
    if (!both) continue;
    ++unions;
    classes[0].insert(classes[0].end(), classes[1].begin(), classes[1].end());
    ASSERT_TRUE(model->Holds(CountsOfOwners(classes[0])));
  }
  EXPECT_EQ(tables, kRandomTables);
  EXPECT_GT(held, 1000);
  EXPECT_GT(unions, 1000);
}

TEST(KAnonymity, CountsBeyond32Bits) {
  const auto model = WithK("1000000000000");
  EXPECT_TRUE(model->Holds({.rows = 2'000'000'000'000, .persons = 1'000'000'000'000}));
  EXPECT_FALSE(model->Holds({.rows = 2'000'000'000'000, .persons = 999'999'999'999}));
}

TEST(KAnonymity, SaysWhyItCannotHold) {
  EXPECT_EQ(WithK("5")->WhyNever({.rows = 3, .persons = 3}),
            "k is 5, but the table has 3 rows; the largest k that can hold is 3");
  EXPECT_EQ(WithK("5")->WhyNever({.rows = 9, .persons = 3}),
            "k is 5, but the table has 3 people in 9 rows; the largest k that can hold is 3");
}

TEST(KAnonymity, RefusesZeroAndFractions) {
  for (const char* k : {"0", "-1", "2.5", "1000000000001"}) {
    EXPECT_FALSE(Parameters::Make(FindModel("k_anonymity")->descriptor, {{"k", k, ""}}, ""));
  }
}

}  // namespace
}  // namespace gauze
