#include "gauze/attack/channels/search.h"

#include <gtest/gtest.h>

#include "gauze/attack/channels/classes_alone.h"
#include "gauze/attack/channels/history.h"
#include "gauze/base/testing/test_rounds.h"

namespace gauze::channels {
namespace {

constexpr std::uint64_t kL = 2;

Judge MakeJudge() {
  Catalog catalog;
  for (const ModelEntry& model : Models()) catalog.models.push_back(&model.descriptor);
  Policy policy;
  policy.protect.push_back(
      MakeEntry(
          "l_diversity",
          {{"attribute", "disease", ""}, {"kind", "distinct", ""}, {"l", std::to_string(kL), ""}},
          catalog, "test")
          .value());
  CodedTable coded;
  coded.table.attributes = {{.name = "disease", .role = Role::kSensitive}};
  coded.table.domains = {Domain(ValueType::kText, {{"a"}, {"b"}, {"c"}}, false)};
  coded.hierarchies = {nullptr};
  return Judge::Make(policy, coded, {{}}).value();
}

struct Attacked {
  Series series;
  std::vector<Leaks> leaks;

  // What was found of a person.
  const Leaks& Of(const History& history, std::size_t person) const {
    const Person& one = history.persons[person];
    for (std::size_t c = 0; c < series.crowds.size(); ++c) {
      const Crowd& crowd = series.crowds[c];
      bool mine = crowd.first == one.came;
      for (std::size_t t = one.came; mine && t < series.releases.size(); ++t) {
        Places places;
        for (std::uint32_t k = 0; k < series.releases[t].classes.size(); ++k) {
          if (series.releases[t].classes[k].box[0].Has(one.age)) places.push_back(k);
        }
        mine = places == crowd.places[t];
      }
      if (mine) return leaks[c];
    }
    ADD_FAILURE() << "somebody is in no crowd";
    return leaks.front();
  }
};

Attacked Attack(const History& history, const Judge& judge) {
  Attacked attacked{.series = {.releases = history.releases}};
  std::vector<People> people;
  for (const Person& one : history.persons) {
    people.push_back({.box = {{.low = one.age, .high = one.age}}, .first = one.came, .count = 1});
  }
  const auto crowds = FindPlaces(history.releases, people);
  EXPECT_TRUE(crowds) << crowds.error().Text();
  attacked.series.crowds = *crowds;
  NoProgress progress;
  const auto leaks = Search(attacked.series, 1, judge, progress);
  EXPECT_TRUE(leaks) << leaks.error().Text();
  attacked.leaks = *leaks;
  return attacked;
}

struct Tally {
  // Of the adversary who goes through everything, without those whom one release gives away.
  std::uint64_t victims = 0;
  std::uint64_t found = 0;
  std::uint64_t by_pairs = 0;
};

// Whoever the attack finds is a victim.
Tally Compare(const History& history, const Judge& judge) {
  Tally tally;
  const Everything everything(history);
  const Attacked attacked = Attack(history, judge);
  for (std::size_t p = 0; p < history.persons.size(); ++p) {
    const Leaks& leaks = attacked.Of(history, p);
    const bool pair = leaks[kDifference] || leaks[kIntersection];
    EXPECT_TRUE(!pair || leaks[kCombination]);
    EXPECT_TRUE(!leaks[kOneRelease] || everything.Possible(p).size() < kL) << "not a victim";
    if (leaks[kOneRelease]) continue;  // no art
    const bool victim = everything.Possible(p).size() < kL;
    EXPECT_TRUE(victim || !leaks[kCombination]) << "not a victim";
    EXPECT_TRUE(everything.Possible(p).contains(history.persons[p].value));
    tally.victims += victim ? 1 : 0;
    tally.found += leaks[kCombination] ? 1 : 0;
    tally.by_pairs += pair ? 1 : 0;
  }
  return tally;
}

Tally CompareMany(std::uint64_t rounds, std::size_t people, bool apart, bool waiting) {
  const Judge judge = MakeJudge();
  Tally all;
  for (std::uint64_t round = 0; round < rounds && !testing::Test::HasFailure(); ++round) {
    SCOPED_TRACE(round);
    Maker maker(round + 1);
    const History history = maker.Make(2 + maker.Below(static_cast<std::uint32_t>(people) - 1),
                                       2 + maker.Below(3), apart, waiting);
    const Tally tally = Compare(history, judge);
    all.victims += tally.victims;
    all.found += tally.found;
    all.by_pairs += tally.by_pairs;
  }
  std::printf(
      "victims %llu, found %llu, by pairs %llu\n", static_cast<unsigned long long>(all.victims),
      static_cast<unsigned long long>(all.found), static_cast<unsigned long long>(all.by_pairs));
  return all;
}

TEST(InferenceChannels, FindsNearlyAllVictimsAndNobodyElseWhereBoxesAreApart) {
  const Tally tally = CompareMany(TestRounds(2'000), 8, true, false);
  EXPECT_GT(tally.found * 1000, tally.victims * 995);
  EXPECT_GT(tally.found, tally.by_pairs);
}

TEST(InferenceChannels, FindsVictimsAndNobodyElseWhereBoxesOverlap) {
  const Tally tally = CompareMany(2'000, 7, false, false);
  EXPECT_GT(tally.found * 100, tally.victims * 93);
}

TEST(InferenceChannels, FindsNobodyElseWhereSomeWait) {
  for (const bool apart : {true, false}) {
    const Tally tally = CompareMany(500, 5, apart, true);
    EXPECT_GT(tally.found * 2, tally.victims);
  }
}

// Without people, fewer are counted than with.
TEST(InferenceChannels, ClassesAloneCountNobodyElse) {
  const Judge judge = MakeJudge();
  std::array<std::uint64_t, kKinds> counted{};
  for (std::uint64_t round = 0; round < TestRounds(3'000); ++round) {
    SCOPED_TRACE(round);
    Maker maker(round + 1);
    const History history = maker.Make(12, 2 + maker.Below(3), true, false);
    const Attacked attacked = Attack(history, judge);
    std::array<std::uint64_t, kKinds> people{};
    for (std::size_t c = 0; c < attacked.leaks.size(); ++c) {
      for (std::size_t kind = 0; kind < kKinds; ++kind) {
        if (attacked.leaks[c][kind]) people[kind] += attacked.series.crowds[c].people;
      }
    }
    NoProgress progress;
    const CertainLeaks certain = SearchClasses(attacked.series, 1, judge, progress);
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      ASSERT_LE(certain.people[kind], people[kind]) << kind;
      counted[kind] += certain.people[kind];
    }
  }
  EXPECT_GT(counted[kDifference], 0U);
  EXPECT_GT(counted[kIntersection], 0U);
}

}  // namespace
}  // namespace gauze::channels
