#include "gauze/transform/suppress/suppress_terms.h"

#include <tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <unordered_map>

#include "gauze/base/parallel.h"
#include "gauze/transform/constraints.h"
#include "gauze/transform/suppress/class_terms.h"
#include "gauze/transform/suppress/join_classes.h"

namespace gauze {
namespace {

using suppress::Outcome;
using suppress::Removal;
using suppress::SetOfClass;
using suppress::Shown;
using suppress::Suppressor;

// How a class came to keep the promise.
enum class Way : std::uint8_t { kNotYet, kAsItWas, kSearched, kEmptied, kWithheld };

// What became of one class.
struct Repaired {
  Way way = Way::kNotYet;
  double joined = 0;  // classes that went into it, beyond the first
  bool proven = false;
  double cost = 0;       // of the terms that were removed
  double bound = 0;      // no removal costs less
  double removable = 0;  // cost of removing everything
  double terms = 0;
  double removed = 0;
  double unlinked[2] = {0, 0};  // rows that link to nothing, before and after
  double certain[2] = {0, 0};   // rows that link to one label
  double largest[2] = {0, 0};   // share of the likeliest label
  std::vector<Shown> shown;
};

class Step {
 public:
  Step(const TransformInput& input, const PolicyEntry& promise, const Parameters& parameters)
      : input_(input),
        attribute_(input.coded.table.Find(promise.parameters.Text("attribute"))),
        knowledge_(*KnowledgeOf(input.coded, promise)),
        context_{.attribute = &input.coded.table.attributes[attribute_],
                 .domain = &input.coded.table.domains[attribute_],
                 .reference = (*input.coded.totals)[attribute_],
                 .knowledge = &knowledge_},
        condition_(
            MakeQsCondition(promise.descriptor->name, promise.parameters, context_).value()) {
    const std::string& search = parameters.Text("search");
    search_ = search == "exact"      ? suppress::Search::kExact
              : search == "adaptive" ? suppress::Search::kAdaptive
                                     : suppress::Search::kDepthFirst;
    budget_ = {.nodes = static_cast<std::uint64_t>(parameters.Integer("nodes")),
               .seconds = parameters.Number("seconds").ToDouble()};
  }

  std::vector<StepFigure> Run(Generalization& generalization) {
    std::vector<Repaired> repaired(generalization.classes());
    RepairAll(generalization, repaired);
    // Classes that cannot keep the promise alone, even without terms, go to their neighbours.
    while (generalization.classes() > 1) {
      std::vector<bool> failing;
      for (const Repaired& one : repaired) failing.push_back(one.way == Way::kWithheld);
      if (std::ranges::find(failing, true) == failing.end()) break;
      Join(suppress::WithNeighbours(failing), generalization, repaired);
      Join(suppress::ByLabels(generalization), generalization, repaired);
      RepairAll(generalization, repaired);
    }
    Apply(generalization, repaired);
    std::vector<StepFigure> figures = FiguresOf({});
    for (const Repaired& one : repaired) AddFigures(FiguresOf(one), figures);
    figures.front().value -= 1;  // the empty one that the sum began with
    return figures;
  }

