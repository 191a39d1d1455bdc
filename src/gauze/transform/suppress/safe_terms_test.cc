#include "gauze/transform/suppress/safe_terms.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "gauze/base/testing/test_rounds.h"
#include "gauze/model/qs_condition.h"

namespace gauze::suppress {
namespace {

Knowledge RandomKnowledge(std::mt19937_64& random, std::size_t terms) {
  std::vector<Knowledge::Row> rows;
  const std::size_t labels = 2 + random() % 8;
  for (std::size_t label = 0; label < labels; ++label) {
    std::set<std::string> has;
    for (std::size_t i = 1 + random() % 4; i > 0; --i) {
      has.insert(fmt::format("t{}", random() % terms));
    }
    rows.push_back({fmt::format("label {}", label), {has.begin(), has.end()}});
  }
  return *Knowledge::Make(rows);
}

// Every combination of these terms links to no label or to enough of them.
bool EachIsSafe(const Knowledge& knowledge, const std::vector<TermId>& terms, std::size_t least) {
  for (std::size_t subset = 0; subset < std::size_t{1} << terms.size(); ++subset) {
    std::vector<TermId> shown;
    for (std::size_t i = 0; i < terms.size(); ++i) {
      if ((subset >> i & 1) != 0) shown.push_back(terms[i]);
    }
    const std::size_t linked = knowledge.CountLinked(shown);
    if (linked > 0 && linked < least) return false;
  }
  return true;
}

TEST(SafeTerms, WhateverARowShowsOfThemIsSafeAndNoOtherCouldBeAdded) {
  std::mt19937_64 random(1);
  std::size_t some = 0;
  for (std::uint64_t round = 0; round < TestRounds(2000); ++round) {
    const Knowledge knowledge = RandomKnowledge(random, 7);
    const std::size_t least = 1 + random() % std::min<std::size_t>(4, knowledge.label_count());
    const std::vector<bool> safe = SafeTerms(knowledge, least);
    std::vector<TermId> terms;
    for (TermId term = 0; term < safe.size(); ++term) {
      if (safe[term]) terms.push_back(term);
    }
    EXPECT_TRUE(EachIsSafe(knowledge, terms, least));
    for (TermId term = 0; term < safe.size(); ++term) {
      if (safe[term]) continue;
      terms.push_back(term);
      EXPECT_FALSE(EachIsSafe(knowledge, terms, least));
      terms.pop_back();
    }
    some += !terms.empty() && terms.size() < safe.size() ? 1 : 0;
  }
  EXPECT_GT(some, TestRounds(2000) / 4);
}

TEST(SafeTerms, TheOrderOfTheTableMakesNoDifference) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 200; ++round) {
    const Knowledge knowledge = RandomKnowledge(random, 9);
    std::vector<Knowledge::Row> rows;
    for (LabelId label = 0; label < knowledge.label_count(); ++label) {
      rows.push_back({knowledge.labels()[label], {}});
    }
    for (TermId term = 0; term < knowledge.term_count(); ++term) {
      knowledge.LabelsOf(term).ForEach(
          [&](LabelId label) { rows[label].second.push_back(knowledge.terms()[term]); });
    }
    std::ranges::shuffle(rows, random);
    for (auto& row : rows) std::ranges::shuffle(row.second, random);
    const Knowledge other = *Knowledge::Make(rows);
    std::map<std::string, bool> safe[2];
    for (const auto* one : {&knowledge, &other}) {
      const std::vector<bool> found = SafeTerms(*one, 2);
      for (TermId term = 0; term < found.size(); ++term) {
        safe[one == &other ? 1 : 0][one->terms()[term]] = found[term];
      }
    }
    EXPECT_EQ(safe[0], safe[1]);
  }
}

TEST(SafeTerms, SoManyLabelsAreDiverseAndOneLessIsNot) {
  for (const Ratio c : {Ratio{1, 1}, Ratio{5, 10}, Ratio{3, 10}, Ratio{15, 10}, Ratio{7, 1}}) {
    for (const std::uint64_t l : {1U, 2U, 5U}) {
      const QsCondition condition = QsCondition::Diversity(c, l);
      const std::size_t least = LeastLabels(c, l);
      for (const std::size_t linked : {least - 1, least, least + 3}) {
        if (linked == 0) continue;
        std::vector<LabelId> labels(linked);
        for (LabelId label = 0; label < linked; ++label) labels[label] = label;
        QsPosterior posterior(linked + 2);
        posterior.Add(labels, 1);
        EXPECT_EQ(condition.Holds(posterior), linked >= least) << linked << ' ' << l;
      }
    }
  }
  EXPECT_EQ(LeastLabels({1, 1'000'000}, 1'000'000), 1'999'999);
}

}  // namespace
}  // namespace gauze::suppress
