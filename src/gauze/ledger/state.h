#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "gauze/transform/cluster/cluster_classes.h"

// What has been released so far and what has not, as the methods of continuing releases know it.
// Everything is rows of tuples of one table (definitions 6): boxes, labels and sensitive multisets
// are functions of these. When the table grows, tuples get new numbers (Renumber() in row_groups.h)
// and nothing else changes.

namespace gauze::ledger {

using cluster::Group;  // rows of tuples: {tuple, rows}, by tuple, each once
using cluster::Share;

inline constexpr std::uint32_t kNowhere = std::numeric_limits<std::uint32_t>::max();

// Rows that came and were not released yet. They are in no release, so nothing is known of them.
struct Waiting {
  std::uint32_t tuple = 0;
  std::uint64_t rows = 0;
  std::uint32_t since = 0;         // the release that they came for, from 0
  std::uint32_t place = kNowhere;  // the class on whose list they are, where a method keeps lists
};

// A class as the latest release has it. Its records are not generalised.
struct Class {
  Group members;
  std::uint32_t since = 0;  // the release that first showed it with just these members
  // Methods that touch classes again. The atoms of a class are sets of records that were first
  // released together and are still together; the members are all of them.
  std::vector<Group> atoms;
  // Into State::earlier: classes of former releases whose records may be in this one.
  std::vector<std::uint32_t> origins;
};

struct State {
  std::uint32_t releases = 0;
  std::vector<Class> classes;
  std::vector<Waiting> waiting;
  // Classes that former releases showed and that today's classes are still compatible with.
  std::vector<Group> earlier;
};

inline std::uint64_t RowsOf(const Group& group) {
  std::uint64_t rows = 0;
  for (const Share& share : group) rows += share.rows;
  return rows;
}
std::uint64_t ReleasedRows(const State& state);
std::uint64_t WaitingRows(const State& state);

}  // namespace gauze::ledger
