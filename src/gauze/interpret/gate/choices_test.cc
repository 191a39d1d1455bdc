// The order of choices: if one person chooses more strictly and nothing else changes, then what
// anybody can rule out about that person's value, from the release and from any questions to the
// server, does not grow.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "gauze/base/testing/test_rounds.h"
#include "gauze/interpret/gate/gate.h"

namespace gauze {
namespace {

// A taxonomy: each value with the node right above it. The empty text is missing.
const std::map<std::string, std::string> kAbove = {
    {"flu", "lungs"}, {"cold", "lungs"}, {"ulcer", "belly"}, {"colic", "belly"}, {"", "*"}};

struct Patient {
  std::string value;
  int choice = 1;
  bool female = false;
};
using Patients = std::vector<Patient>;
using Meanings = std::map<std::string, std::string>;  // by alias

// What is shown, by docs/transforms/personal.md. Who reads an alias reads nothing in it.
std::string ShownBy(const Patient& patient, VaultKind mode) {
  if (patient.choice == 1) return patient.value;
  const bool safe = mode == VaultKind::kSafe;
  const std::string& meaning = safe ? kAbove.at(patient.value) : patient.value;
  if (safe && patient.choice == 2) return meaning;
  return "~" + std::to_string(patient.choice) + meaning;
}

// The vault of a release as somebody imagines it: the cells are as they are, aliases mean what they
// think.
Vault VaultOf(const Patients& patients, VaultKind mode, const Meanings& meanings) {
  Vault vault{.release = std::string(32, 'a'), .rows = patients.size()};
  VaultColumn sex{.name = "sex", .shown = {"f", "m"}};
  VaultColumn illness{.name = "illness", .kind = mode};
  const auto place = [](std::vector<std::string>& texts, const std::string& text) {
    const auto found = std::ranges::find(texts, text);
    const auto code = static_cast<std::uint32_t>(found - texts.begin());
    if (found == texts.end()) texts.push_back(text);
    return code;
  };
  for (const Patient& patient : patients) {
    sex.shown_codes.push_back(patient.female ? 0 : 1);
    const std::string shown = ShownBy(patient, mode);
    illness.shown_codes.push_back(place(illness.shown, shown));
    illness.choices.push_back(static_cast<std::uint8_t>(patient.choice));
    if (!illness.HasOwn()) continue;
    const auto meaning = meanings.find(shown);
    illness.own_codes.push_back(
        place(illness.own, meaning == meanings.end() ? shown : meaning->second));
  }
  for (const auto& [text, meaning] : meanings) illness.aliases.push_back({text, meaning});
  vault.columns = {std::move(sex), std::move(illness)};
  return vault;
}

// Everything that the aliases of a release can mean: in a safe column each another node, in a
// literal one each a value, which has two aliases at most.
std::vector<Meanings> AllMeanings(const std::set<std::string>& aliases, VaultKind mode) {
  std::set<std::string> candidates;
  for (const auto& [value, node] : kAbove) {
    candidates.insert(mode == VaultKind::kSafe ? node : value);
  }
  const std::ptrdiff_t most = mode == VaultKind::kSafe ? 1 : 2;
  std::vector<Meanings> all = {{}};
  for (const std::string& alias : aliases) {
    std::vector<Meanings> longer;
    for (const Meanings& meanings : all) {
      for (const std::string& candidate : candidates) {
        const auto used = std::ranges::count(meanings, candidate, &Meanings::value_type::second);
        if (used >= most) continue;
        longer.push_back(meanings);
        longer.back()[alias] = candidate;
      }
    }
    all = std::move(longer);
  }
  return all;
}

// Values that a person can have who shows this cell, if aliases mean that.
std::set<std::string> ValuesBehind(const std::string& shown, const Meanings& meanings) {
  const auto alias = meanings.find(shown);
  const std::string& text = alias == meanings.end() ? shown : alias->second;
  if (kAbove.contains(text)) return {text};
  std::set<std::string> values;
  for (const auto& [value, node] : kAbove) {
    if (node == text) values.insert(value);
  }
  return values;
}

// Somebody who knows which row is the first person's, and asks.
class Curious {
 public:
  Curious(const Patients& patients, VaultKind mode, GateLimits limits)
      : shown_(ShownBy(patients.front(), mode)) {
    std::set<std::string> aliases;
    Meanings truth;
    for (const Patient& patient : patients) {
      const std::string shown = ShownBy(patient, mode);
      cells_.insert(shown);
      if (!shown.starts_with('~')) continue;
      aliases.insert(shown);
      truth[shown] = mode == VaultKind::kSafe ? kAbove.at(patient.value) : patient.value;
    }
    for (const Meanings& meanings : AllMeanings(aliases, mode)) {
      auto index = VaultIndex::Make(VaultOf(patients, mode, meanings));
      Check(index.has_value(), "the vault is sound");
      World world{meanings,
                  *Gate::Make(std::make_shared<const VaultIndex>(*std::move(index)), limits)};
      // What is true comes first.
      worlds_.insert(meanings == truth ? worlds_.begin() : worlds_.end(), std::move(world));
    }
  }

