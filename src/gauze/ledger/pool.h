#pragma once

#include <cstdint>
#include <vector>

#include "gauze/base/progress.h"
#include "gauze/ledger/state.h"
#include "gauze/transform/constraints.h"
#include "gauze/transform/label.h"

namespace gauze::ledger {

// The records that wait, and those that have just come. Records that were released before are not
// here: they are never touched again.
struct Pool {
  const CodedTable& coded;  // the pool's tuples and counts, under the domains of everything so far
  MissingPolicy missing = MissingPolicy::kOwnValue;
  LabelStyle labels = LabelStyle::kNode;
  // One per tuple: for how many releases its oldest row has waited. Empty: all are new.
  std::vector<std::uint32_t> ages;
  // Rows that may wait for more similar ones although they could be released now. 0: no row waits
  // without need; more loses less, above all while a batch is small.
  std::uint64_t most_waiting = 0;
};

struct PoolClasses {
  std::vector<Group> groups;  // every one keeps every model
  Group waiting;              // all other rows
};

// Makes classes out of a pool by clustering, as the transform `cluster` does, with two more
// freedoms: what no good class can take waits, and so do up to `most_waiting` rows (together with
// those) that make their classes dear. It is chosen for the loss that falls with each row, in
// favour of rows that
//   - have waited less: what found no match in many releases is not likely to find one, and would
//     keep a place for ever;
//   - have rare values in a column that models count: what makes classes diverse is what later
//     classes will be short of.
//
// Guarantees: every group keeps every model of `constraints`, which are made for pool.coded; every
// row is in a group or waits. Deterministic: a function of the table and these settings.
// Does not cover: two groups that print the same labels are one class to every reader; where a
// model does not survive a union the caller looks (see method.h). What waits depends on sensitive
// values too, and whoever knows the rule can conclude a little from who is late.
// Cost: that of the transform `cluster` with a longer search: about a second for 10,000 rows
// on one thread.
PoolClasses ClusterPool(const Pool& pool, const Constraints& constraints, Progress& progress);

}  // namespace gauze::ledger
