#include "gauze/transform/suppress/step/suppress_column.h"

#include <tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <memory>

#include "gauze/base/parallel.h"
#include "gauze/transform/suppress/safe_terms.h"
#include "gauze/transform/suppress/step/class_repair.h"
#include "gauze/transform/suppress/step/join_classes.h"
#include "gauze/transform/suppress/step/show_sets.h"

namespace gauze::suppress {
namespace {

class ColumnSuppression {
 public:
  ColumnSuppression(const TransformInput& input, const Promised& promised,
                    const Parameters& parameters)
      : input_(input),
        attribute_(promised.attribute),
        knowledge_(promised.knowledge),
        condition_(promised.condition),
        repair_(input, attribute_, knowledge_, condition_) {
    const std::string& search = parameters.Text("search");
    search_ = search == "exact"      ? Search::kExact
              : search == "adaptive" ? Search::kAdaptive
                                     : Search::kDepthFirst;
    budget_ = {.nodes = static_cast<std::uint64_t>(parameters.Integer("nodes")),
               .seconds = parameters.Number("seconds").ToDouble()};
  }

  std::vector<StepFigure> Repair(Generalization& generalization, ProgressShare& progress) {
    std::vector<Repaired> repaired(generalization.classes());
    RepairAll(generalization, repaired, progress);
    // Classes that cannot keep the promise alone, even without terms, go to their neighbours.
    while (generalization.classes() > 1) {
      std::vector<bool> failing;
      for (const Repaired& one : repaired) failing.push_back(one.way == Way::kWithheld);
      if (std::ranges::find(failing, true) == failing.end()) break;
      Join(WithNeighbours(failing), generalization, repaired);
      Join(ByLabels(generalization), generalization, repaired);
      RepairAll(generalization, repaired, progress);
    }
    ShowSets(attribute_, repaired, generalization);
    return Sum(repaired, FiguresOf);
  }

  std::vector<StepFigure> Restrict(Generalization& generalization, ProgressShare& progress) const {
    const std::vector<bool> safe =
        SafeTerms(knowledge_, LeastLabels(condition_.c(), condition_.l()));
    std::vector<Repaired> restricted(generalization.classes());
    ForEach(restricted.size(), [&](std::size_t c) {
      restricted[c] = repair_.Restrict(generalization, c, safe);
      progress.Step();
    });
    ShowSets(attribute_, restricted, generalization);
    std::vector<StepFigure> figures = Sum(restricted, ShownFiguresOf);
    const auto kept = static_cast<double>(std::ranges::count(safe, true));
    figures.push_back({"terms_kept", kept, true});
    figures.push_back({"terms_known", static_cast<double>(safe.size()), true});
    return figures;
  }

 private:
  static std::vector<StepFigure> Sum(const std::vector<Repaired>& repaired,
                                     std::vector<StepFigure> (*figures_of)(const Repaired& one)) {
    std::vector<StepFigure> figures = figures_of({});
    for (const Repaired& one : repaired) AddFigures(figures_of(one), figures);
    figures.front().value -= 1;  // the empty one that the sum began with
    return figures;
  }

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
    generalization = JoinClasses(input_, generalization, group_of);
    repaired = std::move(kept);
  }

  const TransformInput& input_;
  std::size_t attribute_;
  const Knowledge& knowledge_;
  const QsCondition& condition_;
  ClassRepair repair_;
  Search search_ = Search::kExact;
  Budget budget_;
};

}  // namespace

std::vector<StepFigure> SuppressColumn(const TransformInput& input, const Promised& promised,
                                       const Parameters& parameters, Generalization& generalization,
                                       ProgressShare& progress) {
  ColumnSuppression suppression(input, promised, parameters);
  return parameters.Text("minimality") == "safe" ? suppression.Restrict(generalization, progress)
                                                 : suppression.Repair(generalization, progress);
}

}  // namespace gauze::suppress
