// What answers look like, on a table small enough to count by eye.
#include <gtest/gtest.h>

#include <memory>
#include <tuple>

#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/interpret/gate/gate.h"
#include "gauze/interpret/gate/question_budget.h"

namespace gauze {
namespace {

// education:  ~a ~a ~a ~a ~b ~b basic basic   (~a: bachelor, ~b: basic)
// age:        18 18 25 25 25 35 35 50         (categories [10, 20), [20, 40), [40, 60])
// salary:     lo lo hi hi lo lo hi hi
Vault Small() {
  Vault vault{.release = std::string(32, '0'), .rows = 8};
  VaultColumn education{.name = "education",
                        .kind = VaultKind::kAliased,
                        .shown = {"~a", "~b", "basic"},
                        .shown_codes = {0, 0, 0, 0, 1, 1, 2, 2},
                        .own = {"basic", "bachelor"},
                        .own_codes = {1, 1, 1, 1, 0, 0, 0, 0},
                        .choices = {2, 2, 2, 2, 3, 3, 1, 1},
                        .aliases = {{"~a", "bachelor"}, {"~b", "basic"}}};
  VaultColumn age{.name = "age",
                  .kind = VaultKind::kGraded,
                  .number = true,
                  .shown = {"1.8", "2.25", "2.75", "3.5"},
                  .shown_codes = {0, 0, 1, 1, 1, 2, 2, 3},
                  .own = {"18", "25", "35", "50"},
                  .own_codes = {0, 0, 1, 1, 1, 2, 2, 3},
                  .categories = {{10, 20}, {20, 40}, {40, 60}}};
  VaultColumn salary{
      .name = "salary", .shown = {"lo", "hi"}, .shown_codes = {0, 0, 1, 1, 0, 0, 1, 1}};
  vault.columns = {std::move(education), std::move(age), std::move(salary)};
  return vault;
}

Gate GateWith(Vault vault, std::uint32_t k) {
  return *Gate::Make(std::make_shared<const VaultIndex>(*VaultIndex::Make(std::move(vault))),
                     {.k = k});
}

Decision Ask(Gate& gate, std::string_view text) {
  Decision decision = gate.Decide(*ParseQuery(text));
  gate.Commit(decision);
  return decision;
}

TEST(Answer, TellsMeaningSupportAndDistribution) {
  Gate gate = GateWith(Small(), 2);
  const Decision decision = Ask(gate, "education in {~a, ~b} & age >= 2 -> salary");
  ASSERT_TRUE(decision.answered) << decision.refusal;
  EXPECT_EQ(nlohmann::json::parse(decision.answer_json), nlohmann::json::parse(R"({
      "release": "00000000000000000000000000000000",
      "question": "age >= 2 & education in {~a, ~b} -> salary",
      "means": "age >= 25 & education in {bachelor, basic} -> salary",
      "when": [{"column": "age", "shown": {"from": 2.0}, "means": {"from": 25.0}},
               {"column": "education", "values": [{"shown": "~a", "means": "bachelor"},
                                                  {"shown": "~b", "means": "basic"}]}],
      "support": 4,
      "target": {"column": "salary", "values": [{"value": "lo", "persons": 2},
                                                {"value": "hi", "persons": 2}], "other": 0}})"));
  EXPECT_EQ(decision.values_touched,
            (std::vector<std::string>{"age=2", "age=3", "education=~a", "education=~b"}));
  EXPECT_EQ(decision.cost, 1);
}

TEST(Answer, RuleCountsOwnValuesHoweverTheyAreShown) {
  Gate gate = GateWith(Small(), 2);
  const Decision decision = Ask(gate, "-> education = ~b");
  ASSERT_TRUE(decision.answered);
  EXPECT_EQ(nlohmann::json::parse(decision.answer_json)["target"],
            nlohmann::json::parse(
                R"({"column": "education", "shown": "~b", "means": "basic", "persons": 4,
                            "confidence": 0.5})"));
}

TEST(Answer, AliasThatTooFewShowStaysAsItIs) {
  Gate gate = GateWith(Small(), 3);
  const Decision decision = Ask(gate, "education in {~a, ~b}");
  ASSERT_FALSE(decision.answered);  // two others would stand apart
  EXPECT_EQ(decision.refusal, "difference");
  Vault vault = Small();
  vault.columns[0].shown_codes = {0, 0, 0, 0, 0, 1, 2, 2};
  vault.columns[0].choices[4] = 2;
  Gate other = GateWith(std::move(vault), 2);
  const Decision partly = Ask(other, "education in {~a, ~b}");
  ASSERT_TRUE(partly.answered);
  const auto answer = nlohmann::json::parse(partly.answer_json);
  EXPECT_EQ(answer["means"], "education in {bachelor, ~b}");
  EXPECT_EQ(answer["when"][0]["values"][1],
            nlohmann::json::parse(R"({"shown": "~b", "refused": "support"})"));
  EXPECT_EQ(partly.values_touched, std::vector<std::string>{"education=~a"});
}

// One person shows 3.5, two 1.8, three 2.25 and two 2.75.
TEST(Answer, AnEndIsToldOnlyWithKPersonsBehindIt) {
  const auto when = [](std::uint32_t k, const char* question) {
    Gate gate = GateWith(Small(), k);
    const Decision decision = Ask(gate, question);
    EXPECT_TRUE(decision.answered) << question;
    return nlohmann::json::parse(decision.answer_json)["when"][0].dump();
  };
  // Everybody is within, so the end says no more than the largest age: one person's.
  EXPECT_EQ(when(2, "age <= 3.5"), R"({"column":"age","refused":"support","shown":{"to":3.5}})");
  EXPECT_EQ(when(2, "age in [1.9, 4)"), R"({"column":"age","means":{"from":25.0},)"
                                        R"("shown":{"from":1.9,"to":4.0,"to_open":true}})");
  EXPECT_EQ(when(2, "age < 2.75"),
            R"({"column":"age","means":{"to":25.0},"shown":{"to":2.75,"to_open":true}})");
  // Two show 2.75, but its neighbour has three: the same rows.
  EXPECT_EQ(when(3, "age >= 2.5"),
            R"({"column":"age","means":{"from":25.0,"from_open":true},"shown":{"from":2.5}})");
  // Neither 2.75 nor 3.5 has three.
  EXPECT_EQ(when(3, "age in [2.25, 3]"),
            R"({"column":"age","means":{"from":25.0},"shown":{"from":2.25,"to":3.0},)"
            R"("wider":["to"]})");
}

TEST(Answer, RefusalsNameTheRule) {
  Gate gate = GateWith(Small(), 3);
  EXPECT_EQ(Ask(gate, "education = ~b").refusal, "support");
  EXPECT_EQ(Ask(gate, "ward = 1").refusal, "unknown_column");
  EXPECT_EQ(Ask(gate, "-> ward").refusal, "unknown_column");
  EXPECT_EQ(Ask(gate, "education = ~z").refusal, "unknown_value");
  EXPECT_EQ(Ask(gate, "education > 1").refusal, "unknown_value");
  EXPECT_EQ(Ask(gate, "age > 1.8").refusal, "difference");  // the other two would stand apart
  EXPECT_EQ(Ask(gate, "age > 7").refusal, "support");
  ASSERT_TRUE(Ask(gate, "education = ~a").answered);
  EXPECT_EQ(Ask(gate, "salary = lo").refusal, "difference");
}

TEST(Answer, SmallCellsAreOther) {
  Gate gate = GateWith(Small(), 2);
  const Decision decision = Ask(gate, "-> age");
  ASSERT_TRUE(decision.answered);
  // 50 is one person's: it takes another value with it.
  EXPECT_EQ(nlohmann::json::parse(decision.answer_json)["target"], nlohmann::json::parse(R"({
      "column": "age",
      "values": [{"value": "18", "persons": 2}, {"value": "25", "persons": 3}],
      "other": 3})"));
}

TEST(Answer, RepeatIsTheSameAndChangesNothing) {
  Gate gate = GateWith(Small(), 2);
  const Decision first = Ask(gate, "education = ~a -> salary");
  EXPECT_FALSE(first.repeat);
  const Decision second = Ask(gate, "education in {~a} -> salary");
  EXPECT_TRUE(second.answered);
  EXPECT_TRUE(second.repeat);
  EXPECT_EQ(second.answer_json, first.answer_json);
}

TEST(Answer, ReplayBringsTheGateBack) {
  const std::vector<std::string> asked = {"education = ~a -> salary", "salary = lo", "-> age"};
  Gate gate = GateWith(Small(), 2);
  Gate again = GateWith(Small(), 2);
  for (const std::string& text : asked) {
    const Decision decision = Ask(gate, text);
    if (decision.answered) {
      EXPECT_TRUE(again.Replay(decision.question));
    }
  }
  for (const char* text : {"age <= 2", "-> education", "education = ~a -> salary"}) {
    const auto query = *ParseQuery(text);
    EXPECT_EQ(again.Decide(query).answer_json, gate.Decide(query).answer_json);
    EXPECT_EQ(again.Decide(query).refusal, gate.Decide(query).refusal);
  }
  Gate stricter = GateWith(Small(), 8);
  EXPECT_FALSE(stricter.Replay(asked.front()));
}

TEST(Answer, KMustProtectSomebody) {
  const auto index = std::make_shared<const VaultIndex>(*VaultIndex::Make(Small()));
  EXPECT_FALSE(Gate::Make(index, {}));
  EXPECT_FALSE(Gate::Make(index, {.k = 1}));
}

// The page's blocks of text are questions, the block of JSON after each is what comes back.
TEST(Answer, ExampleOfTheDocumentation) {
  const auto page = ReadFile(GAUZE_SOURCE_DIR "/docs/interpretation.md");
  ASSERT_TRUE(page);
  const std::size_t begin = page->find("## An example");
  const std::string example = page->substr(begin, page->find("\n## ", begin) - begin);
  const auto block = [&](const std::string& language, std::size_t from) {
    const std::string fence = "```" + language + "\n";
    const std::size_t start = example.find(fence, from);
    if (start == std::string::npos) return std::pair(std::string(), start);
    const std::size_t text = start + fence.size();
    return std::pair(example.substr(text, example.find("\n```", text) - text), text);
  };
  Gate gate = GateWith(Small(), 2);
  int questions = 0;
  for (auto [question, at] = block("text", 0); at != std::string::npos;
       std::tie(question, at) = block("text", at)) {
    const Decision decision = Ask(gate, question);
    const nlohmann::json said = decision.answered ? nlohmann::json::parse(decision.answer_json)
                                                  : nlohmann::json{{"refused", decision.refusal}};
    EXPECT_EQ(said, nlohmann::json::parse(block("json", at).first)) << question;
    ++questions;
  }
  EXPECT_EQ(questions, 5);
}

TEST(Answer, DamagedVaultIsRefused) {
  Vault vault = Small();
  vault.columns[0].own_codes[3] = 2;
  EXPECT_FALSE(VaultIndex::Make(vault));
  vault = Small();
  vault.columns[1].shown_codes.pop_back();
  EXPECT_FALSE(VaultIndex::Make(vault));
  vault = Small();
  vault.columns[2].name = "age";
  EXPECT_FALSE(VaultIndex::Make(vault));
  vault = Small();
  vault.persons = {0, 1, 2};
  EXPECT_FALSE(VaultIndex::Make(vault));
  EXPECT_TRUE(VaultIndex::Make(Vault()));
}

constexpr const char* kTree = R"({"target": "salary", "root": {
    "column": "age", "threshold": 2.5,
    "yes": {"column": "education", "values": ["~a"],
            "yes": {"predicts": "hi", "counts": {"hi": 2, "lo": 2}},
            "no": {"predicts": "lo"}},
    "no": {"predicts": "hi"}}})";

