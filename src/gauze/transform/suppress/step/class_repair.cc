#include "gauze/transform/suppress/step/class_repair.h"

#include <algorithm>

namespace gauze::suppress {
namespace {

std::vector<Removal> Everything(const std::vector<SetOfClass>& sets) {
  std::vector<Removal> removals;
  for (std::size_t s = 0; s < sets.size(); ++s) {
    Removal& removal = removals.emplace_back(Removal{s, sets[s].terms.rows, {}});
    for (std::uint32_t i = 0; i < sets[s].spelled.size(); ++i) removal.positions.push_back(i);
  }
  return removals;
}

std::vector<TermId> Left(const SetOfClass& set, const Removal& removal) {
  std::vector<TermId> left;
  for (std::uint32_t i = 0; i < set.terms.terms.size(); ++i) {
    if (std::ranges::find(removal.positions, i) == removal.positions.end()) {
      left.push_back(set.terms.terms[i]);
    }
  }
  return left;
}

double Price(std::size_t terms, std::size_t removed) {
  return static_cast<double>(RemovalCost(terms, removed)) / kCostUnit;
}

}  // namespace

std::vector<StepFigure> FiguresOf(const Repaired& one) {
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
          {"largest_removal_cost", one.removable > 0 ? one.cost / one.removable : 0, true},
          {"unlinked_rows_before", one.unlinked[0]},
          {"unlinked_rows", one.unlinked[1]},
          {"certain_rows_before", one.certain[0]},
          {"certain_rows", one.certain[1]},
          {"largest_share_before", one.largest[0], true},
          {"largest_share", one.largest[1], true}};
}

std::vector<StepFigure> ShownFiguresOf(const Repaired& one) {
  return {{"classes", 1},
          {"terms", one.terms - one.removed},
          {"unlinked_rows", one.unlinked[1]},
          {"certain_rows", one.certain[1]},
          {"largest_share", one.largest[1], true}};
}

Repaired ClassRepair::Run(const Generalization& generalization, std::size_t class_index,
                          Suppressor& suppressor) const {
  const auto sets = SetsOf(input_, knowledge_, attribute_, generalization, class_index);
  std::vector<TermRows> rows;
  for (const SetOfClass& set : sets) rows.push_back(set.terms);
  Outcome outcome = suppressor.Run(rows);
  Repaired result;
  result.way = outcome.cost == 0 ? Way::kAsItWas : Way::kSearched;
  result.proven = outcome.proven;
  result.bound = static_cast<double>(outcome.bound) / kCostUnit;
  if (!outcome.found) {
    outcome.removals = Everything(sets);
    result.way = Holds(sets, outcome.removals) ? Way::kEmptied : Way::kWithheld;
  }
  Describe(sets, outcome.removals, result);
  if (result.way == Way::kWithheld) return result;
  result.shown = Deal(input_, generalization, class_index, sets, outcome.removals,
                      input_.coded.table.attributes[attribute_].separator);
  return result;
}

Repaired ClassRepair::Restrict(const Generalization& generalization, std::size_t class_index,
                               const std::vector<bool>& safe) const {
  const auto sets = SetsOf(input_, knowledge_, attribute_, generalization, class_index);
  std::vector<Removal> removals;
  for (std::size_t s = 0; s < sets.size(); ++s) {
    const TermRows& rows = sets[s].terms;
    Removal& removal = removals.emplace_back(Removal{s, rows.rows, {}});
    for (std::uint32_t i = 0; i < rows.terms.size(); ++i) {
      const TermId term = rows.terms[i];
      if (term == Knowledge::kNoTerm || !safe[term]) removal.positions.push_back(i);
    }
  }
  Repaired result;
  result.way = Way::kAsItWas;
  Describe(sets, removals, result);
  result.shown = Deal(input_, generalization, class_index, sets, removals,
                      input_.coded.table.attributes[attribute_].separator);
  return result;
}

bool ClassRepair::Holds(const std::vector<SetOfClass>& sets,
                        const std::vector<Removal>& removals) const {
  QsPosterior posterior(knowledge_.label_count());
  for (const Removal& removal : removals) {
    posterior.Add(knowledge_, Left(sets[removal.set], removal), removal.rows);
  }
  return condition_.Holds(posterior);
}

// Figures of a class, before and after.
void ClassRepair::Describe(const std::vector<SetOfClass>& sets,
                           const std::vector<Removal>& removals, Repaired& result) const {
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

}  // namespace gauze::suppress
