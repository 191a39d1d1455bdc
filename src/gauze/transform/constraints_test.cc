#include "gauze/transform/constraints.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "gauze/transform/random_case.h"

namespace gauze {
namespace {

// All at once or tuple by tuple is the same, and no share promises less than there is.
void CheckAmounts(const Constraints& constraints, const Tally& tally) {
  std::vector<Amount> amounts;
  tally.Amounts(amounts);
  Tally other(constraints);
  other.Add(0);
  other.Add(tally.rows(), amounts);
  other.Remove(0);
  ASSERT_EQ(other.rows(), tally.rows());
  ASSERT_EQ(other.Nearness(), tally.Nearness());
  for (const Amount& amount : amounts) {
    ASSERT_LT(amount.slot, constraints.slots());
    const double share = static_cast<double>(amount.rows) / static_cast<double>(tally.rows());
    ASSERT_LE(tally.Nearness(),
              std::max(0.001, constraints.NearestWithShare(amount.slot, share) + 1e-9));
  }
  other.Remove(tally.rows(), amounts);
  amounts.clear();
  other.Amounts(amounts);
  ASSERT_TRUE(amounts.empty());
}

// Tuples that come and go, in any order: the verdict is that of counting all of them again, over
// every code.
TEST(Tally, JudgesWhatIsInItWhateverWasBefore) {
  std::mt19937_64 random(5);
  int held = 0;
  int judged = 0;
  for (int round = 0; round < 3'000; ++round) {
    SCOPED_TRACE(round);
    const RandomCase example = MakeRandomCase(random);
    const Table& table = example.coded.table;
    const auto constraints = Constraints::Make(example.coded, example.policy.protect);
    const bool refused = std::ranges::any_of(
        example.promises, [&](const Promise& promise) { return example.Refused(promise); });
    ASSERT_EQ(constraints.has_value(), !refused);
    if (refused) continue;
    Tally tally(*constraints);
    std::vector<std::uint32_t> inside;
    for (int step = 0; step < 30; ++step) {
      if (random() % 10 == 0) {
        tally.Reset();
        inside.clear();
      } else if (!inside.empty() && random() % 2 == 0) {
        const auto place = static_cast<std::ptrdiff_t>(random() % inside.size());
        tally.Remove(inside[static_cast<std::size_t>(place)]);
        inside.erase(inside.begin() + place);
      } else {
        inside.push_back(static_cast<std::uint32_t>(random() % table.tuples()));
        tally.Add(inside.back());
      }
      Tally fresh(*constraints);
      std::vector<std::vector<std::uint64_t>> by_code(table.attributes.size());
      for (const std::size_t attribute : constraints->counted()) {
        by_code[attribute].resize(table.domains[attribute].size());
      }
      for (const std::uint32_t tuple : inside) {
        fresh.Add(tuple);
        for (const std::size_t attribute : constraints->counted()) {
          by_code[attribute][table.columns[attribute].Get(tuple)] += table.counts[tuple];
        }
      }
      ASSERT_EQ(tally.rows(), fresh.rows());
      ASSERT_EQ(tally.Holds(), fresh.Holds());
      ASSERT_EQ(tally.Nearness(), fresh.Nearness());
      if (table.WithRole(Role::kEntity).empty()) {
        ASSERT_EQ(tally.Holds(), constraints->Hold(tally.rows(), by_code));
      }
      if (constraints->adds_up()) CheckAmounts(*constraints, tally);
      held += tally.Holds() ? 1 : 0;
      ++judged;
    }
  }
  EXPECT_GT(held, judged / 10);
  EXPECT_LT(held, judged * 9 / 10);
}

}  // namespace
}  // namespace gauze
