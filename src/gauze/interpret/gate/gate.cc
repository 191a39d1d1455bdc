#include "gauze/interpret/gate/gate.h"

#include <utility>

#include "gauze/interpret/gate/answer.h"

namespace gauze {
Result<Gate> Gate::Make(std::shared_ptr<const VaultIndex> index, GateLimits limits) {
  if (limits.k < 2) {
    return InputError("k must be at least 2", "", "k: 5 is a common start; 1 protects nobody");
  }
  if (limits.k3 == 0) limits.k3 = 2 * limits.k;
  if (limits.k3 < limits.k) {
    return InputError("k3 must not be below k", "",
                      "who chose 3 is told about least: leave k3 out for twice k");
  }
  return Gate(std::move(index), limits);
}

Gate::Gate(std::shared_ptr<const VaultIndex> index, GateLimits limits)
    : index_(std::move(index)), state_(*index_, limits) {}

Decision Gate::Decide(const Query& query) const {
  Decision decision{.question = QueryText(query)};
  if (const Decision* before = Answered(decision.question)) return *before;
  const FoundQuery found = FindQuery(query, *index_);
  decision.refusal = found.refusal;
  if (!decision.refusal.empty()) return decision;
  decision.refusal = state_.Glance(found.tests);
  if (!decision.refusal.empty()) return decision;
  const Cells* cells = found.target ? &found.target->cells : nullptr;
  Finding finding = state_.Look(index_->Select(found.tests), cells);
  decision.refusal = finding.refusal;
  if (!decision.refusal.empty()) return decision;
  decision.answered = true;
  decision.cost = 1;
  decision.version = version_;
  Tell(query, found, finding, *index_, state_.ends(), decision);
  decision.steps.push_back(std::move(finding.step));
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

void Gate::Withdraw(std::uint32_t group) {
  state_.Withdraw(group);
  answered_.clear();
  ++version_;
}

Gate Gate::Rehearsal() const {
  Gate copy = *this;
  copy.state_.ForgetWithdrawals();
  return copy;
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
