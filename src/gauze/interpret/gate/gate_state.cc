#include "gauze/interpret/gate/gate_state.h"

#include <utility>

namespace gauze {

GateState::GateState(const VaultIndex& index, GateLimits limits)
    : index_(&index),
      ends_(std::make_shared<const Ends>(index, limits)),
      asked_(Atoms::OfGroups(index.groups(), index.sizes(), limits.k)),
      told_(asked_) {
  if (!index.group_of().empty()) asked_rows_ = Atoms::OfRows(index.group_of(), limits.k);
}

std::string_view GateState::Glance(std::span<const ColumnTest> tests) const {
  if (!witnesses_.Refuse(tests)) return {};
  // What has fewer persons is refused for that, and seldom worth a search.
  return index_->HasPersons(k(), tests) ? kDifference : std::string_view();
}

Finding GateState::Look(Bits rows, const Cells* cells) const {
  Finding finding;
  finding.step.groups = index_->GroupsOf(rows);
  finding.step.rows = std::move(rows);
  const Atoms::Load load = asked_.Weigh(finding.step.groups);
  finding.support = load.persons;
  finding.behind = finding.step.rows;
  std::uint64_t behind = load.persons;
  if (withdrawn_) {
    finding.behind.AndNot(*withdrawn_);
    behind = index_->GroupsOf(finding.behind).Count();
  }
  if (behind < k()) {
    finding.refusal = kSupport;
  } else if (!load.borne || (asked_rows_ && !asked_rows_->Weigh(finding.step.rows).borne)) {
    finding.refusal = kDifference;
  } else if (cells == nullptr) {
    finding.step.told = told_.Weigh(finding.step.groups).borne;
  } else {
    LookAtCells(*cells, finding);
  }
  return finding;
}

void GateState::LookAtCells(Cells cells, Finding& finding) const {
  GateStep& step = finding.step;
  if (!cells.column->IsShown()) cells.in_rest = withdrawn_.get();
  std::vector<bool> shown(cells.count, true);
  if (cells.column->IsShown()) {
    // These cells are questions about shown cells themselves.
    auto asked = NumbersOf(cells, *index_, step.rows, step.groups, asked_);
    Check(asked.has_value(), "the question itself was accepted");
    step.asked_labels = std::move(asked->labels);
    shown = std::move(asked->told);
    for (std::uint32_t& cell : cells.of) {
      if (cell != Cells::kRest && !shown[cell]) cell = Cells::kRest;
    }
  }
  finding.cells = NumbersOf(cells, *index_, step.rows, step.groups, told_);
  step.told = finding.cells.has_value();
  if (!step.told) return;
  for (std::size_t cell = 0; cell < shown.size(); ++cell) {
    if (!shown[cell]) finding.cells->told[cell] = false;
  }
  step.told_labels = std::move(finding.cells->labels);
}

void GateState::Withdraw(std::uint32_t group) {
  Bits rows = withdrawn_ ? *withdrawn_ : Bits(index_->rows());
  const auto [begin, end] = index_->RowsOfGroup(group);
  for (std::size_t row = begin; row < end; ++row) rows.Set(row);
  Bits others(index_->rows(), true);
  others.AndNot(rows);
  ends_ = std::make_shared<const Ends>(*index_, ends_->limits(), &others);
  withdrawn_ = std::make_shared<const Bits>(std::move(rows));
}

void GateState::ForgetWithdrawals() {
  if (!withdrawn_) return;
  ends_ = std::make_shared<const Ends>(*index_, ends_->limits());
  withdrawn_.reset();
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
  // Picking costs a pass over the rows, so it waits until there are a quarter more to pick from.
  if (asked_rows_ || asked_.count() * 4 < atoms_witnessed_ * 5) return;
  witnesses_ = Witnesses(asked_);
  atoms_witnessed_ = asked_.count();
}

}  // namespace gauze
