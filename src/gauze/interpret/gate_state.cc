#include "gauze/interpret/gate_state.h"

#include <utility>

namespace gauze {

GateState::GateState(const Holding& holding, std::uint32_t k)
    : holding_(&holding),
      asked_rows_(holding.rows(), holding.person_of(), k),
      told_(holding.persons(), {}, k) {
  if (!holding.person_of().empty())
    asked_persons_.emplace(holding.persons(), std::span<const std::uint32_t>(), k);
}

Finding GateState::Look(Bits rows, const Cells* cells) const {
  Finding finding;
  finding.step.persons = holding_->PersonsOf(rows);
  finding.step.rows = std::move(rows);
  finding.support = finding.step.persons.Count();
  if (finding.support < k()) {
    finding.refusal = kSupport;
  } else if (!asked_rows_.Bears(finding.step.rows) ||
             (asked_persons_ && !asked_persons_->Bears(finding.step.persons))) {
    finding.refusal = kDifference;
  }
  if (!finding.refusal.empty()) return finding;
  finding.step.told = told_.Bears(finding.step.persons);
  if (finding.step.told && cells != nullptr) {
    finding.cells = NumbersOf(*cells, *holding_, finding.step.rows, finding.step.persons, told_);
    finding.step.labels = std::move(finding.cells->labels);
  }
  return finding;
}

void GateState::Apply(const GateStep& step) {
  asked_rows_.Split(step.rows);
  if (asked_persons_) asked_persons_->Split(step.persons);
  if (!step.told) return;
  if (step.labels.empty()) {
    told_.Split(step.persons);
  } else {
    told_.Split(step.persons, step.labels);
  }
}

}  // namespace gauze
