#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "gauze/base/testing/test_rounds.h"
#include "gauze/ledger/box.h"
#include "gauze/ledger/stream.h"

namespace gauze::ledger {
namespace {

std::uint64_t Histories() { return TestRounds(4'000); }

const std::vector<StreamColumn> kPatients = {{"age"},
                                             {"sex", Role::kQuasiIdentifying, ValueType::kText},
                                             {"disease", Role::kSensitive, ValueType::kText}};
const std::vector<StreamColumn> kAges = {{"age"}, {"disease", Role::kSensitive, ValueType::kText}};

std::uint32_t AgeOf(const CodedTable& coded, std::uint32_t tuple) {
  return static_cast<std::uint32_t>(
      coded.table.domains[0][coded.table.columns[0].Get(tuple)].whole);
}

// Records for which fewer than l diseases are possible.
std::set<std::uint32_t> Victims(const CodedTable& coded,
                                const std::vector<std::vector<Group>>& releases, std::size_t l) {
  std::set<std::uint32_t> victims;
  const auto possible = PossibleDiseases(coded, releases);
  for (std::uint32_t tuple = 0; tuple < possible.size(); ++tuple) {
    if (!possible[tuple].empty() && possible[tuple].size() < l) victims.insert(tuple);
  }
  return victims;
}

// The same by their ages, which are all different.
using Ages = std::set<std::uint32_t>;
Ages AgesOfVictims(const CodedTable& coded, const std::vector<std::vector<Group>>& releases) {
  Ages ages;
  for (const std::uint32_t tuple : Victims(coded, releases, 2)) ages.insert(AgeOf(coded, tuple));
  return ages;
}

std::vector<std::vector<Group>> ReleasesOf(const std::vector<State>& states) {
  std::vector<std::vector<Group>> releases;
  for (const State& state : states) releases.push_back(ClassesOf(state));
  return releases;
}

std::set<Ages> AgesOf(const CodedTable& coded, const State& state) {
  std::set<Ages> classes;
  for (const Class& shown : state.classes) {
    Ages ages;
    for (const Share& share : shown.members) ages.insert(AgeOf(coded, share.tuple));
    classes.insert(ages);
  }
  return classes;
}

std::vector<Group> WithAges(const CodedTable& coded, const std::vector<Ages>& classes) {
  std::vector<Group> groups;
  for (const Ages& ages : classes) {
    groups.emplace_back();
    for (std::uint32_t tuple = 0; tuple < coded.table.tuples(); ++tuple) {
      if (ages.contains(AgeOf(coded, tuple))) groups.back().push_back({tuple, 1});
    }
  }
  return groups;
}

// The paper's patients: figure 1, and who came for figure 3.
Stream Patients() {
  return MakeStream(
      kPatients,
      {{{"21", "Male", "Asthma"},
        {"23", "Male", "Flu"},
        {"52", "Male", "Alzheimer"},
        {"57", "Female", "Diabetes"}},
       {{"27", "Female", "Cancer"}, {"53", "Male", "Heart Disease"}, {"59", "Female", "Flu"}}},
      {Diversity(2)});
}

TEST(Figures, NaiveSecondReleaseTellsFiveOfSeven) {
  const Stream stream = Patients();
  const auto figure2 = WithAges(stream.coded, {{21, 23}, {52, 57}});
  const auto figure4 = WithAges(stream.coded, {{21, 23, 27}, {52, 53}, {57, 59}});
  EXPECT_EQ(AgesOfVictims(stream.coded, {figure2}), Ages());
  EXPECT_EQ(AgesOfVictims(stream.coded, {figure4}), Ages());
  // Alice is 27, Bob 52; three others are like Bob.
  EXPECT_EQ(AgesOfVictims(stream.coded, {figure2, figure4}), (Ages{27, 52, 53, 57, 59}));
}

TEST(Figures, OurSecondReleaseTellsNothing) {
  const Stream stream = Patients();
  for (const char* method : {"pool", "atoms", "apart"}) {
    SCOPED_TRACE(method);
    const auto states = stream.Release(method);
    ASSERT_TRUE(states);
    EXPECT_EQ(AgesOf(stream.coded, states->front()), (std::set<Ages>{{21, 23}, {52, 57}}));
    EXPECT_GT(ReleasedRows(states->back()) + WaitingRows(states->back()), 6U);
    EXPECT_EQ(AgesOfVictims(stream.coded, ReleasesOf(*states)), Ages());
  }
  const auto pool = stream.Release("pool");
  EXPECT_EQ(AgesOf(stream.coded, pool->back()), (std::set<Ages>{{21, 23}, {52, 57}, {27, 53, 59}}));
}

// Figure 5: three classes of one release and four of the next, along the age.
TEST(Figures, CompatibleClassesTouch) {
  const Stream stream =
      MakeStream(kAges,
                 {{{"10", "a"}, {"12", "b"}, {"20", "a"}, {"22", "b"}, {"30", "a"}, {"36", "b"}},
                  {{"24", "c"}, {"28", "d"}, {"32", "c"}, {"38", "d"}}},
                 {Diversity(2)});
  const BoxBook book(stream.coded, MissingPolicy::kOwnValue);
  const auto boxes = [&](const std::vector<Ages>& classes) {
    std::vector<Box> made;
    for (const Group& group : WithAges(stream.coded, classes)) {
      made.push_back(book.Printed(book.Tight(group)));
    }
    return made;
  };
  const auto before = boxes({{10, 12}, {20, 22}, {30, 36}});
  const auto after = boxes({{10, 12}, {20, 22, 24}, {28, 30, 32}, {36, 38}});
  EXPECT_EQ(before[0], after[0]);
  EXPECT_TRUE(after[1][0].Covers(before[1][0]));
  EXPECT_FALSE(after[2][0].Covers(before[2][0]));
  const std::vector<std::vector<bool>> touch = {
      {true, false, false, false}, {false, true, false, false}, {false, false, true, true}};
  for (std::size_t i = 0; i < before.size(); ++i) {
    for (std::size_t j = 0; j < after.size(); ++j) {
      EXPECT_EQ(Touch(before[i], after[j]), touch[i][j]) << i << " " << j;
    }
  }
}

// Every set of the paper's figure 6 has two diseases, yet the second class of the last release has
// old people only: who is left of them has what is left.
TEST(Holes, OldPeopleAmongThemselves) {
  const Stream stream = MakeStream(
      kAges, {{{"0", "a"}, {"10", "c"}, {"11", "b"}}, {{"1", "b"}, {"2", "c"}}}, {Diversity(2)});
  const auto paper = stream.Release("paper");
  ASSERT_TRUE(paper);
  EXPECT_EQ(AgesOf(stream.coded, paper->front()), (std::set<Ages>{{0, 10, 11}}));
  EXPECT_EQ(AgesOf(stream.coded, paper->back()), (std::set<Ages>{{0, 1, 2}, {10, 11}}));
  EXPECT_EQ(AgesOfVictims(stream.coded, ReleasesOf(*paper)), (Ages{0}));
  const auto atoms = stream.Release("atoms");
  ASSERT_TRUE(atoms);
  EXPECT_EQ(AgesOf(stream.coded, atoms->back()), (std::set<Ages>{{0, 1, 2, 10, 11}}));
  EXPECT_EQ(AgesOfVictims(stream.coded, ReleasesOf(*atoms)), Ages());
}

// Three releases. Who came second has b or c; the record of age 1 is in {a, b, b} at last: b. Every
// two of the releases leave everybody two diseases.
TEST(Holes, ThreeReleasesTellMoreThanAnyTwo) {
  const Stream stream = MakeStream(
      kAges, {{{"10", "a"}, {"0", "b"}}, {{"1", "b"}, {"11", "c"}}, {{"2", "a"}, {"12", "b"}}},
      {Diversity(2)});
  const auto paper = stream.Release("paper");
  ASSERT_TRUE(paper);
  const auto releases = ReleasesOf(*paper);
  EXPECT_EQ(AgesOf(stream.coded, paper->at(1)), (std::set<Ages>{{0, 1, 10, 11}}));
  EXPECT_EQ(AgesOf(stream.coded, paper->at(2)), (std::set<Ages>{{0, 1, 2}, {10, 11, 12}}));
  for (std::size_t without = 0; without < 3; ++without) {
    auto two = releases;
    two.erase(two.begin() + static_cast<std::ptrdiff_t>(without));
    EXPECT_EQ(AgesOfVictims(stream.coded, two), Ages()) << without;
  }
  EXPECT_TRUE(AgesOfVictims(stream.coded, releases).contains(1));
  const auto atoms = stream.Release("atoms");
  ASSERT_TRUE(atoms);
  EXPECT_EQ(AgesOf(stream.coded, atoms->back()), (std::set<Ages>{{0, 1, 2, 10, 11, 12}}));
}

// Is some class of the former release in several of this one?
bool Divided(const State& former, const State& state) {
  std::map<std::uint32_t, std::size_t> class_of;
  for (std::size_t i = 0; i < state.classes.size(); ++i) {
    for (const Share& share : state.classes[i].members) class_of[share.tuple] = i;
  }
  return std::ranges::any_of(former.classes, [&](const Class& shown) {
    return std::ranges::any_of(shown.members, [&](const Share& share) {
      return class_of[share.tuple] != class_of[shown.members.front().tuple];
    });
  });
}

// Who was there before is told by what is left of them on a side, or who is new by what is new.
TEST(FigureSix, RefusesWhatAPairOfReleasesTells) {
  // The cut before 10 would lose least. On its left, a is all that is left of {a, b}.
  const Stream old_ones = MakeStream(
      kAges, {{{"0", "a"}, {"10", "b"}}, {{"1", "c"}, {"2", "d"}, {"11", "c"}, {"12", "d"}}},
      {Diversity(2)});
  EXPECT_EQ(AgesOf(old_ones.coded, old_ones.Release("paper")->back()),
            (std::set<Ages>{{0, 1, 2, 10}, {11, 12}}));
  // Here b is all of the new {b, d} that could be on its left.
  const Stream new_ones = MakeStream(
      kAges, {{{"0", "a"}, {"1", "b"}, {"10", "a"}}, {{"11", "b"}, {"12", "d"}}}, {Diversity(2)});
  EXPECT_EQ(AgesOf(new_ones.coded, new_ones.Release("paper")->back()),
            (std::set<Ages>{{0, 1, 10}, {11, 12}}));
}

TEST(FigureSix, WaitingRecordsStayOnTheirListWhenOtherClassesAreCut) {
  const Stream stream = MakeStream(kAges,
                                   {{{"0", "a"}, {"1", "b"}, {"100", "a"}, {"101", "b"}},
                                    {{"40", "a"}, {"41", "b"}, {"102", "c"}}},
                                   {Diversity(2)});
  const auto states = stream.Release("paper");
  ASSERT_TRUE(states);
  const State& last = states->back();
  EXPECT_EQ(AgesOf(stream.coded, last), (std::set<Ages>{{0, 1}, {40, 41}, {100, 101}}));
  ASSERT_EQ(last.waiting.size(), 1U);
  const Group& near = last.classes[last.waiting.front().place].members;
  EXPECT_EQ(AgeOf(stream.coded, near.front().tuple), 100U);
  // States that nothing of today is compatible with are forgotten.
  EXPECT_EQ(last.earlier.size(), 4U);
}

TEST(Leaks, NobodyFallsBelowLWhereThatIsPromised) {
  std::mt19937_64 random(1);
  std::map<std::string, std::uint64_t> victims;
  std::map<std::string, std::uint64_t> seen;
  for (std::uint64_t round = 0; round < Histories(); ++round) {
    SCOPED_TRACE(round);
    const int l = random() % 3 == 0 ? 3 : 2;
    Stream stream = RandomPersons(random, l);
    stream.coarse = random() % 2 == 0;
    for (const MethodEntry& method : Methods()) {
      const std::string& name = method.descriptor.name;
      std::vector<RawParameter> parameters;
      if (name == "pool") parameters = {{"most_waiting", std::to_string(random() % 4), ""}};
      const auto states = stream.Release(name, parameters);
      ASSERT_TRUE(states) << states.error().Text();
      const auto found = Victims(stream.coded, ReleasesOf(*states), static_cast<std::size_t>(l));
      victims[name] += found.size();
      ASSERT_TRUE(method.known_holes || found.empty()) << name;
      for (std::size_t i = 1; i < states->size(); ++i) {
        const bool grown = ReleasedRows(states->at(i)) > ReleasedRows(states->at(i - 1));
        seen[name + " grown"] += grown ? 1 : 0;
        seen[name + " divided"] += Divided(states->at(i - 1), states->at(i)) ? 1 : 0;
      }
    }
  }
  // The adversary is one, and had something to look at.
  EXPECT_GT(victims["paper"], Histories() / 50);
  EXPECT_GT(victims["anew"], Histories());
  for (const MethodEntry& method : Methods()) {
    EXPECT_GT(seen[method.descriptor.name + " grown"], Histories() / 2) << method.descriptor.name;
  }
  EXPECT_GT(seen["paper divided"], Histories() / 50);
  EXPECT_GT(seen["atoms divided"], Histories() / 200);
}

}  // namespace
}  // namespace gauze::ledger