  // Values that some sequence of at most so many questions rules out.
  std::set<std::string> RulesOut(int budget) {
    Ask(worlds_, budget);
    return ruled_out_;
  }
  std::uint64_t asked() const { return asked_; }

 private:
  struct World {
    Meanings meanings;
    Gate gate;
  };

  std::vector<Query> Questions() const {
    std::vector<Condition> about = {{}};
    for (const std::string& cell : cells_) about.push_back({.column = "illness", .values = {cell}});
    std::vector<std::optional<Target>> targets = {std::nullopt, Target{.column = "illness"}};
    for (const std::string& cell : cells_) {
      if (cell.starts_with('~')) targets.push_back(Target{.column = "illness", .value = cell});
    }
    std::vector<Query> questions;
    for (const Condition& condition : about) {
      for (const bool women : {false, true}) {
        for (const auto& target : targets) {
          Query query{.target = target};
          if (!condition.column.empty()) query.when.push_back(condition);
          if (women) query.when.push_back({.column = "sex", .values = {"f"}});
          if (!query.when.empty() || query.target) questions.push_back(std::move(query));
        }
      }
    }
    return questions;
  }

  void Ask(const std::vector<World>& worlds, int budget) {
    Conclude(worlds);
    if (budget == 0) return;
    for (const Query& query : Questions()) {
      ++asked_;
      const Decision truth = worlds.front().gate.Decide(query);
      std::vector<World> left;
      for (const World& world : worlds) {
        const Decision decision = world.gate.Decide(query);
        if (decision.answer_json != truth.answer_json || decision.refusal != truth.refusal)
          continue;
        left.push_back(world);
        left.back().gate.Commit(decision);
      }
      if (truth.answered || left.size() < worlds.size()) Ask(left, budget - 1);
    }
  }

  void Conclude(const std::vector<World>& worlds) {
    std::set<std::string> possible;
    for (const World& world : worlds) possible.merge(ValuesBehind(shown_, world.meanings));
    for (const auto& [value, node] : kAbove) {
      if (!possible.contains(value)) ruled_out_.insert(value);
    }
  }

