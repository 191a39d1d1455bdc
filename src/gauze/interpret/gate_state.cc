#include "gauze/interpret/gate_state.h"

#include <utility>

namespace gauze {

GateState::GateState(const Holding& holding, std::uint32_t k)
    : holding_(&holding),
      asked_(Atoms::OfGroups(holding.groups(), holding.sizes(), k)),
      told_(asked_) {
  if (!holding.group_of().empty()) asked_rows_ = Atoms::OfRows(holding.group_of(), k);
}

Finding GateState::Look(Bits rows, const Cells* cells) const {
  Finding finding;
  finding.step.groups = holding_->GroupsOf(rows);
  finding.step.rows = std::move(rows);
  finding.support = holding_->PersonsIn(finding.step.groups);
  if (finding.support < k()) {
    finding.refusal = kSupport;
  } else if (!asked_.Bears(finding.step.groups) ||
             (asked_rows_ && !asked_rows_->Bears(finding.step.rows))) {
    finding.refusal = kDifference;
  }
  if (!finding.refusal.empty()) return finding;
  finding.step.told = told_.Bears(finding.step.groups);
  if (cells != nullptr) LookAtCells(*cells, finding);
  return finding;
}

void GateState::LookAtCells(Cells cells, Finding& finding) const {
  GateStep& step = finding.step;
  std::vector<bool> shown(cells.count, true);
  if (cells.column->kind == VaultKind::kReleased) {
    // These cells are questions about shown cells themselves.
    CellNumbers asked = NumbersOf(cells, *holding_, step.rows, step.groups, asked_);
    step.asked_labels = std::move(asked.labels);
    shown = std::move(asked.told);
    for (std::uint32_t& cell : cells.of) {
      if (cell != Cells::kRest && !shown[cell]) cell = Cells::kRest;
    }
  }
  if (!step.told) return;
  CellNumbers told = NumbersOf(cells, *holding_, step.rows, step.groups, told_);
  for (std::size_t cell = 0; cell < shown.size(); ++cell) {
    if (!shown[cell]) told.told[cell] = false;
  }
  step.told_labels = std::move(told.labels);
  finding.cells = std::move(told);
}

void GateState::Apply(const GateStep& step) {
  const auto split = [](Atoms& atoms, const Bits& set, const std::vector<std::uint32_t>& labels) {
    if (labels.empty()) {
      atoms.Split(set);
    } else {
      atoms.Split(set, labels);
    }
  };
  if (asked_rows_) asked_rows_->Split(step.rows);
  split(asked_, step.groups, step.asked_labels);
  if (step.told) split(told_, step.groups, step.told_labels);
}

}  // namespace gauze