TEST(Tree, ComesBackInOwnValuesWhereKAllows) {
  const auto tree = TreeFromJson(kTree);
  ASSERT_TRUE(tree);
  Gate gate = GateWith(Small(), 2);
  const Decision decision = gate.Decide(*tree);
  ASSERT_TRUE(decision.answered);
  EXPECT_EQ(nlohmann::json::parse(decision.answer_json), nlohmann::json::parse(R"({
      "release": "00000000000000000000000000000000", "target": "salary", "root": {
        "column": "age", "threshold": 25.0, "support": 8,
        "yes": {"column": "education", "values": ["bachelor"], "support": 5,
                "yes": {"predicts": "hi", "counts": {"hi": 2, "lo": 2}, "refused": "difference"},
                "no": {"predicts": "lo", "refused": "support"}},
        "no": {"predicts": "hi", "support": 3,
               "distribution": {"column": "salary", "values": [], "other": 3}}}})"));
  EXPECT_EQ(decision.cost, 3);
  gate.Commit(decision);
  EXPECT_TRUE(gate.Decide(*tree).repeat);
  Gate again = GateWith(Small(), 2);
  EXPECT_TRUE(again.Replay(decision.question));
  EXPECT_TRUE(again.Decide(*tree).repeat);
}

TEST(Tree, AThresholdIsToldOnlyIfItPartsTheSameRows) {
  const auto root = [](double threshold) {
    Gate gate = GateWith(Small(), 3);
    const std::string tree = R"({"target": "salary", "root": {"column": "age", "threshold": )" +
                             std::to_string(threshold) +
                             R"(, "yes": {"predicts": "lo"}, "no": {"predicts": "hi"}}})";
    auto json = nlohmann::json::parse(gate.Decide(*TreeFromJson(tree)).answer_json)["root"];
    json.erase("yes");
    json.erase("no");
    return json.dump();
  };
  EXPECT_EQ(root(2.5), R"({"column":"age","support":8,"threshold":25.0})");
  EXPECT_EQ(root(2.0), R"({"column":"age","support":8,"threshold":25.0,"threshold_open":true})");
  EXPECT_EQ(root(3.25), R"({"column":"age","left":["3.25"],"support":8,"threshold":3.25})");
}

