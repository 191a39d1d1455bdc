#pragma once

#include <optional>
#include <vector>

#include "gauze/attack/attack.h"
#include "gauze/attack/personal/personal_columns.h"
#include "gauze/engine/duckdb/database.h"
#include "gauze/engine/read/source/source.h"
#include "gauze/measure/guess/grade_guess.h"

namespace gauze {

// A graded column of a release as an adversary reads it, and, apart from that, the numbers of the
// original in the same order: the n-th lowest grade is that of the n-th lowest number.
struct GradeTable {
  GradeView view;
  std::vector<double> grades;  // increasing
  ColumnValues known;          // numbers by view.known_rows
  ColumnValues original;       // as many rows as there are grades

  double rows() const;
  // Calls function(grade, number of the original, rows) for all that share rows.
  template <typename Function>
  void ForEachTruth(const Function& function) const;
};

// Needs the views `released`, `original` and `known`. Fails when a cell is no number, or when the
// release has more or fewer of them than the original.
Result<GradeTable> ReadGrades(Database& database, const AttackInput& input,
                              const PersonalColumn& column, const SourceColumns& released);

template <typename Function>
void GradeTable::ForEachTruth(const Function& function) const {
  std::size_t number = 0;
  std::uint64_t left = original.counts.empty() ? 0 : original.counts.front();
  for (std::size_t g = 0; g < grades.size(); ++g) {
    for (std::uint64_t rows = view.grade_rows[g]; rows > 0;) {
      const std::uint64_t shared = std::min(rows, left);
      function(g, original.values[number], shared);
      rows -= shared;
      left -= shared;
      if (left == 0 && ++number < original.counts.size()) left = original.counts[number];
    }
  }
}

}  // namespace gauze
