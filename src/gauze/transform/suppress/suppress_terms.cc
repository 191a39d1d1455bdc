#include "gauze/transform/suppress/suppress_terms.h"

#include <fmt/format.h>
#include <tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <unordered_map>

#include "gauze/base/parallel.h"
#include "gauze/base/progress_share.h"
#include "gauze/model/qs_model.h"
#include "gauze/transform/constraints.h"
#include "gauze/transform/suppress/class_repair.h"
#include "gauze/transform/suppress/join_classes.h"

namespace gauze {
namespace {

using suppress::ClassRepair;
using suppress::FiguresOf;
using suppress::Repaired;
using suppress::Shown;
using suppress::Suppressor;
using suppress::Way;

class Step {
 public:
  Step(const TransformInput& input, std::size_t attribute, const Knowledge& knowledge,
       QsCondition condition, const Parameters& parameters)
      : input_(input),
        attribute_(attribute),
        knowledge_(knowledge),
        condition_(std::move(condition)),
        repair_(input, attribute, knowledge_, condition_) {
    const std::string& search = parameters.Text("search");
    search_ = search == "exact"      ? suppress::Search::kExact
              : search == "adaptive" ? suppress::Search::kAdaptive
                                     : suppress::Search::kDepthFirst;
    budget_ = {.nodes = static_cast<std::uint64_t>(parameters.Integer("nodes")),
               .seconds = parameters.Number("seconds").ToDouble()};
  }

  std::vector<StepFigure> Run(Generalization& generalization, ProgressShare& progress) {
    std::vector<Repaired> repaired(generalization.classes());
    RepairAll(generalization, repaired, progress);
    // Classes that cannot keep the promise alone, even without terms, go to their neighbours.
    while (generalization.classes() > 1) {
      std::vector<bool> failing;
      for (const Repaired& one : repaired) failing.push_back(one.way == Way::kWithheld);
      if (std::ranges::find(failing, true) == failing.end()) break;
      Join(suppress::WithNeighbours(failing), generalization, repaired);
      Join(suppress::ByLabels(generalization), generalization, repaired);
      RepairAll(generalization, repaired, progress);
    }
    Apply(generalization, repaired);
    std::vector<StepFigure> figures = FiguresOf({});
    for (const Repaired& one : repaired) AddFigures(FiguresOf(one), figures);
    figures.front().value -= 1;  // the empty one that the sum began with
    return figures;
  }

 private:
  // Those that are still to do.
  void RepairAll(const Generalization& generalization, std::vector<Repaired>& repaired,
                 ProgressShare& progress) {
    // One for each thread: it remembers sets that come back in other classes.
    tbb::enumerable_thread_specific<std::unique_ptr<Suppressor>> suppressors(
        [&] { return std::make_unique<Suppressor>(knowledge_, condition_, search_, budget_); });
    ForEach(repaired.size(), [&](std::size_t c) {
      if (repaired[c].way != Way::kNotYet) return;
      const double joined = repaired[c].joined;
      repaired[c] = repair_.Run(generalization, c, *suppressors.local());
      repaired[c].joined = joined;
      progress.Step();
    });
  }

  // Joins classes; what became of those that stay alone is known already.
  void Join(const std::vector<std::size_t>& group_of, Generalization& generalization,
            std::vector<Repaired>& repaired) const {
    const std::size_t groups = *std::ranges::max_element(group_of) + 1;
    if (groups == repaired.size()) return;
    std::vector<std::size_t> members(groups);
    std::vector<double> joined(groups, -1);
    std::vector<Repaired> kept(groups);
    for (std::size_t c = 0; c < group_of.size(); ++c) {
      joined[group_of[c]] += repaired[c].joined + 1;
      if (++members[group_of[c]] == 1) {
        kept[group_of[c]] = std::move(repaired[c]);
      } else {
        kept[group_of[c]] = {};
      }
    }
    for (std::size_t g = 0; g < groups; ++g) kept[g].joined = joined[g];
    generalization = suppress::JoinClasses(input_, generalization, group_of);
    repaired = std::move(kept);
  }

