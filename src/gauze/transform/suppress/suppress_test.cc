#include "gauze/transform/suppress/suppress.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <random>
#include <set>

#include "gauze/base/testing/test_rounds.h"

namespace gauze::suppress {
namespace {

constexpr int kLabels = 6;
constexpr int kTerms = 7;           // a row may have the last, which no label has
constexpr std::int64_t kPart = 60;  // lcm(1 … 6)

// A class written out: rows one by one, knowledge as sets of numbers, exact whole numbers.
struct Example {
  std::vector<std::set<int>> labels;
  std::vector<std::vector<int>> rows;
  bool diversity = true;
  Ratio limit;  // c or t
  std::uint64_t l = 1;
  bool uniform = true;                     // prior; else that of these rows
  std::vector<std::vector<int>> original;  // the whole table
};

// The labels that contain all of the terms but the removed.
std::vector<int> Linked(const Example& example, const std::vector<int>& row, unsigned removed) {
  std::vector<int> linked;
  for (int label = 0; label < kLabels; ++label) {
    bool all = true;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if ((removed >> i & 1) == 0 && !example.labels[label].contains(row[i])) all = false;
    }
    if (all) linked.push_back(label);
  }
  return linked;
}

using Sums = std::array<std::int64_t, kLabels>;

void AddRow(const std::vector<int>& linked, Sums& sums) {
  for (const int label : linked) sums[label] += kPart / static_cast<std::int64_t>(linked.size());
}

Sums PriorSums(const Example& example) {
  Sums sums{};
  for (const auto& row : example.original) AddRow(Linked(example, row, 0), sums);
  if (example.uniform) sums.fill(kPart / kLabels);
  return sums;
}

bool Holds(const Example& example, Sums sums, const Sums& prior) {
  if (example.diversity) {
    std::ranges::sort(sums, std::greater<>());
    std::int64_t rest = 0;
    for (std::size_t i = example.l - 1; i < kLabels; ++i) rest += sums[i];
    return sums[0] * example.limit.denominator <= rest * example.limit.numerator;
  }
  const auto rows = static_cast<Wide>(example.rows.size());
  const auto prior_rows = static_cast<Wide>(example.uniform ? 1 : example.original.size());
  Wide distance = 0;
  for (int label = 0; label < kLabels; ++label) {
    const Wide apart = sums[label] * prior_rows - prior[label] * rows;
    distance += apart * apart;
  }
  const Wide most = kPart * rows * prior_rows * example.limit.numerator;
  return distance * example.limit.denominator * example.limit.denominator <= most * most;
}

// The exact cost of removals, in parts of 60.
std::int64_t CostOf(const std::vector<int>& row, unsigned removed) {
  std::int64_t cost = 0;
  auto left = static_cast<std::int64_t>(row.size());
  for (int i = std::popcount(removed); i > 0; --i) cost += kPart / left--;
  return cost;
}

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

// All removals of all rows.
class BruteForce {
 public:
  explicit BruteForce(const Example& example) : example_(example), prior_(PriorSums(example)) {
    for (const auto& row : example.rows) {
      auto& shares = shares_.emplace_back(1U << row.size());
      for (unsigned removed = 0; removed < shares.size(); ++removed) {
        AddRow(Linked(example, row, removed), shares[removed]);
      }
    }
  }

  std::int64_t Best() {
    Descend(0, 0, {});
    return best_;
  }

  // With nothing removed the condition holds, and not with one term removed.
  bool IsBrokenByOneTerm() const {
    Sums sums{};
    for (const auto& shares : shares_) AddTo(shares[0], 1, sums);
    if (!Holds(example_, sums, prior_)) return false;
    for (const auto& shares : shares_) {
      for (unsigned removed = 1; removed < shares.size(); removed *= 2) {
        Sums next = sums;
        AddTo(shares[0], -1, next);
        AddTo(shares[removed], 1, next);
        if (!Holds(example_, next, prior_)) return true;
      }
    }
    return false;
  }

 private:
  static void AddTo(const Sums& shares, int sign, Sums& sums) {
    for (int label = 0; label < kLabels; ++label) sums[label] += sign * shares[label];
  }

  void Descend(std::size_t row, std::int64_t cost, const Sums& sums) {
    if (cost >= best_) return;
    if (row == shares_.size()) {
      if (Holds(example_, sums, prior_)) best_ = cost;
      return;
    }
    for (unsigned removed = 0; removed < shares_[row].size(); ++removed) {
      Sums next = sums;
      AddTo(shares_[row][removed], 1, next);
      Descend(row + 1, cost + CostOf(example_.rows[row], removed), next);
    }
  }

