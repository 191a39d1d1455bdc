#pragma once

#include <map>
#include <string>
#include <vector>

#include "gauze/attack/attack.h"
#include "gauze/attack/personal/personal_columns.h"
#include "gauze/engine/duckdb/database.h"
#include "gauze/engine/read/source/source.h"
#include "gauze/measure/guess/alias_guess.h"

namespace gauze {

// An aliased column of a release as an adversary reads it, and, apart from that, what its aliases
// stand for.
struct AliasTable {
  AliasView view;
  std::vector<std::string> aliases;          // by number in the view
  std::vector<std::string> values;           // the same; empty: missing, which can be hidden, too
  std::map<std::string, std::size_t> names;  // that rows show: groups of the view
  // By alias: rows by value. Found in the original, where the rows of an alias are those of some
  // value and choice: as many, beside the same other cells. Where several values and choices fit,
  // which no reader of the release can tell apart either, it is the mean of them; where none does
  // (the release is of another table, or lacks rows), nothing.
  std::vector<std::map<std::size_t, double>> truth;

  // Rows behind aliases; those whose truth is known, and how many of them a guess is expected to
  // get right.
  double hidden_rows() const;
  double scored_rows() const;
  double RightRows(const AliasGuesses& guesses) const;
};

// Needs the views `released`, `original` and `known`; the columns are those of the release.
Result<AliasTable> ReadAliases(Database& database, const AttackInput& input,
                               const PersonalColumn& column, const SourceColumns& released);

}  // namespace gauze
