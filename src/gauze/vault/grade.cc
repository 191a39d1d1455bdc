#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "gauze/base/read_number.h"
#include "gauze/vault/vault.h"

namespace gauze {
namespace {

constexpr double kTop = 0.999;            // m of the last category's end
constexpr double kKnee = kTop - 0x1p-20;  // where the rest begins to be pressed together

// Doubles in their order as whole numbers, so that halving finds any of them in 64 steps.
std::int64_t Rank(double value) {
  const auto bits = std::bit_cast<std::int64_t>(value + 0.0);  // -0.0 is 0.0
  return bits >= 0 ? bits : std::numeric_limits<std::int64_t>::min() - bits;
}
double OfRank(std::int64_t rank) {
  return std::bit_cast<double>(rank >= 0 ? rank : std::numeric_limits<std::int64_t>::min() - rank);
}

// One category as a function that never falls. Subtraction, division by a constant, addition of one
// and the smaller of two are all rounded without changing an order.
class Scale {
 public:
  Scale(const VaultCategory& category, std::size_t index, bool last)
      : category_(category), number_(static_cast<double>(index + 1)), closed_(last) {}

  bool Holds(double value) const {
    return value >= category_.from && (value < category_.to || (closed_ && value == category_.to));
  }
  double smallest() const { return category_.from; }
  double largest() const {
    return closed_ ? category_.to : std::nextafter(category_.to, category_.from);
  }

  double GradeOf(double value) const {
    const double end = number_ + kTop;
    if (value == category_.to) return end;
    double m = (value - category_.from) / (category_.to - category_.from);
    if (m > kKnee) m = kKnee + (m - kKnee) * ((kTop - kKnee) / (1 - kKnee));
    return std::min(number_ + m, std::nextafter(end, 0.0));
  }

  // The smallest value with a grade of at least this; beyond largest() if there is none.
  double FirstFrom(double grade) const {
    std::int64_t low = Rank(smallest());
    std::int64_t high = Rank(largest()) + 1;
    while (low < high) {
      // Floor of the mean, without overflow.
      const std::int64_t middle = (low & high) + ((low ^ high) >> 1);
      if (GradeOf(OfRank(middle)) >= grade) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return OfRank(low);
  }

  // The largest value whose grade is at most this; below smallest() if there is none.
  double LastTo(double grade) const {
    return OfRank(Rank(FirstFrom(std::nextafter(grade, std::numeric_limits<double>::infinity()))) -
                  1);
  }

  // Of the values that share this one's grade, the one with the fewest decimal places.
  double Tidy(double value) const {
    const double grade = GradeOf(value);
    const double low = FirstFrom(grade);
    const double high = LastTo(grade);
    for (int places = 0; places <= 17; ++places) {
      double power = 1;
      for (int i = 0; i < places; ++i) power *= 10;
      // The decimal at or above `low` with so many places; near it, as the product is rounded.
      const double step = std::floor(low * power);
      for (const double whole : {step - 1, step, step + 1, step + 2}) {
        const double decimal = ReadNumber(fmt::format("{:.0f}e-{}", whole, places));
        if (decimal >= low && decimal <= high) return decimal + 0.0;
      }
    }
    return low;
  }

 private:
  VaultCategory category_;
  double number_;
  bool closed_;
};

std::vector<Scale> Scales(const std::vector<VaultCategory>& categories) {
  std::vector<Scale> scales;
  for (std::size_t i = 0; i < categories.size(); ++i) {
    scales.emplace_back(categories[i], i, i + 1 == categories.size());
  }
  return scales;
}

}  // namespace

Status CheckCategories(const std::vector<VaultCategory>& categories) {
  if (categories.empty()) {
    return InputError("there are no categories", "", "two bounds make one: grades: [0, 100]");
  }
  for (std::size_t i = 0; i < categories.size(); ++i) {
    const VaultCategory& category = categories[i];
    if (!(category.from < category.to) || !std::isfinite(category.to - category.from) ||
        (i > 0 && category.from < categories[i - 1].to)) {
      return InputError("categories must not be empty, and must increase", "",
                        "write their bounds from the smallest to the largest");
    }
  }
  return {};
}

Result<double> Grade(double value, const std::vector<VaultCategory>& categories) {
  // The first one that ends beyond the value.
  auto found = std::ranges::upper_bound(categories, value, {}, &VaultCategory::to);
  if (found == categories.end() && !categories.empty()) --found;
  if (found != categories.end()) {
    const Scale scale(*found, static_cast<std::size_t>(found - categories.begin()),
                      found + 1 == categories.end());
    if (scale.Holds(value)) return scale.GradeOf(value);
  }
  return InputError("a value lies outside every category", "",
                    "widen the first or the last category, or leave such rows out");
}

Result<double> ValueOfGrade(double grade, const std::vector<VaultCategory>& categories) {
  const double number = std::floor(grade);
  if (number >= 1 && number <= static_cast<double>(categories.size())) {
    const Scale scale = Scales(categories)[static_cast<std::size_t>(number) - 1];
    const double value = scale.FirstFrom(grade);
    if (scale.Holds(value) && scale.GradeOf(value) == grade) return scale.Tidy(value);
  }
  return InputError("no value has this grade", "",
                    "a grade is the number of a category and a position from 0 to 0.999");
}

}  // namespace gauze