  const Example& example_;
  Sums prior_;
  std::vector<std::vector<Sums>> shares_;
  std::int64_t best_ = kNever;
};

Example RandomExample(std::mt19937_64& random) {
  Example example;
  const auto draw = [&](std::uint64_t from, std::uint64_t to) {
    return from + random() % (to - from + 1);
  };
  // Terms without repetition.
  const auto some = [&](std::vector<int> from, std::size_t size) {
    std::ranges::shuffle(from, random);
    from.resize(std::min(size, from.size()));
    return from;
  };
  std::vector<int> all(kTerms - 1);
  for (int term = 0; term < kTerms - 1; ++term) all[term] = term;
  for (int label = 0; label < kLabels; ++label) {
    const auto terms = some(all, draw(2, 5));
    example.labels.emplace_back(terms.begin(), terms.end());
  }
  all.push_back(kTerms - 1);
  const bool from_labels = draw(0, 2) != 0;
  std::size_t budget = draw(0, 49) == 0 ? 16 : 10;
  for (std::size_t i = draw(1, 5); i > 0 && budget > 0; --i) {
    const std::size_t size = std::min(budget, draw(0, 9) == 0 ? 0 : draw(1, 4));
    budget -= size;
    if (!example.rows.empty() && draw(0, 5) == 0 && example.rows.back().size() <= budget + size) {
      example.rows.push_back(example.rows.back());
      continue;
    }
    const auto& label = example.labels[draw(0, kLabels - 1)];
    example.rows.push_back(from_labels ? some(std::vector<int>(label.begin(), label.end()), size)
                                       : some(all, size));
  }
  example.diversity = draw(0, 1) == 0;
  static const Ratio kC[] = {{1, 1}, {5, 10}, {2, 1}, {3, 1}, {75, 100}};
  static const Ratio kT[] = {{1, 10}, {2, 10}, {3, 10}, {4, 10}, {15, 100}, {0, 1}};
  example.limit = example.diversity ? kC[draw(0, 4)] : kT[draw(0, 5)];
  example.l = draw(1, kLabels);
  example.uniform = draw(0, 1) == 0;
  if (!example.uniform) {
    example.original = example.rows;
    for (std::size_t i = draw(0, 4); i > 0; --i) example.original.push_back(some(all, draw(1, 3)));
  }
  return example;
}

// The same for the library.
struct Prepared {
  explicit Prepared(const Example& example)
      : knowledge(MakeKnowledge(example)), condition(MakeCondition(example)) {
    for (const auto& row : example.rows) {
      const std::vector<TermId> terms = TermsOf(row);
      const auto same =
          std::ranges::find_if(rows, [&](const TermRows& set) { return set.terms == terms; });
      if (same == rows.end()) {
        rows.push_back({terms, 1});
      } else {
        ++same->rows;
      }
    }
  }

  static Knowledge MakeKnowledge(const Example& example) {
    std::vector<Knowledge::Row> rows;
    for (const auto& label : example.labels) {
      rows.push_back({fmt::format("label {}", rows.size()), {}});
      for (const int term : label) rows.back().second.push_back(fmt::format("term {}", term));
    }
    return *Knowledge::Make(rows);
  }
  std::vector<TermId> TermsOf(const std::vector<int>& row) const {
    std::vector<TermId> terms;
    for (const int term : row) terms.push_back(knowledge.FindTerm(fmt::format("term {}", term)));
    return terms;
  }
  QsCondition MakeCondition(const Example& example) const {
    if (example.diversity) return QsCondition::Diversity(example.limit, example.l);
    QsPosterior prior(kLabels);
    for (const auto& row : example.original) prior.Add(knowledge, TermsOf(row), 1);
    if (example.uniform) prior = QsPosterior::Uniform(kLabels);
    return QsCondition::Closeness(example.limit, std::make_shared<QsPosterior>(prior));
  }