TEST(Tree, IsGivenUpWhenItCantBePaidForOrTakesTooLong) {
  const auto tree = TreeFromJson(kTree);
  const Gate gate = GateWith(Small(), 2);
  EXPECT_TRUE(gate.Decide(*tree, {.told = 3}).answered);
  int asked = 0;
  const auto count = [&] { return ++asked > 1000; };
  // Three of its five nodes can be told: the second one is too much, and ends it.
  EXPECT_EQ(gate.Decide(*tree, {.told = 1, .late = count}).refusal, kBudgetProject);
  EXPECT_EQ(asked, 2);
  asked = 0;
  const Decision late = gate.Decide(*tree, {.late = [&] { return ++asked > 2; }});
  EXPECT_EQ(late.refusal, kTooLong);
  EXPECT_FALSE(late.answered);
  EXPECT_TRUE(late.steps.empty());
  EXPECT_EQ(asked, 3);
}

TEST(Tree, RefusedAsAWholeIfNothingMayBeTold) {
  Gate gate = GateWith(Small(), 9);
  const Decision decision = gate.Decide(*TreeFromJson(kTree));
  EXPECT_FALSE(decision.answered);
  EXPECT_EQ(decision.refusal, "support");
  EXPECT_TRUE(decision.answer_json.empty());
}

