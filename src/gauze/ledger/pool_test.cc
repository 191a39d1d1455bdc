#include "gauze/ledger/pool.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "gauze/ledger/box.h"
#include "gauze/ledger/row_groups.h"
#include "gauze/ledger/stream.h"

namespace gauze::ledger {
namespace {

// A thousand records in three clouds, with a few that are far from everybody.
Stream Clouds() {
  std::mt19937_64 random(1);
  std::vector<std::vector<Cells>> batches(4);
  for (int i = 0; i < 1'000; ++i) {
    const auto cloud = static_cast<int>(random() % 3);
    const auto spread = static_cast<std::uint64_t>(i % 20 == 0 ? 90 : 12);
    const int disease = std::min({static_cast<int>(random() % 6), static_cast<int>(random() % 9)});
    batches[i < 400 ? 0 : 1 + random() % 3].push_back(
        {std::to_string(cloud * 30 + static_cast<int>(random() % spread)),
         std::string(1, static_cast<char>('a' + static_cast<int>(random() % spread) / 8 + cloud)),
         std::to_string(static_cast<int>(random() % spread) + 20 * cloud),
         std::string(1, static_cast<char>('p' + disease))});
  }
  return MakeStream({{"age"},
                     {"city", Role::kQuasiIdentifying, ValueType::kText},
                     {"weight"},
                     {"disease", Role::kSensitive, ValueType::kText}},
                    batches, {Diversity(4)});
}

// Of a released row.
double Loss(const Stream& stream, const State& state) {
  BoxBook boxes(stream.coded, stream.policy.missing);
  double loss = 0;
  for (const Class& shown : state.classes) {
    loss += static_cast<double>(RowsOf(shown.members)) * boxes.Loss(boxes.Tight(shown.members));
  }
  return loss / static_cast<double>(ReleasedRows(state));
}

TEST(Pool, LosesLessThanOthersAndLessTheMoreMayWait) {
  const Stream stream = Clouds();
  double former = Loss(stream, stream.Release("apart")->back());
  EXPECT_GT(Loss(stream, stream.Release("paper")->back()), former / 2);
  for (const char* most : {"0", "30", "60", "120"}) {
    const auto states = stream.Release("pool", {{"most_waiting", most, ""}});
    ASSERT_TRUE(states);
    EXPECT_EQ(std::to_string(WaitingRows(states->back())), most);
    const double loss = Loss(stream, states->back());
    EXPECT_LT(loss, former * 0.95) << most;
    former = loss;
  }
}

TEST(Pool, LetsTheTransformMakeTheFirstClassesAndNoOthers) {
  const Stream stream = Clouds();
  const auto apart = stream.Release("apart");
  const auto states =
      stream.Release("pool", {{"first", "transform", ""}, {"most_waiting", "60", ""}});
  ASSERT_TRUE(apart && states);
  EXPECT_EQ(ClassesOf(states->front()), ClassesOf(apart->front()));
  EXPECT_EQ(WaitingRows(states->front()), WaitingRows(apart->front()));
  EXPECT_NE(ClassesOf(states->at(1)), ClassesOf(apart->at(1)));
  EXPECT_EQ(WaitingRows(states->back()), 60U);
  EXPECT_LT(Loss(stream, states->back()), Loss(stream, apart->back()));
}

// The disease that nearly everybody has makes most of them wait; then a pool has no more than two
// batches of them, drawn by the seed.
TEST(Pool, TakesTwiceTheBatchOfThoseWhoWait) {
  std::vector<std::vector<Cells>> batches(3);
  for (int i = 0; i < 100; ++i) {
    batches[0].push_back({std::to_string(i), i % 10 == 0 ? "b" : "a", std::to_string(i)});
  }
  batches[1] = {{"30", "b", "100"}};
  batches[2] = {{"31", "b", "101"}, {"60", "b", "102"}};
  const Stream stream = MakeStream(
      {{"age"}, {"disease", Role::kSensitive, ValueType::kText}, {"person", Role::kInsensitive}},
      batches, {Diversity(2, "frequency")});
  std::set<std::vector<Group>> results;
  for (const char* seed : {"0", "1", "2", "3"}) {
    const auto states = stream.Release("pool", {{"seed", seed, ""}});
    ASSERT_TRUE(states);
    EXPECT_EQ(WaitingRows(states->at(0)), 80U);
    EXPECT_EQ(WaitingRows(states->at(1)), 79U);
    EXPECT_EQ(WaitingRows(states->at(2)), 77U);
    EXPECT_EQ(states->at(2).waiting.front().since, 0U);
    results.insert(ClassesOf(states->back()));
  }
  EXPECT_GT(results.size(), 1U);
  // Whoever comes with a batch that is large enough gets the nearest company.
  const auto states = stream.Release("pool");
  for (const Class& shown : states->front().classes) EXPECT_EQ(RowsOf(shown.members), 2U);
}

// Two classes with a record each that makes them dear, alike but for what is said: the age that
// waits.
std::vector<std::int64_t> Held(const Stream& stream, const std::vector<std::int64_t>& waited) {
  const Group& batch = stream.batches.front();
  const Table& table = stream.coded.table;
  std::vector<std::uint32_t> ages(table.tuples());
  const auto age_of = [&](std::uint32_t tuple) {
    return table.domains[0][table.columns[0].Get(tuple)].whole;
  };
  for (const Share& share : batch) {
    if (std::ranges::count(waited, age_of(share.tuple)) > 0) ages[share.tuple] = 3;
  }
  const auto constraints = Constraints::Make(stream.coded, stream.policy.protect);
  NoProgress progress;
  const PoolClasses made =
      ClusterPool({.coded = stream.coded, .ages = ages, .most_waiting = 1}, *constraints, progress);
  std::vector<std::int64_t> held;
  for (const Share& share : made.waiting) held.push_back(age_of(share.tuple));
  return held;
}

TEST(Pool, PrefersThatThoseWaitWhoHaveNot) {
  const Stream stream = MakeStream(
      {{"age"}, {"disease", Role::kSensitive, ValueType::kText}},
      {{{"0", "a"}, {"1", "b"}, {"50", "a"}, {"1000", "a"}, {"1001", "b"}, {"1050", "a"}}},
      {Diversity(2)});
  EXPECT_EQ(Held(stream, {50}), std::vector<std::int64_t>{1050});
  EXPECT_EQ(Held(stream, {1050}), std::vector<std::int64_t>{50});
}

TEST(Pool, PrefersThatRareValuesWait) {
  for (const bool first : {true, false}) {
    const Stream stream = MakeStream({{"age"}, {"disease", Role::kSensitive, ValueType::kText}},
                                     {{{"0", "a"},
                                       {"1", "b"},
                                       {"50", first ? "c" : "a"},
                                       {"1000", "a"},
                                       {"1001", "b"},
                                       {"1050", first ? "a" : "c"}}},
                                     {Diversity(2)});
    EXPECT_EQ(Held(stream, {}), std::vector<std::int64_t>{first ? 50 : 1050});
  }
}

TEST(State, GetsTheNumbersOfALargerTable) {
  State state{.releases = 1,
              .classes = {{.members = {{0, 1}, {1, 2}}, .atoms = {{{0, 1}, {1, 2}}}}},
              .waiting = {{.tuple = 2, .rows = 4}},
              .earlier = {{{1, 2}}}};
  Renumber({7, 3, 5}, state);
  EXPECT_EQ(state.classes[0].members, (Group{{3, 2}, {7, 1}}));
  EXPECT_EQ(state.classes[0].atoms[0], (Group{{3, 2}, {7, 1}}));
  EXPECT_EQ(state.waiting[0].tuple, 5U);
  EXPECT_EQ(state.earlier[0], (Group{{3, 2}}));
}

TEST(Pool, KeepsTheYoungestOfATupleWaiting) {
  State state{.releases = 2,
              .classes = {},
              .waiting = {{.tuple = 3, .rows = 2, .since = 0}, {.tuple = 3, .rows = 1, .since = 1}},
              .earlier = {}};
  KeepWaiting({{3, 3}, {5, 1}}, {{3, 1}, {5, 2}}, state);
  ASSERT_EQ(state.waiting.size(), 4U);
  EXPECT_EQ(state.waiting[0].since, 2U);
  EXPECT_EQ(state.waiting[1].since, 1U);
  EXPECT_EQ(state.waiting[2].since, 0U);
  EXPECT_EQ(state.waiting[2].rows, 1U);
  EXPECT_EQ(state.waiting[3].tuple, 5U);
  EXPECT_EQ(state.waiting[3].rows, 1U);
}

}  // namespace
}  // namespace gauze::ledger