  Knowledge knowledge;
  QsCondition condition;
  std::vector<TermRows> rows;
};

// The removals are of the class, cost what they say, and the condition holds after them.
void ExpectGood(const Example& example, const Prepared& prepared, const Outcome& outcome,
                std::uint64_t& links_made) {
  Sums sums{};
  Cost cost = 0;
  std::vector<std::uint64_t> left;
  for (const TermRows& set : prepared.rows) left.push_back(set.rows);
  for (const Removal& removal : outcome.removals) {
    ASSERT_GE(left[removal.set], removal.rows);
    left[removal.set] -= removal.rows;
    const auto row = std::ranges::find_if(example.rows, [&](const std::vector<int>& terms) {
      return prepared.TermsOf(terms) == prepared.rows[removal.set].terms;
    });
    unsigned removed = 0;
    for (const std::uint32_t position : removal.positions) removed |= 1U << position;
    ASSERT_EQ(static_cast<std::size_t>(std::popcount(removed)), removal.positions.size());
    const std::vector<int> linked = Linked(example, *row, removed);
    for (std::uint64_t i = 0; i < removal.rows; ++i) AddRow(linked, sums);
    if (!linked.empty() && Linked(example, *row, 0).empty()) ++links_made;
    cost += static_cast<Cost>(removal.rows) * RemovalCost(row->size(), removal.positions.size());
  }
  ASSERT_EQ(std::ranges::count(left, 0U), static_cast<std::ptrdiff_t>(left.size()));
  ASSERT_EQ(cost, outcome.cost);
  ASSERT_TRUE(Holds(example, sums, PriorSums(example)));
}

constexpr Search kAllSearches[] = {Search::kExact, Search::kAdaptive, Search::kDepthFirst};

TEST(Suppress, FindsTheCheapestRemoval) {
  std::mt19937_64 random(11);
  std::map<std::string, std::uint64_t> seen;
  for (std::uint64_t round = 0; round < TestRounds(10'000); ++round) {
    const Example example = RandomExample(random);
    BruteForce brute_force(example);
    const std::int64_t best = brute_force.Best();
    if (brute_force.IsBrokenByOneTerm()) ++seen["broken by one term"];
    const Prepared prepared(example);
    const char* kind = example.diversity ? "diversity" : example.uniform ? "uniform" : "prior";
    ++seen[fmt::format("{} {}", kind, best == kNever ? "never" : best == 0 ? "holds" : "removed")];
    for (const Search search : kAllSearches) {
      SCOPED_TRACE(fmt::format("round {} search {}", round, static_cast<int>(search)));
      Suppressor suppressor(prepared.knowledge, prepared.condition, search,
                            {.nodes = std::numeric_limits<std::uint64_t>::max()});
      const Outcome outcome = suppressor.Run(prepared.rows);
      ASSERT_EQ(outcome.found, best != kNever);
      if (outcome.found) {
        ASSERT_EQ(outcome.cost * kPart, best * kCostUnit);
        ExpectGood(example, prepared, outcome, seen["links made"]);
      }
      ASSERT_TRUE(outcome.proven || search == Search::kExact);
      ASSERT_LE(outcome.bound, outcome.cost);
      if (search == Search::kExact) ++seen[outcome.proven ? "proven" : "not proven"];
    }
    if (HasFatalFailure()) return;
  }
  for (const char* kind : {"diversity", "uniform", "prior"}) {
    EXPECT_GT(seen[fmt::format("{} removed", kind)], TestRounds(250)) << kind;
    EXPECT_GT(seen[fmt::format("{} holds", kind)], TestRounds(75)) << kind;
  }
  EXPECT_GT(seen["prior never"], TestRounds(25));
  EXPECT_LT(seen["not proven"], 100);
  EXPECT_GT(seen["links made"], TestRounds(25));
  EXPECT_GT(seen["broken by one term"], TestRounds(25));
}

// A row that links to nothing is safe, until the term that nobody has is taken away.
TEST(Suppress, OneTermLessCanMakeALink) {
  const auto knowledge = Knowledge::Make({{"flu", {"cough"}}, {"cold", {"chill"}}});
  ASSERT_TRUE(knowledge);
  const TermId cough = knowledge->FindTerm("cough");
  const QsCondition condition = QsCondition::Diversity({1, 1}, 2);
  for (const Search search : kAllSearches) {
    Suppressor suppressor(*knowledge, condition, search);
    const TermRows unlinked{{cough, Knowledge::kNoTerm}, 3};
    const Outcome nothing = suppressor.Run(std::span(&unlinked, 1));
    EXPECT_TRUE(nothing.found && nothing.proven);
    EXPECT_EQ(nothing.cost, 0);
    const TermRows linked{{cough}, 1};
    const Outcome emptied = suppressor.Run(std::span(&linked, 1));
    EXPECT_TRUE(emptied.found && emptied.proven);
    EXPECT_EQ(emptied.cost, kCostUnit);
    // The linked row needs a companion on the other label: a link made saves it.
    const TermRows both[] = {{{cough}, 1}, {{knowledge->FindTerm("chill"), Knowledge::kNoTerm}, 1}};
    const Outcome made = suppressor.Run(both);
    EXPECT_TRUE(made.found && made.proven);
    EXPECT_EQ(made.cost, kCostUnit / 2);
    ASSERT_EQ(made.removals.size(), 2U);
    EXPECT_TRUE(made.removals[0].positions.empty());
    EXPECT_EQ(made.removals[1].positions, (std::vector<std::uint32_t>{1}));
  }
}

TEST(Suppress, TakesClassesWithoutRowsOrTerms) {
  const auto knowledge = Knowledge::Make({{"flu", {"cough"}}, {"cold", {"chill"}}});
  ASSERT_TRUE(knowledge);
  const QsCondition impossible = QsCondition::Diversity({1, 1}, 3);
  for (const Search search : kAllSearches) {
    Suppressor suppressor(*knowledge, impossible, search);
    EXPECT_TRUE(suppressor.Run({}).found);
    const TermRows empty{{}, 2};
    const Outcome outcome = suppressor.Run(std::span(&empty, 1));
    EXPECT_FALSE(outcome.found);
    EXPECT_TRUE(outcome.proven);
  }
}

}  // namespace
}  // namespace gauze::suppress
