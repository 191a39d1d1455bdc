// Models where a person has several rows, judged by looking at every row: a person counts once.
#include "gauze/transform/persons.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "gauze/base/testing/test_rounds.h"
#include "gauze/transform/constraints.h"
#include "gauze/transform/random_case.h"

namespace gauze {
namespace {

constexpr int kPromiseKinds = 8;

// Tables in which somebody has several rows, for each model.
int PersonTables() { return static_cast<int>(TestRounds(2'000)); }

RandomCase MakePersonCase(std::mt19937_64& random) {
  while (true) {
    RandomCase made = MakeRandomCase(random);
    if (RowsOfBusiestPerson(made.coded) > 1) return made;
  }
}

// Any tuples, and the rows behind them.
struct RandomClass {
  std::vector<std::uint32_t> tuples;
  std::vector<std::uint32_t> rows;
};

RandomClass ChooseTuples(std::mt19937_64& random, const RandomCase& example) {
  RandomClass chosen;
  for (std::uint32_t tuple = 0; tuple < example.coded.table.tuples(); ++tuple) {
    if (random() % 2 == 0) chosen.tuples.push_back(tuple);
  }
  for (const std::uint32_t row : example.AllRows()) {
    if (std::ranges::find(chosen.tuples, example.tuple_of[row]) != chosen.tuples.end()) {
      chosen.rows.push_back(row);
    }
  }
  return chosen;
}

bool HoldsFor(const Constraints& constraints, const std::vector<std::uint32_t>& tuples) {
  Tally tally(constraints);
  for (const std::uint32_t tuple : tuples) tally.Add(tuple);
  return tally.Holds();
}

TEST(Persons, EveryModelCountsThemAsItsDefinitionDoes) {
  std::mt19937_64 random(1);
  std::vector<int> judged(kPromiseKinds);
  std::vector<int> held(kPromiseKinds);
  std::vector<int> refused(kPromiseKinds);
  while (*std::ranges::min_element(judged) < PersonTables()) {
    const RandomCase example = MakePersonCase(random);
    for (std::size_t i = 0; i < example.promises.size(); ++i) {
      const Promise& promise = example.promises[i];
      const auto kind = static_cast<std::size_t>(promise.kind);
      const auto constraints = Constraints::Make(example.coded, {example.policy.protect[i]});
      ASSERT_EQ(constraints.has_value(), !example.Refused(promise));
      if (!constraints) {
        ++refused[kind];
        const std::string& hint = constraints.error().hint;
        ASSERT_NE(hint.find("frequency"), std::string::npos);
        ASSERT_NE(hint.find("distinct"), std::string::npos);
        ASSERT_NE(hint.find("one row"), std::string::npos);
        continue;
      }
      const RandomClass chosen = ChooseTuples(random, example);
      if (chosen.rows.empty()) continue;
      const bool keeps = example.Keeps(promise, chosen.rows, example.AllRows());
      ASSERT_EQ(HoldsFor(*constraints, chosen.tuples), keeps) << example.policy.protect[i].Text();
      ++judged[kind];
      held[kind] += keeps ? 1 : 0;
    }
  }
  for (int kind = 0; kind < kPromiseKinds; ++kind) {
    EXPECT_GT(held[kind], judged[kind] / 10) << kind;
    EXPECT_LT(held[kind], judged[kind]) << kind;
    EXPECT_EQ(refused[kind] > 0, kind > static_cast<int>(Promise::Kind::kFrequency)) << kind;
  }
}

// What transforms may rely on. Unions of classes of different persons keep all that a union of rows
// keeps; where somebody is in both classes, k alone is certain to be kept. Each case is seen.
TEST(Persons, UnionsKeepAModelOnlyIfNobodyIsInBoth) {
  std::mt19937_64 random(2);
  std::vector<int> apart(kPromiseKinds);   // unions of different persons
  std::vector<int> broken(kPromiseKinds);  // where somebody is in both
  for (int table = 0; table < 20 * PersonTables(); ++table) {
    const RandomCase example = MakePersonCase(random);
    const RandomClass one = ChooseTuples(random, example);
    RandomClass other;  // all that is left
    std::set<std::uint32_t> persons;
    for (const std::uint32_t row : one.rows) persons.insert(example.PersonOf(row));
    bool shared = false;
    for (const std::uint32_t row : example.AllRows()) {
      if (std::ranges::find(one.rows, row) != one.rows.end()) continue;
      other.rows.push_back(row);
      shared = shared || persons.contains(example.PersonOf(row));
    }
    if (one.rows.empty() || other.rows.empty()) continue;
    const auto all = example.AllRows();
    for (std::size_t i = 0; i < example.promises.size(); ++i) {
      const Promise& promise = example.promises[i];
      if (!example.Keeps(promise, one.rows, all) || !example.Keeps(promise, other.rows, all)) {
        continue;
      }
      const auto constraints = Constraints::Make(example.coded, {example.policy.protect[i]});
      ASSERT_TRUE(constraints);
      const auto kind = static_cast<std::size_t>(promise.kind);
      const bool kept = example.Keeps(promise, all, all);
      ASSERT_TRUE(kept || !constraints->monotone());
      if (shared) {
        broken[kind] += kept ? 0 : 1;
      } else if (promise.kind != Promise::Kind::kProximity) {
        ASSERT_TRUE(kept) << example.policy.protect[i].Text();
        ++apart[kind];
      }
      ASSERT_EQ(constraints->monotone(), promise.kind == Promise::Kind::kPersons);
    }
  }
  // The table as one class is at distance 0 from itself, so closeness cannot show it here.
  using Kind = Promise::Kind;
  for (const Kind kind : {Kind::kDistinct, Kind::kFrequency, Kind::kEntropy, Kind::kRecursive}) {
    EXPECT_GT(apart[static_cast<std::size_t>(kind)], 10);
  }
  EXPECT_EQ(broken[static_cast<std::size_t>(Kind::kPersons)], 0);
  for (const Kind kind : {Kind::kDistinct, Kind::kFrequency, Kind::kRecursive}) {
    // Rare: a tenth of the tables need not have one.
    EXPECT_GE(broken[static_cast<std::size_t>(kind)], FewerRounds() > 1 ? 0 : 1);
  }
}

// Everybody has one row: a key changes nothing, and costs nothing.
TEST(Persons, WithOneRowEachAreRows) {
  Policy policy;
  RawTable raw;
  const auto add = [&](const char* name, Role role, std::vector<std::string> values,
                       std::vector<std::uint32_t> codes) {
    PolicyAttribute attribute;
    attribute.attribute = {.name = name, .role = role, .type = ValueType::kText};
    policy.attributes.push_back(attribute);
    raw.columns.push_back({.name = name, .values = std::move(values), .codes = std::move(codes)});
  };
  add("city", Role::kQuasiIdentifying, {"a", "b"}, {0, 1, 1});
  add("disease", Role::kSensitive, {"x", "y"}, {0, 1, 0});
  add("person", Role::kEntity, {"p", "q", "r"}, {0, 1, 2});
  raw.counts = {1, 1, 1};
  const ModelEntry* model = FindModel("t_closeness");
  PolicyEntry entry;
  entry.descriptor = &model->descriptor;
  entry.parameters = *Parameters::Make(
      model->descriptor,
      {{"attribute", "disease", ""}, {"distance", "equal", ""}, {"t", "0.5", ""}}, "test");
  const auto judge = [&] {
    RawTable copy = raw;
    const auto coded = Encode(std::move(copy), policy, {});
    const auto constraints = Constraints::Make(*coded, {entry});
    EXPECT_TRUE(constraints);
    return std::pair(constraints->monotone(), constraints->needs_tuples());
  };
  EXPECT_EQ(judge(), std::pair(true, false));
  raw.counts[1] = 2;  // the same row twice is one value, of a person who counts once
  EXPECT_EQ(judge(), std::pair(false, true));
}

}  // namespace
}  // namespace gauze
