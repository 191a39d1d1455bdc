#include "gauze/measure/guess/grade_guess.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "gauze/base/ratio.h"

namespace gauze {
namespace {

constexpr double kWidest = 1e6;      // category that is looked for
constexpr double kEnd = 0.999;       // the position of a category's upper bound
constexpr double kRounding = 1e-12;  // of a position

// The narrowest category of whole numbers in which these positions are possible.
std::optional<double> WidthOf(const std::vector<double>& positions) {
  if (positions.size() < 2) return std::nullopt;  // 0 alone says nothing
  for (double width = 1; width <= kWidest; ++width) {
    const bool fits = std::ranges::all_of(positions, [&](double position) {
      return std::abs(position * width - std::round(position * width)) <= kRounding * width;
    });
    if (fits) return width;
  }
  return std::nullopt;
}

struct Category {
  std::vector<double> positions;
  std::optional<double> width;
  std::optional<double> from;
};

std::vector<Category> CategoriesOf(const std::vector<double>& grades) {
  std::vector<Category> categories;
  if (!grades.empty()) categories.resize(static_cast<std::size_t>(grades.back()) + 1);
  for (const double grade : grades) {
    Category& category = categories[static_cast<std::size_t>(grade)];
    const double position = grade - std::floor(grade);
    if (category.positions.empty()) category.positions.push_back(0);
    if (position > 0 && std::abs(position - kEnd) > kRounding * grade) {
      category.positions.push_back(position);
    }
  }
  for (Category& category : categories) category.width = WidthOf(category.positions);
  return categories;
}

// From where the category begins.
std::optional<double> OffsetOf(const Category& category, double grade) {
  const double position = grade - std::floor(grade);
  if (position == 0) return 0;
  if (!category.width) return std::nullopt;
  const bool end = std::abs(position - kEnd) <= kRounding * grade;
  return end ? *category.width : std::round(position * *category.width);
}

}  // namespace

std::vector<std::size_t> GuessByQuantile(const GradeView& view) {
  const auto sum = [](const std::vector<std::uint64_t>& rows) {
    return std::accumulate(rows.begin(), rows.end(), std::uint64_t{0});
  };
  const Wide released = sum(view.grade_rows);
  const Wide known = sum(view.known_rows);
  std::vector<std::size_t> guesses;
  Wide before = 0;
  std::size_t number = 0;
  Wide until = view.known_rows.empty() ? 0 : view.known_rows.front();  // known rows up to `number`
  for (const std::uint64_t rows : view.grade_rows) {
    const Wide middle = 2 * before + rows;  // halves of rows
    while (number + 1 < view.known_rows.size() && 2 * until * released <= middle * known) {
      until += view.known_rows[++number];
    }
    guesses.push_back(number);
    before += rows;
  }
  return guesses;
}

std::vector<std::optional<double>> GuessBySteps(const std::vector<double>& grades,
                                                std::size_t known, double number) {
  std::vector<Category> categories = CategoriesOf(grades);
  const auto at = static_cast<std::size_t>(grades[known]);
  if (const auto offset = OffsetOf(categories[at], grades[known])) {
    categories[at].from = number - *offset;
  }
  for (std::size_t i = at + 1; i < categories.size(); ++i) {
    const Category& below = categories[i - 1];
    if (below.from && below.width) categories[i].from = *below.from + *below.width;
  }
  for (std::size_t i = at; i-- > 0;) {
    const Category& above = categories[i + 1];
    if (above.from && categories[i].width) categories[i].from = *above.from - *categories[i].width;
  }
  std::vector<std::optional<double>> numbers;
  for (const double grade : grades) {
    const Category& category = categories[static_cast<std::size_t>(grade)];
    const auto offset = OffsetOf(category, grade);
    numbers.push_back(category.from && offset ? std::optional(*category.from + *offset)
                                              : std::nullopt);
  }
  return numbers;
}

}  // namespace gauze
