#include <algorithm>
#include <map>
#include <optional>

#include "gauze/base/json.h"
#include "gauze/base/read_number.h"
#include "gauze/measure/guess/grade_guess.h"
#include "gauze/release/personal/guessed_column.h"

namespace gauze {
namespace {

// Codes in the order of their numbers: under a hierarchy they follow its leaves.
std::vector<std::uint32_t> CodesBySize(const Domain& domain) {
  std::vector<std::uint32_t> codes;
  for (Code code = 0; code < domain.value_count(); ++code) codes.push_back(code);
  std::ranges::sort(codes, {}, [&](std::uint32_t code) { return domain[code].real; });
  return codes;
}

struct Share {
  std::uint64_t right = 0;
  std::uint64_t rows = 0;

  double value() const {
    return rows == 0 ? 0 : static_cast<double>(right) / static_cast<double>(rows);
  }
};

}  // namespace

GuessedColumn GuessGraded(const VaultColumn& column, const Domain& domain) {
  std::vector<std::uint64_t> rows_of_shown(column.shown.size());
  std::vector<std::uint64_t> rows_of_own(column.own.size());
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> rows_of;  // shown, own
  for (std::size_t row = 0; row < column.shown_codes.size(); ++row) {
    ++rows_of_shown[column.shown_codes[row]];
    ++rows_of_own[column.own_codes[row]];
    ++rows_of[{column.shown_codes[row], column.own_codes[row]}];
  }
  std::map<double, std::uint32_t> shown_of;  // by grade
  for (std::uint32_t s = 0; s < column.shown.size(); ++s) {
    if (const auto grade = ReadAll<double>(column.shown[s])) shown_of.emplace(*grade, s);
  }
  GuessedColumn guessed;
  guessed.guess_of_shown.assign(column.shown.size(), GuessedColumn::kNoValue);
  const std::vector<std::uint32_t> codes = CodesBySize(domain);
  if (shown_of.empty() || codes.empty()) {
    guessed.rates = Json::object();
    return guessed;
  }
  GradeView view;
  std::vector<double> grades;
  for (const auto& [grade, shown] : shown_of) {
    grades.push_back(grade);
    view.grade_rows.push_back(rows_of_shown[shown]);
  }
  for (const std::uint32_t code : codes) view.known_rows.push_back(rows_of_own[code]);

  const std::vector<std::size_t> by_place = GuessByQuantile(view);
  // The person who is known is one of those with the most frequent grade.
  const auto somebody =
      static_cast<std::size_t>(std::ranges::max_element(view.grade_rows) - view.grade_rows.begin());
  const std::uint32_t frequent =
      *std::ranges::max_element(codes, {}, [&](std::uint32_t code) { return rows_of_own[code]; });
  double number = 0;
  for (const auto& [pair, rows] : rows_of) {
    if (pair.first == shown_of.at(grades[somebody])) number = domain[pair.second].real;
  }
  const auto by_steps = GuessBySteps(grades, somebody, number);
  std::map<std::uint32_t, std::optional<double>> step_of_shown;
  std::size_t place = 0;
  for (const auto& [grade, shown] : shown_of) {
    guessed.guess_of_shown[shown] = codes[by_place[place]];
    step_of_shown[shown] = by_steps[place++];
  }
  Share blindly;
  Share placed;
  Share stepped;
  for (const auto& [pair, rows] : rows_of) {
    const auto [shown, own] = pair;
    if (guessed.guess_of_shown[shown] == GuessedColumn::kNoValue) continue;
    for (Share* share : {&blindly, &placed, &stepped}) share->rows += rows;
    if (own == frequent) blindly.right += rows;
    if (own == guessed.guess_of_shown[shown]) placed.right += rows;
    if (step_of_shown[shown] == domain[own].real) stepped.right += rows;
  }
  guessed.rates = {
      {"blindly", blindly.value()}, {"by_place", placed.value()}, {"by_steps", stepped.value()}};
  return guessed;
}

}  // namespace gauze
