#include "gauze/interpret/gate/question_budget.h"

namespace gauze {

std::string_view OverBudget(const BudgetLimits& limits, const BudgetSpent& spent,
                            const Decision& decision) {
  if (!decision.answered || spent.paid.contains(decision.question)) return {};
  if (QuestionsLeft(limits, spent) < decision.cost) return kBudgetProject;
  for (const std::string& value : decision.values_touched) {
    const auto found = spent.values.find(value);
    const std::uint64_t touched = found == spent.values.end() ? 0 : found->second;
    if (touched >= limits.per_value) return kBudgetValue;
  }
  return {};
}

std::uint64_t QuestionsLeft(const BudgetLimits& limits, const BudgetSpent& spent) {
  return limits.questions > spent.questions ? limits.questions - spent.questions : 0;
}

void Spend(const Decision& decision, BudgetSpent& spent) {
  if (!decision.answered || !spent.paid.insert(decision.question).second) return;
  spent.questions += decision.cost;
  for (const std::string& value : decision.values_touched) ++spent.values[value];
}

}  // namespace gauze
