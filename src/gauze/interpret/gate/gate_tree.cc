// A tree is a batch of questions, one for each node, decided in order on a copy of what the gate
// remembers.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "gauze/base/json.h"
#include "gauze/interpret/gate/answer.h"
#include "gauze/interpret/gate/gate.h"
#include "gauze/interpret/gate/meaning.h"

namespace gauze {
namespace {

class TreeDecider {
 public:
  TreeDecider(const VaultIndex& index, GateState state, const TreeQuery& tree,
              const TreeLimits& limits)
      : index_(index),
        state_(std::move(state)),
        tree_(tree),
        limits_(limits),
        tests_(tree.nodes.size()) {}

  // The rule that forbids to look at the tree at all, or nothing.
  std::string_view Resolve() {
    target_ = index_.Find(tree_.target);
    if (target_ == nullptr) return kUnknownColumn;
    for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
      const TreeNode& node = tree_.nodes[i];
      if (!node.test) {
        if (!FindTarget(*target_, node.predicts)) return kUnknownValue;
        continue;
      }
      const HeldColumn* column = index_.Find(node.test->column);
      if (column == nullptr) return kUnknownColumn;
      tests_[i] = TestOf(*column, *node.test);
      if (!tests_[i]) return kUnknownValue;
    }
    return {};
  }

  // The node and all below it, in the form in which they came.
  Json Decide(std::size_t position, Bits rows) {
    if (given_up_.empty() && limits_.late && limits_.late()) given_up_ = kTooLong;
    if (!given_up_.empty()) return {};
    const TreeNode& node = tree_.nodes[position];
    const auto target = node.test ? std::nullopt : FindTarget(*target_, std::nullopt);
    Finding finding = state_.Look(rows, target ? &target->cells : nullptr);
    Json json = Describe(position, finding);
    if (!finding.refusal.empty()) {
      json["refused"] = finding.refusal;
      if (refusal_.empty()) refusal_ = finding.refusal;
    } else {
      if (finding.step.told) {
        json["support"] = finding.support;
      } else {
        json["withheld"] = kDifference;
      }
      if (target) json["distribution"] = TargetJson(*target, finding);
      state_.Apply(finding.step);
      steps_.push_back(std::move(finding.step));
      if (steps_.size() > limits_.told) given_up_ = kBudgetProject;
    }
    if (node.test) {
      const Bits passing = index_.Select({&*tests_[position], 1});
      Bits yes = rows;
      yes.And(passing);
      rows.AndNot(passing);
      json["yes"] = Decide(node.yes, std::move(yes));
      json["no"] = Decide(node.no, std::move(rows));
    }
    return json;
  }

  // The rule by which the tree was given up, or nothing.
  std::string_view given_up() const { return given_up_; }
  // Why the first node that was refused was.
  std::string_view refusal() const { return refusal_; }
  std::vector<GateStep> TakeSteps() { return std::move(steps_); }
  std::vector<std::string> TakeTouched() {
    std::ranges::sort(touched_);
    const auto [first, last] = std::ranges::unique(touched_);
    touched_.erase(first, last);
    return std::move(touched_);
  }

 private:
  // What the node tests or predicts: in own values if it may be told, otherwise as it was shown.
  Json Describe(std::size_t position, const Finding& finding) {
    const TreeNode& node = tree_.nodes[position];
    Condition says =
        node.test ? *node.test : Condition{.column = tree_.target, .values = {node.predicts}};
    std::vector<std::string> left;
    if (finding.refusal.empty()) {
      const auto test = node.test ? tests_[position] : TestOf(*target_, says);
      Meaning meaning = MeaningOf(*test, says, index_, finding.behind, state_.ends());
      if (meaning.wider.empty()) {
        says = std::move(meaning.condition);
        left = std::move(meaning.left);
        std::ranges::move(meaning.touched, std::back_inserter(touched_));
      } else {
        // A wider "yes" would hold for rows of "no", too.
        left.push_back(fmt::format("{}", says.to->at));
      }
    }
    Json json;
    if (!node.test) {
      json["predicts"] = says.values.front();
      if (!node.counts.empty()) json["counts"] = Json::parse(node.counts);
    } else {
      json["column"] = says.column;
      if (says.to) {
        json["threshold"] = says.to->at;
        if (!says.to->included) json["threshold_open"] = true;
      } else {
        json["values"] = says.values;
      }
    }
    if (!left.empty()) json["left"] = left;
    return json;
  }

  const VaultIndex& index_;
  GateState state_;
  const TreeQuery& tree_;
  const TreeLimits& limits_;
  std::string_view given_up_;
  const HeldColumn* target_ = nullptr;
  std::vector<std::optional<ColumnTest>> tests_;
  std::string_view refusal_;
  std::vector<GateStep> steps_;
  std::vector<std::string> touched_;
};

}  // namespace

Decision Gate::Decide(const TreeQuery& tree, const TreeLimits& limits) const {
  Decision decision{.question = TreeText(tree)};
  if (const Decision* before = Answered(decision.question)) return *before;
  TreeDecider decider(*index_, state_, tree, limits);
  decision.refusal = decider.Resolve();
  if (!decision.refusal.empty()) return decision;
  Json answer = {{"release", index_->release()}, {"target", tree.target}};
  answer["root"] = decider.Decide(0, Bits(index_->rows(), true));
  decision.refusal = decider.given_up();
  if (!decision.refusal.empty()) return decision;
  decision.steps = decider.TakeSteps();
  decision.cost = decision.steps.size();
  decision.answered = !decision.steps.empty();
  if (!decision.answered) {
    decision.refusal = decider.refusal();
    return decision;
  }
  decision.values_touched = decider.TakeTouched();
  decision.answer_json = AnswerText(answer);
  decision.version = version_;
  return decision;
}

}  // namespace gauze
