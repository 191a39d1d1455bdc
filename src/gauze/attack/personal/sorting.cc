#include <algorithm>
#include <cmath>

#include "gauze/attack/attack.h"
#include "gauze/attack/personal/grade_table.h"
#include "gauze/attack/personal/undone_cells.h"
#include "gauze/attack/release_rows.h"

// Somebody who knows how numbers are distributed puts grades in order and reads off which number
// has the same place. Somebody who knows one person's number does not even need that: grades are
// evenly spaced within a category.

namespace gauze {
namespace {

std::vector<Figure> FiguresOf(const std::string& column, const GradeTable& table) {
  std::vector<Figure> figures = {{column + ".graded_rows", table.rows()},
                                 {column + ".grades", static_cast<double>(table.grades.size())}};
  if (table.grades.empty()) return figures;
  const std::vector<std::size_t> by_place = GuessByQuantile(table.view);
  const auto most = static_cast<std::size_t>(std::ranges::max_element(table.view.known_rows) -
                                             table.view.known_rows.begin());
  // The person who is known is one of those with the most frequent grade.
  const auto somebody = static_cast<std::size_t>(std::ranges::max_element(table.view.grade_rows) -
                                                 table.view.grade_rows.begin());
  double number = 0;
  table.ForEachTruth([&](std::size_t grade, const Value& truth, std::uint64_t) {
    if (grade == somebody) number = truth.real;
  });
  const auto by_steps = GuessBySteps(table.grades, somebody, number);
  double right = 0;
  double distance = 0;
  double blindly = 0;
  double steps = 0;
  table.ForEachTruth([&](std::size_t grade, const Value& truth, std::uint64_t count) {
    const auto rows = static_cast<double>(count);
    const double guess = table.known.values[by_place[grade]].real;
    if (guess == truth.real) right += rows;
    distance += rows * std::abs(guess - truth.real);
    if (table.known.values[most].real == truth.real) blindly += rows;
    if (by_steps[grade] == truth.real) steps += rows;
  });
  figures.push_back({column + ".blindly", blindly / table.rows()});
  figures.push_back({column + ".by_place", right / table.rows()});
  figures.push_back({column + ".by_place.mean_distance", distance / table.rows()});
  figures.push_back({column + ".by_steps", steps / table.rows()});
  return figures;
}

Result<AttackReport> RunSorting(const AttackInput& input, Progress& progress) {
  const std::vector<PersonalColumn> personal = PersonalColumns(input.policy);
  if (std::ranges::none_of(personal, &PersonalColumn::graded)) {
    return InputError("the policy has no graded column", input.policy.file,
                      "name one with `grades` under personal: attributes; it tells the adversary "
                      "where grades are");
  }
  GAUZE_ASSIGN(Database database, Database::Open({input.threads, ""}));
  GAUZE_ASSIGN(const SourceColumns released, OpenRelease(database, input));
  GAUZE_ASSIGN(const SourceColumns original, OpenOriginal(database, input));
  GAUZE_ASSIGN(const SourceColumns known, OpenKnown(database, input));
  AttackReport report;
  for (const PersonalColumn& column : personal) {
    if (!column.graded) continue;
    progress.Stage("sorting grades", 0);
    GAUZE_ASSIGN(const GradeTable table, ReadGrades(database, input, column, released));
    const std::vector<Figure> figures = FiguresOf(column.attribute->attribute.name, table);
    report.figures.insert(report.figures.end(), figures.begin(), figures.end());
  }
  return report;
}

std::vector<std::string> ReadSorting(const FiguresByName& figures) {
  return ReadUndone(figures, {.rows = ".graded_rows",
                              .one = "cell is a grade",
                              .many = "cells are grades",
                              .first = ".by_place",
                              .first_way = "sorting",
                              .second = ".by_steps",
                              .second_way = "somebody who knows one person's number"});
}

}  // namespace

AttackEntry SortingAttack() {
  return {.descriptor =
              {.name = "sorting",
               .summary = "Sorts grades, and matches them with the numbers of the same rank",
               .guarantees =
                   "counts the graded rows whose number is guessed right by an adversary who knows "
                   "how numbers are distributed, and by one who knows one person's number",
               .not_covered = "an adversary who knows other columns of people, or the bounds of "
                              "categories, which give every number away",
               .reference = "M. Naveed, S. Kamara, C. V. Wright: Inference Attacks on "
                            "Property-Preserving Encrypted Databases, CCS 2015"},
          .run = RunSorting,
          .reading = ReadSorting,
          .knows = true};
}

}  // namespace gauze
