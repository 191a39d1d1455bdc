#pragma once

#include <cstdint>
#include <optional>
#include <vector>

// What somebody makes of a column of numbers that was graded (category + position in it): which
// number is behind each grade. Grades keep the order of numbers, and equal numbers have equal
// grades.

namespace gauze {

struct GradeView {
  std::vector<std::uint64_t> grade_rows;  // by grade, in increasing order: rows of the release
  std::vector<std::uint64_t> known_rows;  // by number, in increasing order: rows that are known
};

// For somebody who knows how numbers are distributed: the middle row of a grade, counted from the
// lowest, has the number that lies at the same share of the known rows. By grade: a position in
// `known_rows`, which must have a row. Exact.
std::vector<std::size_t> GuessByQuantile(const GradeView& view);

// For somebody who knows one person's number and nothing of the distribution, where numbers are
// whole: the steps between the grades of a category tell how wide it is, and each category begins
// where the one before it ends. `grades` in increasing order; the number behind `grades[known]` is
// known. Right unless the numbers of a category have a step of their own (all are even, say).
// Nothing for categories that lie beyond one whose width can't be told.
std::vector<std::optional<double>> GuessBySteps(const std::vector<double>& grades,
                                                std::size_t known, double number);

}  // namespace gauze
