#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gauze/attack/attack.h"
#include "gauze/engine/duckdb/database.h"
#include "gauze/model/freeform/breaches.h"

namespace gauze {

// A released file as read by somebody who knows the hierarchies of the guarded columns: every cell
// is a node. Of another quasi-identifier each different label is a value that can be observed, and
// nothing is known of what else it may stand for.
struct GuardedRelease {
  struct Column {
    std::string name;
    std::vector<std::uint32_t> levels_up;  // by node: how far it is above values
    NodeId suppressed = Hierarchy::kRoot;  // what tells nothing: "*"
  };

  std::vector<Column> columns;  // guarded ones and quasi-identifiers, as the policy lists them
  std::vector<freeform::GuardedTree> trees;
  freeform::NodeTable table;             // distinct rows
  std::vector<std::uint64_t> first_row;  // of the file, from 1; one per distinct row
  std::uint64_t rows = 0;
  // Cells of guarded columns that show a list or a range which is no node: they count as the lowest
  // node that covers it.
  std::uint64_t cells_between_nodes = 0;
};

// The values that occur are those of the policy's source. Fails when the file lacks a column or
// shows something in a guarded one that its hierarchy does not have.
Result<GuardedRelease> ReadGuardedRelease(Database& database, const AttackInput& input,
                                          const PolicyEntry& promise);

}  // namespace gauze
