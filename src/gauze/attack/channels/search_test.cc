#include "gauze/attack/channels/search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "gauze/attack/channels/classes_alone.h"
#include "gauze/base/test_size.h"

namespace gauze::channels {
namespace {

constexpr Code kValues = 3;
constexpr std::uint64_t kL = 2;

struct Person {
  std::uint64_t age = 0;
  std::uint32_t came = 0;   // the source that lists the person
  std::uint32_t shown = 0;  // the first release that does; may be past the last
  Code value = 0;
};

// People, and releases of them. Everybody who is shown stays.
struct History {
  std::vector<Person> persons;
  std::vector<ShownRelease> releases;
};

// Classes in which everybody of some group is; equal boxes are one class.
ShownRelease Show(const std::vector<Person>& persons, const std::map<std::size_t, int>& group_of) {
  std::map<int, std::vector<std::size_t>> groups;
  for (const auto& [person, group] : group_of) groups[group].push_back(person);
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::map<Code, std::uint64_t>> classes;
  for (const auto& [group, members] : groups) {
    Reach ages{.low = persons[members.front()].age, .high = persons[members.front()].age};
    for (const std::size_t p : members) {
      ages.low = std::min(ages.low, persons[p].age);
      ages.high = std::max(ages.high, persons[p].age);
    }
    for (const std::size_t p : members) ++classes[{ages.low, ages.high}][persons[p].value];
  }
  ShownRelease release;
  for (const auto& [ages, values] : classes) {
    ShownClass shown{.box = {{.low = ages.first, .high = ages.second}},
                     .values = {Multiset(values.begin(), values.end())}};
    shown.rows = RowsOf(shown.values[0]);
    release.rows += shown.rows;
    release.classes.push_back(std::move(shown));
  }
  return release;
}

class Maker {
 public:
  explicit Maker(std::uint64_t seed) : random_(seed) {}

  // `apart`: no two boxes of a release touch. `waiting`: some are shown later than they came.
  History Make(std::size_t people, std::uint32_t releases, bool apart, bool waiting) {
    History history;
    for (std::size_t p = 0; p < people; ++p) {
      const std::uint32_t came = p == 0 ? 0 : Below(releases);
      const std::uint32_t late = waiting && Below(3) == 0 ? 1 + Below(2) : 0;
      history.persons.push_back(
          {.age = Below(9), .came = came, .shown = came + late, .value = Below(kValues)});
    }
    for (std::uint32_t t = 0; t < releases; ++t) {
      std::vector<std::uint64_t> cuts = {Below(10), Below(10)};
      std::map<std::size_t, int> group_of;
      for (std::size_t p = 0; p < people; ++p) {
        const Person& one = history.persons[p];
        if (one.shown > t) continue;
        const auto passed =
            std::ranges::count_if(cuts, [&](std::uint64_t cut) { return one.age >= cut; });
        group_of[p] = apart ? static_cast<int>(passed) : static_cast<int>(Below(3));
      }
      history.releases.push_back(Show(history.persons, group_of));
    }
    return history;
  }

  std::uint32_t Below(std::uint32_t count) { return static_cast<std::uint32_t>(random_() % count); }

 private:
  std::mt19937_64 random_;
};

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

// An adversary who knows everybody's age and source and has all releases goes through everything
// that can be true: who is shown from when on, who is in which of the classes that can hold them,
// and who has which value.
class Everything {
 public:
  explicit Everything(const History& history)
      : history_(history),
        value_(history.persons.size()),
        shown_(history.persons.size()),
        possible_(history.persons.size()) {
    ChooseShown(0);
  }

  const std::set<Code>& Possible(std::size_t person) const { return possible_[person]; }

 private:
  void ChooseShown(std::size_t p) {
    const auto releases = static_cast<std::uint32_t>(history_.releases.size());
    if (p < shown_.size()) {
      for (shown_[p] = history_.persons[p].came; shown_[p] <= releases; ++shown_[p]) {
        ChooseShown(p + 1);
      }
      return;
    }
    for (std::uint32_t t = 0; t < releases; ++t) {
      const auto there = std::ranges::count_if(shown_, [&](auto first) { return first <= t; });
      if (static_cast<std::uint64_t>(there) != history_.releases[t].rows) return;
    }
    ChooseValue(0);
  }

  void ChooseValue(std::size_t p) {
    if (p < value_.size()) {
      for (value_[p] = 0; value_[p] < kValues; ++value_[p]) ChooseValue(p + 1);
      return;
    }
    for (std::uint32_t t = 0; t < history_.releases.size(); ++t) {
      std::vector<Multiset> left;
      for (const ShownClass& shown : history_.releases[t].classes) left.push_back(shown.values[0]);
      if (!Fits(t, 0, left)) return;
    }
    for (std::size_t one = 0; one < value_.size(); ++one) possible_[one].insert(value_[one]);
  }

  // Whether everybody from this person on finds a class with their value left.
  bool Fits(std::uint32_t t, std::size_t p, std::vector<Multiset>& left) const {
    while (p < value_.size() && shown_[p] > t) ++p;
    if (p == value_.size()) return true;
    for (std::size_t c = 0; c < left.size(); ++c) {
      if (!history_.releases[t].classes[c].box[0].Has(history_.persons[p].age)) continue;
      if (CountOf(left[c], value_[p]) == 0) continue;
      const Multiset before = left[c];
      left[c] = Less(left[c], {{value_[p], 1}});
      if (Fits(t, p + 1, left)) return true;
      left[c] = before;
    }
    return false;
  }

  const History& history_;
  std::vector<Code> value_;
  std::vector<std::uint32_t> shown_;
  std::vector<std::set<Code>> possible_;
};

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
  EXPECT_GT(tally.found * 100, tally.victims * 95);
  EXPECT_GT(tally.found, tally.by_pairs);
}

TEST(InferenceChannels, FindsVictimsAndNobodyElseWhereBoxesOverlap) {
  const Tally tally = CompareMany(TestRounds(2'000), 7, false, false);
  EXPECT_GT(tally.found * 2, tally.victims);
}

TEST(InferenceChannels, FindsNobodyElseWhereSomeWait) {
  for (const bool apart : {true, false}) {
    const Tally tally = CompareMany(TestRounds(500), 5, apart, true);
    EXPECT_GT(tally.found, 0U);
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
