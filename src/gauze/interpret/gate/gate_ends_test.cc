// No told value, end of a range or threshold has fewer than k persons behind it: an adversary who
// asks everything, in every order up to a number of answers, on small vaults.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "gauze/base/json.h"
#include "gauze/base/testing/test_rounds.h"
#include "gauze/interpret/gate/gate_listener.h"
#include "gauze/interpret/query/random_vault.h"

namespace gauze {
namespace {

constexpr int kAnswers = 3;  // in one sequence of questions

// Few ages, some of them rare; a second column to ask about only some of the persons.
Vault FewAges(RandomVault& random, std::size_t rows, bool several_rows) {
  Vault vault = random.Make(rows, several_rows);
  VaultColumn age = ColumnOf(vault, "age");
  for (const std::size_t code : {4, 2}) {
    age.own.erase(age.own.begin() + static_cast<std::ptrdiff_t>(code));
    age.shown.erase(age.shown.begin() + static_cast<std::ptrdiff_t>(code));
  }
  const std::size_t common = random.Below(age.own.size());
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t code = random.Below(2) == 0 ? random.Below(age.own.size()) : common;
    age.own_codes[row] = age.shown_codes[row] = static_cast<std::uint32_t>(code);
  }
  VaultColumn sex = ColumnOf(vault, "sex");
  vault.columns = {std::move(age), std::move(sex)};
  return vault;
}

// Everything that can be asked about ages.
struct Questions {
  std::vector<Query> queries;
  std::vector<TreeQuery> trees;
};

Questions Everything(const Vault& vault) {
  const VaultColumn& age = ColumnOf(vault, "age");
  std::set<double> cuts = {0.5, 2, 3.5};  // beyond all, and where two categories meet
  std::vector<std::optional<RangeEnd>> ends = {std::nullopt};
  for (const std::string& shown : age.shown) {
    const double grade = std::stod(shown);
    cuts.insert({grade, grade + 0.1});
    ends.emplace_back(RangeEnd{.at = grade, .included = false});
  }
  for (const double cut : cuts) ends.emplace_back(RangeEnd{.at = cut});
  Questions all;
  const auto add = [&](Condition condition) {
    for (const bool some : {false, true}) {
      Query query{.when = {condition}};
      if (some) query.when.push_back({.column = "sex", .values = {"f"}});
      if (auto canonical = CanonicalQuery(std::move(query))) all.queries.push_back(*canonical);
    }
  };
  for (const auto& from : ends) {
    for (const auto& to : ends) add({.column = "age", .from = from, .to = to});
  }
  for (const std::string& a : age.shown) {
    for (const std::string& b : age.shown) add({.column = "age", .values = {a, b}});
  }
  for (const double cut : cuts) {
    for (const double inner : cuts) {
      TreeQuery tree{.target = "sex", .nodes = std::vector<TreeNode>(5)};
      tree.nodes[0] = {
          .test = Condition{.column = "age", .to = RangeEnd{.at = cut}}, .yes = 1, .no = 2};
      tree.nodes[2] = {
          .test = Condition{.column = "age", .to = RangeEnd{.at = inner}}, .yes = 3, .no = 4};
      for (const std::size_t leaf : {1, 3, 4}) tree.nodes[leaf].predicts = "f";
      all.trees.push_back(std::move(tree));
    }
  }
  return all;
}

class EndAdversary {
 public:
  EndAdversary(const Vault& vault, std::uint32_t k)
      : vault_(vault), age_(ColumnOf(vault, "age")), k_(k), all_(Everything(vault)) {}

  // Asks everything, and goes on from each different set of rows that was answered.
  void Ask(const Gate& gate, int answers) {
    std::set<std::vector<std::uint64_t>> seen;
    std::vector<Decision> next;
    const auto ask = [&](const auto& question, const auto& hear) {
      const Decision decision = gate.Decide(question);
      if (!decision.answered || decision.repeat) return;
      hear(nlohmann::json::parse(decision.answer_json));
      std::vector<std::uint64_t> sets;
      for (const GateStep& step : decision.steps) {
        sets.insert(sets.end(), step.rows.words().begin(), step.rows.words().end());
      }
      if (seen.insert(std::move(sets)).second) next.push_back(decision);
    };
    for (const Query& query : all_.queries) {
      ask(query, [&](const nlohmann::json& answer) { Hear(query, answer); });
    }
    for (const TreeQuery& tree : all_.trees) {
      ask(tree, [&](const nlohmann::json& answer) { Hear(tree, 0, answer.at("root")); });
    }
    if (answers == 1) return;
    for (const Decision& decision : next) {
      Gate after = gate;
      after.Commit(decision);
      Ask(after, answers - 1);
    }
  }

  std::uint64_t exact = 0;
  std::uint64_t wider = 0;
  std::uint64_t untold = 0;

 private:
  double Own(std::size_t row) const { return std::stod(OwnValue(age_, row)); }