TEST(Tree, WhatIsNoTreeIsRefused) {
  for (
      const char* json :
      {"", "[]", "{}", R"({"target": "a"})", R"({"target": "a", "root": {}})",
       R"({"target": "a", "root": {"predicts": 1}})",
       R"({"target": "a", "root": {"predicts": "b", "yes": {}}})",
       R"({"target": "a", "root": {"column": "c", "threshold": 1, "yes": {"predicts": "b"}}})",
       R"({"target": "a", "root": {"column": "c", "yes": {"predicts": "b"}, "no": {"predicts": "b"}}})",
       R"({"target": "a", "root": {"predicts": "b", "counts": {"b": "1"}}})"}) {
    EXPECT_FALSE(TreeFromJson(json)) << json;
  }
  std::string deep = R"({"predicts":"b"})";
  for (std::size_t i = 0; i < kTreeDepth; ++i) {
    deep = R"({"column":"c","threshold":1,"yes":)" + deep + R"(,"no":{"predicts":"b"}})";
  }
  const auto tree = TreeFromJson(R"({"target":"a","root":)" + deep + "}");
  ASSERT_FALSE(tree);
  EXPECT_EQ(tree.error().message, "the tree is too large");
  Gate gate = GateWith(Small(), 2);
  EXPECT_EQ(gate.Decide(*TreeFromJson(R"({"target":"a","root":{"predicts":"b"}})")).refusal,
            "unknown_column");
  EXPECT_EQ(gate.Decide(*TreeFromJson(R"({"target":"salary","root":{"predicts":"b"}})")).refusal,
            "unknown_value");
}

TEST(Budget, CountsNewQuestionsAndEachValue) {
  const BudgetLimits limits{.questions = 3, .per_value = 2};
  BudgetSpent spent;
  const auto decision = [](const char* question, std::vector<std::string> values,
                           std::uint64_t cost = 1) {
    return Decision{
        .answered = true, .question = question, .values_touched = std::move(values), .cost = cost};
  };
  const auto first = decision("a", {"x", "y"});
  EXPECT_EQ(OverBudget(limits, spent, first), "");
  Spend(first, spent);
  Spend(first, spent);  // had before: free
  EXPECT_EQ(spent.questions, 1);
  const auto second = decision("b", {"x"});
  EXPECT_EQ(OverBudget(limits, spent, second), "");
  Spend(second, spent);
  EXPECT_EQ(OverBudget(limits, spent, decision("c", {"z", "x"})), "budget_value");
  EXPECT_EQ(OverBudget(limits, spent, decision("tree", {}, 2)), "budget_project");
  EXPECT_EQ(OverBudget(limits, spent, first), "");
  Spend(decision("d", {"z"}), spent);
  EXPECT_EQ(OverBudget(limits, spent, decision("e", {})), "budget_project");
  EXPECT_EQ(OverBudget(limits, spent, Decision{.refusal = "support"}), "");
  EXPECT_EQ(OverBudget({}, {}, decision("f", {})), "budget_project");
}

}  // namespace
}  // namespace gauze
