#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gauze/interpret/gate/gate_limits.h"
#include "gauze/interpret/index/vault_index.h"
#include "gauze/interpret/query/query.h"

// What the ends of a range of grades mean.
//
// Saying what a grade means says what everybody who shows it owns. So an end is told only as
// the meaning of a grade that at least k persons of the release show: they stand behind the end.
// The bounds of categories are no exception, nor is a number that nobody has.
//
// Where the end was asked for does not matter, only which shown grades it parts:
//
//   shown by     9     1     6          k = 5, and the end of age <= x lies between
//   grade      2.1   2.2   2.3
//
//   2.1 and 2.2   told as <= (meaning of 2.1): the same rows
//   2.2 and 2.3   told as <  (meaning of 2.3): the same rows
//
// If neither neighbour has k persons, the end is the next grade further out that has: everybody
// asked about lies within, but so do others (`wider`). If there is none, the range has no end
// there, and is wider if anybody lies beyond. All of this follows from cells that the release
// shows.

namespace gauze {

struct ToldEnd {
  std::optional<RangeEnd> own;  // in own values; none: nobody may know
  double grade = 0;             // of `own`
  bool wider = false;           // rows that were not asked about lie within, too
};

// For one release and its limits.
class Ends {
 public:
  // Only people of these rows stand behind an end; null: everybody does.
  Ends(const VaultIndex& index, GateLimits limits, const Bits* among = nullptr);

  // `column` is a graded one of the index.
  ToldEnd Lower(const HeldColumn& column, const RangeEnd& asked) const;
  ToldEnd Upper(const HeldColumn& column, const RangeEnd& asked) const;

  const GateLimits& limits() const { return limits_; }
  // Persons who must show a cell of this column before it is told what the cell means.
  std::uint32_t Behind(const HeldColumn& column) const {
    return column.kind == VaultKind::kSafe ? limits_.k3 : limits_.k;
  }

 private:
  const std::vector<std::size_t>& TellableIn(const HeldColumn& column) const;

  const VaultIndex* index_;
  GateLimits limits_;
  // Of each column: positions in its by_number of the grades that k persons show, rising.
  std::vector<std::vector<std::size_t>> tellable_;
};

}  // namespace gauze