  std::size_t PersonsWho(double own) const {
    std::set<std::size_t> persons;
    for (std::size_t row = 0; row < vault_.rows; ++row) {
      if (Own(row) == own) persons.insert(vault_.persons.empty() ? row : vault_.persons[row]);
    }
    return persons.size();
  }

  static bool InRange(double grade, const Condition& asked) {
    const bool from =
        !asked.from || grade > asked.from->at || (grade == asked.from->at && asked.from->included);
    return from &&
           (!asked.to || grade < asked.to->at || (grade == asked.to->at && asked.to->included));
  }

  static bool Within(double own, const nlohmann::json& means) {
    if (means.contains("from")) {
      const double from = means["from"];
      if (own < from || (own == from && means.value("from_open", false))) return false;
    }
    if (!means.contains("to")) return true;
    const double to = means["to"];
    return own < to || (own == to && !means.value("to_open", false));
  }

  void Hear(const Query& query, const nlohmann::json& answer) {
    const auto& when = answer.at("when").at(0);
    const Condition& asked = query.when.front();
    for (const auto& value : when.value("values", nlohmann::json::array())) {
      if (value.contains("means")) {
        ASSERT_GE(PersonsWho(std::stod(value["means"].get<std::string>())), k_);
      }
    }
    if (when.contains("values")) return;
    const Query said = *ParseQuery(answer.at("means").get<std::string>());
    if (when.contains("refused")) {
      ASSERT_FALSE(when.contains("means"));
      ASSERT_EQ(said.when, query.when);  // as it was shown
      ++untold;
      return;
    }
    const auto& means = when.at("means");
    for (const char* end : {"from", "to"}) {
      if (means.contains(end)) {
        ASSERT_GE(PersonsWho(means[end]), k_);
      }
    }
    ASSERT_EQ(said.when.front().from.has_value(), means.contains("from"));
    ASSERT_EQ(said.when.front().to.has_value(), means.contains("to"));
    if (means.contains("from")) {
      ASSERT_EQ(said.when.front().from->at, means["from"]);
    }
    if (means.contains("to")) {
      ASSERT_EQ(said.when.front().to->at, means["to"]);
    }
    // And it is true: of all grades asked about, and of no others unless it says so.
    bool others = false;
    for (std::size_t i = 0; i < age_.shown.size(); ++i) {
      const bool in = InRange(std::stod(age_.shown[i]), asked);
      const bool within = Within(std::stod(age_.own[i]), means);
      if (in) {
        ASSERT_TRUE(within);
      }
      others = others || (!in && within);
    }
    ASSERT_EQ(others, when.contains("wider"));
    ++(others ? wider : exact);
  }

  void Hear(const TreeQuery& tree, std::size_t position, const nlohmann::json& answer) {
    const TreeNode& node = tree.nodes[position];
    if (!node.test) return;
    const double threshold = answer.at("threshold");
    if (answer.contains("refused") || answer.contains("left")) {
      ASSERT_EQ(threshold, node.test->to->at);
      ++untold;
    } else {
      ASSERT_GE(PersonsWho(threshold), k_);
      const bool open = answer.value("threshold_open", false);
      for (std::size_t row = 0; row < vault_.rows; ++row) {
        const bool yes = Own(row) < threshold || (Own(row) == threshold && !open);
        ASSERT_EQ(yes, Shows(age_, row, *node.test));
      }
      ++exact;
    }
    Hear(tree, node.yes, answer.at("yes"));
    Hear(tree, node.no, answer.at("no"));
  }

  const Vault& vault_;
  const VaultColumn& age_;
  std::size_t k_;
  Questions all_;
};

// GAUZE_ROUNDS=250 for the count that the documentation names.
TEST(GateEnds, NobodyLearnsAnEndWithFewerThanKPersonsBehindIt) {
  std::uint64_t exact = 0;
  std::uint64_t wider = 0;
  std::uint64_t untold = 0;
  const std::uint64_t vaults = std::max<std::uint64_t>(2, TestRounds(8));
  for (std::uint64_t seed = 0; seed < vaults; ++seed) {
    RandomVault random(seed);
    const Vault vault = FewAges(random, 6 + random.Below(9), seed % 3 == 0);
    const auto k = static_cast<std::uint32_t>(2 + random.Below(3));
    EndAdversary adversary(vault, k);
    adversary.Ask(GateOf(vault, k), kAnswers);
    if (::testing::Test::HasFatalFailure()) FAIL() << "seed " << seed;
    exact += adversary.exact;
    wider += adversary.wider;
    untold += adversary.untold;
  }
  // A gate that tells nothing would pass, too.
  EXPECT_GT(exact, FewerRounds() > 1 ? 0 : wider + untold);  // of two vaults only
  EXPECT_GT(wider, 0U);
  EXPECT_GT(untold, 0U);
}

}  // namespace
}  // namespace gauze