  std::string shown_;
  std::set<std::string> cells_;
  std::vector<World> worlds_;  // all that the release allows, the true one first
  std::set<std::string> ruled_out_;
  std::uint64_t asked_ = 0;
};

struct Outcome {
  std::uint64_t violations = 0;  // pairs of choices of which the stricter one tells more
  std::uint64_t asked = 0;
};

// Every choice of the first person, with everybody else as they are.
Outcome TryChoices(Patients patients, VaultKind mode, GateLimits limits) {
  Outcome outcome;
  std::set<std::string> before;
  for (const int choice : {1, 2, 3}) {
    patients.front().choice = choice;
    Curious curious(patients, mode, limits);
    std::set<std::string> ruled_out = curious.RulesOut(2);
    outcome.asked += curious.asked();
    EXPECT_FALSE(ruled_out.contains(patients.front().value)) << "what is true stays possible";
    if (choice > 1 && !std::ranges::includes(before, ruled_out)) ++outcome.violations;
    before = std::move(ruled_out);
  }
  return outcome;
}

TEST(Choices, AStricterOneNeverTellsMore) {
  std::uint64_t asked = 0;
  for (std::uint64_t seed = 0; seed < TestRounds(20); ++seed) {
    std::mt19937_64 dice(seed);
    const auto below = [&](std::size_t count) { return static_cast<std::size_t>(dice() % count); };
    Patients patients(4 + below(5));
    for (Patient& patient : patients) {
      auto value = kAbove.begin();
      std::advance(value, below(kAbove.size()));
      patient = {value->first, static_cast<int>(1 + below(3)), below(2) == 0};
    }
    const GateLimits limits{.k = 2, .k3 = static_cast<std::uint32_t>(2 + below(3))};
    const Outcome outcome = TryChoices(patients, VaultKind::kSafe, limits);
    ASSERT_EQ(outcome.violations, 0) << "seed " << seed;
    asked += outcome.asked;
  }
  RecordProperty("questions", std::to_string(asked));
}

// k people show the alias, and k3 is more.
TEST(Choices, WhoChoseThreeIsToldAboutWithMorePeople) {
  const auto told = [](std::size_t people, GateLimits limits) {
    Patients patients(people, {.value = "flu", .choice = 3});
    patients.insert(patients.end(), 4, {.value = "ulcer", .choice = 2});
    auto index = VaultIndex::Make(VaultOf(patients, VaultKind::kSafe, {{"~3lungs", "lungs"}}));
    const auto gate = *Gate::Make(std::make_shared<const VaultIndex>(*std::move(index)), limits);
    return gate.Decide(*ParseQuery("illness = ~3lungs")).answer_json;
  };
  EXPECT_NE(told(4, {.k = 3, .k3 = 5}).find("\"refused\":\"support\""), std::string::npos);
  EXPECT_NE(told(5, {.k = 3, .k3 = 5}).find("\"means\":\"lungs\""), std::string::npos);
  EXPECT_NE(told(5, {.k = 3}).find("\"refused\":\"support\""), std::string::npos) << "twice k";
  EXPECT_NE(told(6, {.k = 3}).find("\"means\":\"lungs\""), std::string::npos);
}

// Ten people of a literal column, five of each value, and each a person who can be found.
TEST(Choices, WhoWithdrewStandsBehindNothing) {
  Patients patients(5, {.value = "flu", .choice = 3});
  patients.insert(patients.end(), 5, {.value = "ulcer", .choice = 3});
  Vault vault = VaultOf(patients, VaultKind::kAliased, {{"~3flu", "flu"}, {"~3ulcer", "ulcer"}});
  for (std::uint32_t row = 0; row < vault.rows; ++row) {
    vault.persons.push_back(row);
    vault.tags.push_back(TagOf(vault.tag_key, "person " + std::to_string(row)));
  }
  const auto index = std::make_shared<const VaultIndex>(*VaultIndex::Make(std::move(vault)));
  const auto said = [](Gate& gate, const char* question) {
    const Decision decision = gate.Decide(*ParseQuery(question));
    gate.Commit(decision);
    return decision.answered ? decision.answer_json : decision.refusal;
  };
  const auto withdraw = [&](Gate& gate, int row) {
    const auto group = index->FindPerson(index->TagOfPerson("person " + std::to_string(row)));
    ASSERT_TRUE(group);
    gate.Withdraw(*group);
  };
  EXPECT_FALSE(index->FindPerson(index->TagOfPerson("nobody")));

  Gate before = *Gate::Make(index, {.k = 3});
  const std::string all = said(before, "-> illness");
  EXPECT_NE(all.find(R"({"value":"flu","persons":5})"), std::string::npos) << all;
  withdraw(before, 0);
  EXPECT_EQ(said(before, "-> illness").find(R"("value":"flu")"), std::string::npos)
      << "four where there were five would single one out";

  Gate after = *Gate::Make(index, {.k = 3});
  for (const int row : {0, 1, 2}) withdraw(after, row);
  EXPECT_EQ(said(after, "illness = ~3flu"), "support") << "two others are too few";
  Gate rehearsal = after.Rehearsal();
  EXPECT_NE(said(rehearsal, "illness = ~3flu"), "support") << "it would tell who withdrew";
  EXPECT_EQ(said(after, "illness = ~3flu"), "support") << "what was tried changes nothing";
  EXPECT_NE(said(after, "illness = ~3ulcer").find(R"("means":"ulcer")"), std::string::npos);
  const std::string rest = said(after, "-> illness");
  EXPECT_NE(rest.find(R"({"value":"ulcer","persons":5})"), std::string::npos) << rest;
  EXPECT_NE(rest.find(R"("other":5)"), std::string::npos) << rest;
}

TEST(Choices, DistributionsCountWhatIsShown) {
  Patients patients(4, {.value = "flu", .choice = 3});
  patients.insert(patients.end(), 4, {.value = "cold", .choice = 2});
  patients.insert(patients.end(), 4, {.value = "flu", .choice = 1});
  auto index = VaultIndex::Make(VaultOf(patients, VaultKind::kSafe, {{"~3lungs", "lungs"}}));
  const auto gate = *Gate::Make(std::make_shared<const VaultIndex>(*std::move(index)), {.k = 2});
  const std::string answer = gate.Decide(*ParseQuery("-> illness")).answer_json;
  for (const char* part : {R"({"value":"~3lungs","persons":4})", R"({"value":"lungs","persons":4})",
                           R"({"value":"flu","persons":4})"}) {
    EXPECT_NE(answer.find(part), std::string::npos) << answer;
  }
}

TEST(Choices, AVaultThatContradictsThemIsRefused) {
  Vault vault =
      VaultOf(Patients(2, {.value = "flu", .choice = 3}), VaultKind::kSafe, {{"~3lungs", "lungs"}});
  ASSERT_TRUE(VaultIndex::Make(vault));
  vault.columns[1].choices = {3, 2};
  EXPECT_FALSE(VaultIndex::Make(vault)) << "an alias without the choice";
  vault.columns[1].choices = {3};
  EXPECT_FALSE(VaultIndex::Make(vault));
}

}  // namespace
}  // namespace gauze
