#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "gauze/interpret/gate/cells.h"
#include "gauze/interpret/gate/decision.h"
#include "gauze/interpret/gate/ends.h"
#include "gauze/interpret/gate/person_atoms.h"
#include "gauze/interpret/gate/witnesses.h"
#include "gauze/interpret/index/vault_index.h"

namespace gauze {

// What may be told about one set of rows.
struct Finding {
  std::string_view refusal;          // empty if the question is answered
  std::uint64_t support = 0;         // persons
  Bits behind;                       // rows of those who stand behind what cells mean
  std::optional<CellNumbers> cells;  // none if there are none, or nothing may be told
  GateStep step;                     // step.told: the numbers may be told
};

// What the gate remembers: see gate.h for what each partition is for.
class GateState {
 public:
  GateState(const VaultIndex& index, GateLimits limits);

  // The refusal of the rows that pass all tests, if witnesses show it; if they don't, Look has to.
  std::string_view Glance(std::span<const ColumnTest> tests) const;

  // `cells` is null if only the number of persons is asked for.
  Finding Look(Bits rows, const Cells* cells) const;
  void Apply(const GateStep& step);

  // From now on this group stands behind no answer, and what they own is in no number.
  void Withdraw(std::uint32_t group);
  void ForgetWithdrawals();

  std::uint32_t k() const { return told_.k(); }
  const Ends& ends() const { return *ends_; }

 private:
  void LookAtCells(Cells cells, Finding& finding) const;

  const VaultIndex* index_;
  std::shared_ptr<const Ends> ends_;       // copies share it
  std::shared_ptr<const Bits> withdrawn_;  // rows of those who did; null: nobody
  Atoms asked_;                            // of groups
  std::optional<Atoms> asked_rows_;        // only if persons have several rows
  Atoms told_;                             // of groups
  Witnesses witnesses_;                    // of asked_, where rows are groups
  std::size_t atoms_witnessed_ = 1;        // as many there were when these were picked
};

}  // namespace gauze
