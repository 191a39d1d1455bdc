#include "gauze/interpret/gate.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "gauze/interpret/answer.h"
#include "gauze/interpret/meaning.h"

namespace gauze {
namespace {

Decision Refused(std::string question, std::string_view rule) {
  return {.refusal = std::string(rule), .question = std::move(question)};
}

}  // namespace

Result<Gate> Gate::Make(std::shared_ptr<const Holding> holding, GateLimits limits) {
  if (limits.k < 2) {
    return InputError("k must be at least 2", "", "k: 5 is a common start; 1 protects nobody");
  }
  return Gate(std::move(holding), limits.k);
}

Gate::Gate(std::shared_ptr<const Holding> holding, std::uint32_t k)
    : holding_(std::move(holding)), state_(*holding_, k) {}

Decision Gate::Decide(const Query& query) const {
  std::string question = QueryText(query);
  if (const Decision* before = Answered(question)) return *before;

  std::vector<ColumnTest> tests;
  std::optional<FoundTarget> target;
  for (const Condition& condition : query.when) {
    const HeldColumn* column = holding_->Find(condition.column);
    if (column == nullptr) return Refused(std::move(question), kUnknownColumn);
    auto test = TestOf(*column, condition);
    if (!test) return Refused(std::move(question), kUnknownValue);
    tests.push_back(*std::move(test));
  }
  if (query.target) {
    const HeldColumn* column = holding_->Find(query.target->column);
    if (column == nullptr) return Refused(std::move(question), kUnknownColumn);
    target = FindTarget(*column, query.target->value);
    if (!target) return Refused(std::move(question), kUnknownValue);
  }

  Finding finding = state_.Look(holding_->Select(tests), target ? &target->cells : nullptr);
  if (!finding.refusal.empty()) return Refused(std::move(question), finding.refusal);

  Decision decision{.answered = true, .question = std::move(question), .cost = 1};
  Query means;
  nlohmann::ordered_json when = nlohmann::ordered_json::array();
  const auto tell = [&](const ColumnTest& test, const Condition& condition) {
    Meaning meaning = MeaningOf(test, condition, *holding_, finding.step.rows, state_.k());
    std::ranges::move(meaning.touched, std::back_inserter(decision.values_touched));
    return meaning;
  };
  for (std::size_t i = 0; i < tests.size(); ++i) {
    Meaning meaning = tell(tests[i], query.when[i]);
    when.push_back(std::move(meaning.json));
    means.when.push_back(std::move(meaning.condition));
  }
  nlohmann::ordered_json target_json;
  if (target) {
    target_json = TargetJson(*target, finding);
    means.target = query.target;
    if (target->shown) {
      const Condition cell{.column = target->column->name, .values = {*query.target->value}};
      Meaning meaning = tell({.column = target->column, .codes = {*target->shown}}, cell);
      target_json.update(meaning.json["values"][0]);
      means.target->value = meaning.condition.values.front();
    }
  }
  nlohmann::ordered_json answer = {{"release", holding_->release()},
                                   {"question", decision.question},
                                   {"means", QueryText(means)},
                                   {"when", std::move(when)}};
  if (finding.step.told) {
    answer["support"] = finding.support;
  } else {
    answer["withheld"] = kDifference;
  }
  if (target) answer["target"] = std::move(target_json);
  decision.answer_json = AnswerText(answer);
  decision.steps.push_back(std::move(finding.step));
  decision.version = version_;
  return decision;
}

const Decision* Gate::Answered(const std::string& question) const {
  const auto found = answered_.find(question);
  return found == answered_.end() ? nullptr : &found->second;
}

void Gate::Commit(const Decision& decision) {
  if (!decision.answered || decision.repeat) return;
  Check(decision.version == version_, "the gate has moved on since this decision");
  for (const GateStep& step : decision.steps) state_.Apply(step);
  Decision kept{.answered = true,
                .repeat = true,
                .question = decision.question,
                .answer_json = decision.answer_json,
                .values_touched = decision.values_touched,
                .cost = decision.cost};
  answered_.emplace(decision.question, std::move(kept));
  ++version_;
}

Status Gate::Replay(std::string_view question) {
  Decision decision;
  if (question.starts_with('{')) {
    GAUZE_ASSIGN(const TreeQuery tree, TreeFromJson(question));
    decision = Decide(tree);
  } else {
    GAUZE_ASSIGN(const Query query, ParseQuery(question));
    decision = Decide(query);
  }
  if (!decision.answered) {
    return InputError("a question that was answered before would now be refused", "",
                      "give the vault and the k with which it was answered");
  }
  Commit(decision);
  return {};
}

}  // namespace gauze
