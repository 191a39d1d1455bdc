#pragma once

#include <cstdint>
#include <vector>

#include "gauze/ledger/state.h"
#include "gauze/taxonomy/coded_table.h"
#include "gauze/transform/constraints.h"
#include "gauze/transform/transform.h"

namespace gauze::ledger {

// The table of some rows alone, under the domains and totals of the whole: tuple i of it is
// group[i].tuple.
CodedTable TableOf(const CodedTable& coded, const Group& group);
// From tuples of TableOf(coded, group) back to those of `coded`.
void Renumber(const Group& group, Group& part);
// The classes of a transform that ran on TableOf(coded, group), with tuples of `coded`.
std::vector<Group> GroupsOf(const Table& table, const Group& group, const Generalization& result);

// When the table grew and tuples have new numbers: `now[tuple]` for each of before.
void Renumber(const std::vector<std::uint32_t>& now, State& state);

Group Union(const Group& a, const Group& b);
Group AllWaiting(const State& state);

// Leaves of those that wait just these rows, and lets new ones wait since the latest release. Of a
// tuple the oldest go first.
void KeepWaiting(const Group& left, const Group& batch, State& state);

// Do rows of tuples keep every model? Tuples may be counted in part. One thread at a time.
class GroupTest {
 public:
  explicit GroupTest(const Constraints& constraints);

  bool Holds(const Group& group);

 private:
  const Constraints& constraints_;
  std::vector<std::vector<std::uint64_t>> by_code_;  // at the attribute's index
};

}  // namespace gauze::ledger
