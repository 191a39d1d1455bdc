#include "gauze/transform/suppress/step/suppress_terms.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "gauze/base/progress_share.h"
#include "gauze/model/qs_model.h"
#include "gauze/transform/constraints.h"
#include "gauze/transform/suppress/safe_terms.h"
#include "gauze/transform/suppress/step/suppress_column.h"

namespace gauze {
namespace {

bool SeesTo(const PolicyEntry& promise) {
  return std::ranges::any_of(promise.descriptor->parameters, [](const Parameter& parameter) {
    return parameter.type == ParameterType::kAttribute &&
           parameter.role == Name(Role::kQuasiSensitive);
  });
}

// What is removed must not depend on the rows, so the promise has to be one about each row alone;
// and a row that shows nothing must not tell that it had something.
Status CheckSafe(const Policy& policy, const PolicyEntry& promise, const std::string& where) {
  if (promise.descriptor->name != "qs_diversity") {
    return InputError(
        fmt::format("minimality: safe keeps qs_diversity, and {} depends on rows that link to "
                    "nothing",
                    promise.descriptor->name),
        where, "promise qs_diversity, or leave out minimality: safe");
  }
  if (policy.missing != MissingPolicy::kReject) return {};
  return InputError("with missing: reject, a row without terms tells that its terms were removed",
                    where, "choose missing: own_value or wildcard, or leave out minimality: safe");
}

Status CheckPromises(const Policy& policy, const std::vector<PolicyEntry>& promises,
                     const std::string& where) {
  if (promises.empty()) {
    return InputError("suppress_terms has nothing to do", where,
                      "promise qs_diversity or qs_closeness of a quasi_sensitive column, or leave "
                      "the step out");
  }
  const bool safe = suppress::ShowsSafeTermsOnly(policy);
  std::set<std::string> columns;
  for (const PolicyEntry& promise : promises) {
    if (safe) GAUZE_TRY(CheckSafe(policy, promise, where));
    const std::string& column = promise.parameters.Text("attribute");
    if (columns.insert(column).second) continue;
    return InputError(
        fmt::format("suppress_terms keeps one promise for each column, but there are several for "
                    "\"{}\"",
                    column),
        where, "keep one of qs_diversity and qs_closeness for it");
  }
  return {};
}

Result<std::vector<StepFigure>> Keep(const TransformInput& input, const PolicyEntry& promise,
                                     const Parameters& parameters, Generalization& generalization,
                                     ProgressShare& progress) {
  const Table& table = input.coded.table;
  const std::size_t attribute = table.Find(promise.parameters.Text("attribute"));
  const Knowledge* knowledge = KnowledgeOf(input.coded, promise);
  GAUZE_ASSIGN(const auto model, FindModel(promise.descriptor->name)
                                     ->make(promise.parameters,
                                            {.attribute = &table.attributes[attribute],
                                             .domain = &table.domains[attribute],
                                             .reference = (*input.coded.totals)[attribute],
                                             .knowledge = knowledge},
                                            promise.where));
  const auto* condition = dynamic_cast<const QsModel*>(model.get());
  Check(condition != nullptr, "models of quasi-sensitive columns are conditions on a posterior");
  if (parameters.Text("minimality") == "safe") {
    const QsCondition& diversity = condition->condition();
    const std::size_t least = suppress::LeastLabels(diversity.c(), diversity.l());
    if (knowledge->label_count() < least) {
      return InputError(fmt::format("{} asks for {} labels behind every row, and the knowledge "
                                    "table has {}",
                                    promise.descriptor->name, least, knowledge->label_count()),
                        promise.where, "ask for a smaller l or a larger c");
    }
  }
  return suppress::SuppressColumn(input, {attribute, *knowledge, condition->condition()},
                                  parameters, generalization, progress);
}

// Terms of one column say nothing of another, and classes that are joined or left out for one
// column keep what they kept of those before: so one promise is kept after the other.
Result<std::vector<StepFigure>> RunStep(const TransformInput& input,
                                        const std::vector<PolicyEntry>& promises,
                                        const Parameters& parameters,
                                        Generalization& generalization, Progress& progress) {
  ProgressShare share(progress, input.coded.table.rows, generalization.classes() * promises.size());
  std::vector<StepFigure> figures;
  for (const PolicyEntry& promise : promises) {
    GAUZE_ASSIGN(auto more, Keep(input, promise, parameters, generalization, share));
    const std::string of = promises.size() > 1 ? promise.parameters.Text("attribute") + "." : "";
    for (StepFigure& figure : more) figure.name = of + figure.name;
    std::ranges::move(more, std::back_inserter(figures));
  }
  return figures;
}

// The removal cost T is what the removed terms cost as a share of what all of them would: of each
// column, and of all together.
std::vector<StepFigure> Summary(const std::vector<StepFigure>& figures) {
  struct Costs {
    double removed = 0;
    double at_least = 0;
    double all = 0;
  };
  std::map<std::string, Costs> by_column;  // by what stands before its figures
  Costs together;
  std::vector<StepFigure> summary;
  for (const StepFigure& figure : figures) {
    const std::size_t begin = figure.name.rfind('.') + 1;
    const std::string kind = figure.name.substr(begin);
    double Costs::* const part = kind == "cost"            ? &Costs::removed
                                 : kind == "cost_at_least" ? &Costs::at_least
                                 : kind == "cost_of_all"   ? &Costs::all
                                                           : nullptr;
    if (part == nullptr) {
      summary.push_back(figure);
      continue;
    }
    by_column[figure.name.substr(0, begin)].*part = figure.value;
    together.*part += figure.value;
  }
  if (by_column.empty()) return summary;  // what was removed is not told
  by_column[""] = together;
  for (const auto& [of, costs] : by_column) {
    const double all = costs.all > 0 ? costs.all : 1;
    summary.push_back({of + "removal_cost", costs.removed / all});
    summary.push_back({of + "removal_cost_at_least", costs.at_least / all});
  }
  return summary;
}

}  // namespace

ClassStepEntry SuppressTermsEntry() {
  return {
      .descriptor =
          {
              .name = "suppress_terms",
              .summary = "removes terms from sets, class by class, until qs_diversity or "
                         "qs_closeness holds, as few as it finds",
              .parameters =
                  {{.name = "search",
                    .type = ParameterType::kChoice,
                    .summary = "exact, which mostly proves that nothing cheaper exists; adaptive "
                               "and depth_first, the searches of the paper, to compare with",
                    .fallback = "exact",
                    .choices = {"exact", "adaptive", "depth_first"}},
                   {.name = "minimality",
                    .type = ParameterType::kChoice,
                    .summary = "least removes as few terms as it finds, and whoever knows that "
                               "learns a little; safe shows only terms that give nobody away in "
                               "any combination, and removes many more",
                    .fallback = "least",
                    .choices = {"least", "safe"}},
                   {.name = "nodes",
                    .type = ParameterType::kInteger,
                    .summary = "the most removals tried per class; more finds cheaper ones and "
                               "takes longer",
                    .fallback = "100000",
                    .minimum = "1",
                    .maximum = "1000000000000"},
                   {.name = "seconds",
                    .type = ParameterType::kNumber,
                    .summary = "an additional limit of processor time per class, 0 for none; with "
                               "a limit, equal runs may give different releases",
                    .fallback = "0",
                    .minimum = "0",
                    .maximum = "1000000"}},
              .guarantees = "every class that is released keeps the promise; sets lose terms and "
                            "gain none",
              .not_covered =
                  "an adversary who knows which terms a person has learns which were removed",
              .reference = "P. Shi, L. Xiong, B. C. M. Fung: Anonymizing Data with Quasi-Sensitive "
                           "Attribute Values, CIKM 2010",
          },
      .sees_to = SeesTo,
      .check = CheckPromises,
      .run = RunStep,
      .cost = "removal_cost",
      .summary = Summary,
  };
}

}  // namespace gauze
