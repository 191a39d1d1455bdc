#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "gauze/base/error.h"
#include "gauze/interpret/gate/decision.h"

// What a project may ask of a release. The gate keeps single persons apart from answers; a budget
// keeps a project from walking through the mapping, alias by alias and grade by grade.
//
// A question costs one, a tree as many as nodes were interpreted. An alias, or a category of
// grades, that a question names is touched once by it. A question that the project has had answered
// before costs nothing, as it tells nothing new; what another project had answered costs as if it
// were new. Refused questions cost nothing.

namespace gauze {

struct BudgetLimits {
  std::uint64_t questions = 0;  // 0: none are answered
  std::uint64_t per_value = 0;  // how often one alias or category may be touched
};

// What a project has spent on one release. Plain data: a server keeps it where it keeps answers.
struct BudgetSpent {
  std::uint64_t questions = 0;
  std::map<std::string, std::uint64_t, std::less<>> values;
  std::set<std::string, std::less<>> paid;  // questions that it has had answered
};

// "budget_project", "budget_value", or empty if the project can pay for the answer.
std::string_view OverBudget(const BudgetLimits& limits, const BudgetSpent& spent,
                            const Decision& decision);

// How many sets the project could still pay for.
std::uint64_t QuestionsLeft(const BudgetLimits& limits, const BudgetSpent& spent);

// Books an answer that OverBudget let pass.
void Spend(const Decision& decision, BudgetSpent& spent);

}  // namespace gauze
