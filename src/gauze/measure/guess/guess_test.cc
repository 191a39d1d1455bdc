#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gauze/measure/guess/alias_guess.h"
#include "gauze/measure/guess/breach.h"
#include "gauze/measure/guess/grade_guess.h"

namespace gauze {
namespace {

using Rows = std::vector<std::uint64_t>;

// Values 0, 1, 2 with 60, 30 and 9 hidden rows, a third behind the first alias.
TEST(AliasGuess, RanksFollowTheSplitThatFits) {
  AliasView view{.alias_rows = {3, 20, 10, 40, 6, 20},
                 .open_rows = {40, 10, 1},
                 .known_rows = {100, 40, 10},
                 .group = {},
                 .named_rows = {},
                 .company = {}};
  // 20 rows are a third of 60 and two thirds of 30.
  EXPECT_EQ(GuessByRank(view), (AliasGuesses{{2}, {0, 1}, {1}, {0}, {2}, {0, 1}}));
  EXPECT_EQ(GuessBlindly(view), AliasGuesses(6, {0}));
}

TEST(AliasGuess, SharedAliasesAreGuessedAsTheirMostFrequentValue) {
  // 0 and 1 share a node, whose name most of them show: its alias is the rarer one.
  AliasView view{.alias_rows = {20, 10},
                 .open_rows = {0, 0, 0},
                 .known_rows = {600, 300, 200},
                 .group = {0, 0, 1},
                 .named_rows = {80, 0},
                 .company = {}};
  EXPECT_EQ(GuessByRank(view), (AliasGuesses{{2}, {0}}));
  EXPECT_EQ(GuessInGroups(view), (std::vector<std::size_t>{0, 2}));
  view.alias_rows = {90, 20};
  view.named_rows = {0, 0};
  EXPECT_EQ(GuessByRank(view), (AliasGuesses{{0}, {2}}));
}

TEST(AliasGuess, CompanyTellsWhatFrequencyDoesNot) {
  AliasView view{.alias_rows = {10, 10},
                 .open_rows = {0, 0},
                 .known_rows = {50, 50},
                 .group = {},
                 .named_rows = {},
                 .company = {{.cells = 2,
                              .aliases = {{{0, 2}, {1, 8}}, {{0, 8}, {1, 2}}},
                              .values = {{{0, 40}, {1, 10}}, {{0, 10}, {1, 40}}}}}};
  EXPECT_EQ(GuessByCompany(view), (AliasGuesses{{1}, {0}}));
}

TEST(AliasGuess, CellsThatNobodyKnowsDecideNothing) {
  AliasView view{.alias_rows = {4},
                 .open_rows = {0, 0},
                 .known_rows = {1, 9},
                 .group = {},
                 .named_rows = {},
                 .company = {{.cells = 2, .aliases = {{{1, 4}}}, .values = {{{0, 1}}, {{0, 9}}}}}};
  EXPECT_EQ(GuessByCompany(view), (AliasGuesses{{1}}));
}

// Whoever holds the table itself, of which every value has company of its own, is never wrong.
TEST(AliasGuess, DistinctCompanyGivesEverythingAway) {
  EXPECT_TRUE(rc::check([] {
    const auto values = *rc::gen::inRange<std::size_t>(1, 8);
    AliasView view;
    view.company.push_back({.cells = values, .aliases = {}, .values = {}});
    AliasGuesses truth;
    for (std::size_t v = 0; v < values; ++v) {
      const auto rows = *rc::gen::inRange<std::uint64_t>(2, 50);
      const auto first = *rc::gen::inRange<std::uint64_t>(0, rows + 1);
      view.known_rows.push_back(rows);
      view.open_rows.push_back(0);
      view.company[0].values.push_back({{v, rows}});
      for (const std::uint64_t behind : {first, rows - first}) {
        if (behind == 0) continue;
        view.alias_rows.push_back(behind);
        view.company[0].aliases.push_back({{v, behind}});
        truth.push_back({v});
      }
    }
    RC_ASSERT(GuessByCompany(view) == truth);
  }));
}

// Rows written out, and the number that stands where the middle of the grade's rows is.
TEST(GradeGuess, QuantilesAreThoseOfRowsWrittenOut) {
  EXPECT_TRUE(rc::check([] {
    const auto counts = rc::gen::container<Rows>(rc::gen::inRange<std::uint64_t>(1, 6));
    const Rows grades = *counts;
    const Rows known = *rc::gen::nonEmpty(counts);
    std::vector<std::size_t> numbers;
    for (std::size_t n = 0; n < known.size(); ++n) numbers.insert(numbers.end(), known[n], n);
    const auto released = std::accumulate(grades.begin(), grades.end(), std::uint64_t{0});
    std::vector<std::size_t> wanted;
    std::uint64_t before = 0;
    for (const std::uint64_t rows : grades) {
      // (before + rows / 2) / released of all known rows lie below the place.
      const auto place = (2 * before + rows) * numbers.size() / (2 * released);
      wanted.push_back(numbers[place]);
      before += rows;
    }
    RC_ASSERT(GuessByQuantile({.grade_rows = grades, .known_rows = known}) == wanted);
  }));
}

TEST(GradeGuess, TheSameTableGivesEverythingAway) {
  const Rows rows = {1, 5, 2, 100, 1};
  EXPECT_EQ(GuessByQuantile({.grade_rows = rows, .known_rows = rows}),
            (std::vector<std::size_t>{0, 1, 2, 3, 4}));
}

TEST(GradeGuess, StepsAndOnePersonGiveEverythingAway) {
  EXPECT_TRUE(rc::check([] {
    // Three categories in which every number occurs.
    const auto width = [] { return *rc::gen::inRange(2, 400); };
    const std::vector<int> widths = {width(), width(), width()};
    std::vector<double> grades;
    std::vector<double> numbers;
    double from = *rc::gen::inRange(-50, 50);
    for (std::size_t c = 0; c < widths.size(); ++c) {
      for (int x = 0; x < widths[c]; ++x) {
        grades.push_back(static_cast<double>(c + 1) + static_cast<double>(x) / widths[c]);
        numbers.push_back(from + x);
      }
      from += widths[c];
    }
    grades.push_back(3.999);
    numbers.push_back(from);
    const auto known = *rc::gen::inRange<std::size_t>(0, grades.size());
    const auto guesses = GuessBySteps(grades, known, numbers[known]);
    for (std::size_t i = 0; i < grades.size(); ++i) RC_ASSERT(guesses[i] == numbers[i]);
  }));
}

TEST(GradeGuess, ACategoryWithoutStepsHidesWhatLiesBeyond) {
  const auto guesses = GuessBySteps({1.5, 1.75, 2, 3, 3.5}, 0, 12);
  EXPECT_EQ(guesses[1], 13);
  EXPECT_EQ(guesses[2], 14);  // where the first one ends
  EXPECT_FALSE(guesses[3].has_value());
  EXPECT_FALSE(guesses[4].has_value());
}

// The paper's table IV: 75 % in [10000, 10030].
TEST(Breach, ThreeOfFourIncomesAreNear) {
  const NearConclusion near =
      ConcludeInterval({{10000, 1}, {10020, 1}, {10030, 1}, {15000, 1}}, 4, 30);
  EXPECT_EQ(near.from, 10000);
  EXPECT_EQ(near.Judge(10030).share, 0.75);
  EXPECT_TRUE(near.Judge(10030).breached);
  EXPECT_FALSE(near.Judge(15000).breached);
}

TEST(Breach, TheDensestIntervalIsThatOfAllIntervals) {
  EXPECT_TRUE(rc::check([] {
    const auto numbers = *rc::gen::nonEmpty(rc::gen::container<std::map<double, std::uint64_t>>(
        rc::gen::map(rc::gen::inRange(0, 30), [](int number) { return number * 1.0; }),
        rc::gen::inRange<std::uint64_t>(1, 5)));
    const double length = *rc::gen::inRange(0, 12);
    std::uint64_t most = 0;
    for (const auto& [from, unused] : numbers) {
      std::uint64_t inside = 0;
      for (const auto& [number, rows] : numbers) {
        if (number >= from && number <= from + length) inside += rows;
      }
      most = std::max(most, inside);
    }
    RC_ASSERT(ConcludeInterval(numbers, 1, length).rows == most);
  }));
}

TEST(Breach, WhoHasNoNumberIsACandidateAllTheSame) {
  EXPECT_TRUE(ConcludeInterval({{1, 2}}, 4, 0).Judge(1).breached);
  EXPECT_FALSE(ConcludeInterval({{1, 2}}, 5, 0).Judge(1).breached);
  EXPECT_FALSE(ConcludeInterval({}, 0, 0).Judge(0).breached);
}

TEST(Breach, HalfOfTheCandidatesInAnotherBranch) {
  EXPECT_TRUE(JudgeBranch({{0, 2}, {1, 2}}, 4, 0).breached);
  EXPECT_FALSE(JudgeBranch({{0, 3}, {1, 2}}, 5, 0).breached);
  EXPECT_TRUE(JudgeBranch({{0, 3}, {1, 2}}, 5, 1).breached);
  EXPECT_FALSE(JudgeBranch({{0, 2}, {1, 2}, {2, 1}}, 5, 1).breached);
  EXPECT_EQ(JudgeBranch({{0, 2}, {1, 2}, {2, 1}}, 5, 1).share, 0.6);
  EXPECT_FALSE(JudgeBranch({{0, 2}}, 5, 1).breached);  // three show nothing
  EXPECT_FALSE(JudgeBranch({}, 0, 1).breached);
}

TEST(Breach, VictimsWeighTheirRows) {
  BreachTally tally;
  EXPECT_TRUE(tally.Figures("x").empty());
  tally.Add({0.75, true}, 3);
  tally.Add({0.25, false}, 1);
  const std::vector<Figure> figures = tally.Figures("x");
  EXPECT_EQ(figures[0].value, 0.75);
  EXPECT_EQ(figures[1].value, 0.75);
  EXPECT_EQ(figures[2].value, 0.625);
}

}  // namespace
}  // namespace gauze