 private:
  // Those that are still to do.
  void RepairAll(const Generalization& generalization, std::vector<Repaired>& repaired) {
    // One for each thread: it remembers sets that come back in other classes.
    tbb::enumerable_thread_specific<std::unique_ptr<Suppressor>> suppressors(
        [&] { return std::make_unique<Suppressor>(knowledge_, condition_, search_, budget_); });
    ForEach(repaired.size(), [&](std::size_t c) {
      if (repaired[c].way != Way::kNotYet) return;
      const double joined = repaired[c].joined;
      repaired[c] = Repair(generalization, c, *suppressors.local());
      repaired[c].joined = joined;
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

  Repaired Repair(const Generalization& generalization, std::size_t c, Suppressor& suppressor) {
    const auto sets = suppress::SetsOf(input_, knowledge_, attribute_, generalization, c);
    std::vector<suppress::TermRows> rows;
    for (const SetOfClass& set : sets) rows.push_back(set.terms);
    Outcome outcome = suppressor.Run(rows);
    Repaired result;
    result.way = outcome.cost == 0 ? Way::kAsItWas : Way::kSearched;
    result.proven = outcome.proven;
    result.bound = static_cast<double>(outcome.bound) / suppress::kCostUnit;
    if (!outcome.found) {
      outcome.removals = Everything(sets);
      result.way = Holds(sets, outcome.removals) ? Way::kEmptied : Way::kWithheld;
    }
    Describe(sets, outcome.removals, result);
    if (result.way == Way::kWithheld) return result;
    result.shown = suppress::Deal(input_, generalization, sets, outcome.removals,
                                  context_.attribute->separator);
    return result;
  }

  static std::vector<Removal> Everything(const std::vector<SetOfClass>& sets) {
    std::vector<Removal> removals;
    for (std::size_t s = 0; s < sets.size(); ++s) {
      Removal& removal = removals.emplace_back(Removal{s, sets[s].terms.rows, {}});
      for (std::uint32_t i = 0; i < sets[s].spelled.size(); ++i) removal.positions.push_back(i);
    }
    return removals;
  }

  static std::vector<TermId> Left(const SetOfClass& set, const Removal& removal) {
    std::vector<TermId> left;
    for (std::uint32_t i = 0; i < set.terms.terms.size(); ++i) {
      if (std::ranges::find(removal.positions, i) == removal.positions.end()) {
        left.push_back(set.terms.terms[i]);
      }
    }
    return left;
  }

  bool Holds(const std::vector<SetOfClass>& sets, const std::vector<Removal>& removals) const {
    QsPosterior posterior(knowledge_.label_count());
    for (const Removal& removal : removals) {
      posterior.Add(knowledge_, Left(sets[removal.set], removal), removal.rows);
    }
    return condition_.Holds(posterior);
  }

  // Figures of a class, before and after.
  void Describe(const std::vector<SetOfClass>& sets, const std::vector<Removal>& removals,
                Repaired& result) const {
    const bool withheld = result.way == Way::kWithheld;
    QsPosterior before(knowledge_.label_count());
    QsPosterior after(knowledge_.label_count());
    const auto count = [&](const std::vector<TermId>& terms, std::uint64_t rows, int time,
                           QsPosterior& posterior) {
      const auto linked = knowledge_.Linked(terms);
      posterior.Add(linked, rows);
      if (linked.empty()) result.unlinked[time] += static_cast<double>(rows);
      if (linked.size() == 1) result.certain[time] += static_cast<double>(rows);
    };
    for (const SetOfClass& set : sets) count(set.terms.terms, set.terms.rows, 0, before);
    for (const Removal& removal : removals) {
      const SetOfClass& set = sets[removal.set];
      const auto rows = static_cast<double>(removal.rows);
      const std::size_t size = set.spelled.size();
      result.terms += rows * static_cast<double>(size);
      result.removed += rows * static_cast<double>(removal.positions.size());
      result.removable += rows * Price(size, size);
      result.cost += rows * Price(size, removal.positions.size());
      if (!withheld) count(Left(set, removal), removal.rows, 1, after);
    }
    const QsPosterior* posteriors[2] = {&before, &after};
    for (int time = 0; time < 2; ++time) {
      if (posteriors[time]->rows() == 0) continue;
      const auto shares = posteriors[time]->Shares();
      result.largest[time] = *std::ranges::max_element(shares);
    }
  }

  static double Price(std::size_t terms, std::size_t removed) {
    return static_cast<double>(suppress::RemovalCost(terms, removed)) / suppress::kCostUnit;
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
    made.changed = Generalization::Changed{.attribute = attribute_};
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
        made.changed->codes.push_back(shown.set.empty() ? static_cast<std::uint32_t>(values->size())
                                                        : code_of.at(shown.set));
      }
      made.class_labels.insert(
          made.class_labels.end(),
          generalization.class_labels.begin() + static_cast<std::ptrdiff_t>(c * width),
          generalization.class_labels.begin() + static_cast<std::ptrdiff_t>((c + 1) * width));
      made.class_begin.push_back(made.tuples.size());
    }
    made.changed->values = std::move(values);
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

  static std::vector<StepFigure> FiguresOf(const Repaired& one) {
    const auto is = [&](Way way) { return one.way == way ? 1.0 : 0.0; };
    return {{"classes", 1},
            {"classes_searched", is(Way::kSearched)},
            {"classes_emptied", is(Way::kEmptied)},
            {"classes_joined", one.joined},
            {"classes_withheld", is(Way::kWithheld)},
            {"classes_proven", one.proven ? 1.0 : 0.0},
            {"terms", one.terms},
            {"terms_removed", one.removed},
            {"cost", one.cost},
            {"cost_of_all", one.removable},
            {"cost_at_least", one.bound},
            {"unlinked_rows_before", one.unlinked[0]},
            {"unlinked_rows", one.unlinked[1]},
            {"certain_rows_before", one.certain[0]},
            {"certain_rows", one.certain[1]},
            {"largest_share_before", one.largest[0], true},
            {"largest_share", one.largest[1], true}};
  }

  const TransformInput& input_;
  std::size_t attribute_;
  const Knowledge& knowledge_;
  ModelContext context_;
  QsCondition condition_;
  suppress::Search search_ = suppress::Search::kExact;
  suppress::Budget budget_;
};

bool SeesTo(const PolicyEntry& promise) { return promise.descriptor->name.starts_with("qs_"); }

Status CheckPromises(const std::vector<PolicyEntry>& promises, const std::string& where) {
  if (promises.size() == 1) return {};
  if (promises.empty()) {
    return InputError("suppress_terms has nothing to see to", where,
                      "promise qs_diversity or qs_closeness of a quasi_sensitive column, or leave "
                      "the step out");
  }
  return InputError("suppress_terms sees to one promise, and there are several", where,
                    "keep one of qs_diversity and qs_closeness");
}

Result<std::vector<StepFigure>> RunStep(const TransformInput& input,
                                        const std::vector<PolicyEntry>& promises,
                                        const Parameters& parameters,
                                        Generalization& generalization) {
  return Step(input, promises.front(), parameters).Run(generalization);
}

// The removal cost T is what the removed terms cost as a share of what all of them would.
std::vector<StepFigure> Summary(const std::vector<StepFigure>& figures) {
  std::vector<StepFigure> summary = figures;
  double cost = 0;
  double all = 0;
  double bound = 0;
  for (const StepFigure& figure : figures) {
    if (figure.name == "cost") cost = figure.value;
    if (figure.name == "cost_of_all") all = figure.value;
    if (figure.name == "cost_at_least") bound = figure.value;
  }
  std::erase_if(summary, [](const StepFigure& figure) { return figure.name.starts_with("cost"); });
  summary.push_back({"removal_cost", all > 0 ? cost / all : 0});
  summary.push_back({"removal_cost_at_least", all > 0 ? bound / all : 0});
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
                    .summary = "how many removals are tried for a class, at most; more finds "
                               "cheaper ones and takes longer",
                    .fallback = "100000",
                    .minimum = "1",
                    .maximum = "1000000000000"},
                   {.name = "seconds",
                    .type = ParameterType::kNumber,
                    .summary = "a limit for each class on top, 0 for none; with one, equal runs "
                               "need not give equal releases",
                    .fallback = "0",
                    .minimum = "0",
                    .maximum = "1000000"}},
              .guarantees = "every class that is released keeps the promise; sets lose terms and "
                            "gain none",
              .not_covered = "whoever knows which terms a person has learns which were removed",
              .reference = "P. Shi, L. Xiong, B. C. M. Fung: Anonymizing Data with Quasi-Sensitive "
                           "Attribute Values, CIKM 2010",
          },
      .sees_to = SeesTo,
      .check = CheckPromises,
      .run = RunStep,
      .summary = Summary,
  };
}

}  // namespace gauze