  // Puts the members that are shown in the place of the old ones; classes that are withheld go.
  void Apply(Generalization& generalization, const std::vector<Repaired>& repaired) const {
    Generalization made;
    made.quasi_identifiers = std::move(generalization.quasi_identifiers);
    made.labels = std::move(generalization.labels);
    made.label_style = generalization.label_style;
    made.suppressed = std::move(generalization.suppressed);
    made.class_begin = {0};
    const std::size_t width = made.quasi_identifiers.size();
    auto values = std::make_shared<std::vector<Value>>(ShownSets(repaired));
    std::unordered_map<std::string_view, std::uint32_t> code_of;
    for (std::uint32_t i = 0; i < values->size(); ++i) code_of.emplace((*values)[i].text, i);
    for (const Generalization::Changed& before : generalization.changed) {
      made.changed.push_back({before.attribute, before.values, {}});
    }
    Generalization::Changed own{.attribute = attribute_};
    for (std::size_t c = 0; c < repaired.size(); ++c) {
      const Repaired& one = repaired[c];
      if (one.way == Way::kWithheld) {
        for (std::size_t i = generalization.class_begin[c]; i < generalization.class_begin[c + 1];
             ++i) {
          made.suppressed.push_back(generalization.tuples[i]);
        }
        continue;
      }
      for (const Shown& shown : one.shown) {
        made.tuples.push_back(shown.tuple);
        made.rows.push_back(shown.rows);
        const std::size_t member = generalization.class_begin[c] + shown.member;
        for (std::size_t j = 0; j < made.changed.size(); ++j) {
          made.changed[j].codes.push_back(generalization.changed[j].codes[member]);
        }
        own.codes.push_back(shown.set.empty() ? static_cast<std::uint32_t>(values->size())
                                              : code_of.at(shown.set));
      }
      made.class_labels.insert(
          made.class_labels.end(),
          generalization.class_labels.begin() + static_cast<std::ptrdiff_t>(c * width),
          generalization.class_labels.begin() + static_cast<std::ptrdiff_t>((c + 1) * width));
      made.class_begin.push_back(made.tuples.size());
    }
    own.values = std::move(values);
    made.changed.push_back(std::move(own));
    generalization = std::move(made);
  }

  static std::vector<Value> ShownSets(const std::vector<Repaired>& repaired) {
    std::vector<std::string_view> texts;
    for (const Repaired& one : repaired) {
      for (const Shown& shown : one.shown) {
        if (!shown.set.empty()) texts.push_back(shown.set);
      }
    }
    std::ranges::sort(texts);
    texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
    std::vector<Value> values;
    values.reserve(texts.size());
    for (const std::string_view text : texts) values.push_back({.text = std::string(text)});
    return values;
  }

  const TransformInput& input_;
  std::size_t attribute_;
  const Knowledge& knowledge_;
  QsCondition condition_;
  ClassRepair repair_;
  suppress::Search search_ = suppress::Search::kExact;
  suppress::Budget budget_;
};

bool SeesTo(const PolicyEntry& promise) {
  return std::ranges::any_of(promise.descriptor->parameters, [](const Parameter& parameter) {
    return parameter.type == ParameterType::kAttribute &&
           parameter.role == Name(Role::kQuasiSensitive);
  });
}

Status CheckPromises(const Policy& /*policy*/, const std::vector<PolicyEntry>& promises,
                     const std::string& where) {
  if (promises.empty()) {
    return InputError("suppress_terms has nothing to do", where,
                      "promise qs_diversity or qs_closeness of a quasi_sensitive column, or leave "
                      "the step out");
  }
  std::set<std::string> columns;
  for (const PolicyEntry& promise : promises) {
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
  return Step(input, attribute, *knowledge, condition->condition(), parameters)
      .Run(generalization, progress);
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
