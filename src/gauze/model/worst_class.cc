#include "gauze/model/worst_class.h"

#include <fmt/format.h>

#include <cmath>

#include "gauze/base/counted.h"

namespace gauze {
namespace {

constexpr int kDigits = 3;          // that count
constexpr double kRounding = 1e-9;  // 0.07 * 100 is not 7

// How large a step of the last digit is.
double LastDigit(double figure) {
  return std::pow(10, std::floor(std::log10(figure)) + 1 - kDigits);
}

}  // namespace

std::string OneOfClasses(const char* which, const WorstClass& worst) {
  if (worst.classes == 1) return "the only class";
  return fmt::format("the {} of {} classes", which, Grouped(worst.classes));
}

std::string InWorstClass(const WorstClass& worst) { return "in " + OneOfClasses("worst", worst); }

std::string AtMost(double figure) {
  if (!(figure > 0)) return "0";
  const double step = LastDigit(figure);
  return fmt::format("{:.3g}", std::ceil(figure / step - kRounding) * step);
}

std::string AtLeast(double figure) {
  if (!(figure > 0)) return "0";
  const double step = LastDigit(figure);
  return fmt::format("{:.3g}", std::floor(figure / step + kRounding) * step);
}

std::string PercentAtMost(double share) {
  return fmt::format("{} %", share >= 1 ? "100" : AtMost(100 * share));
}

}  // namespace gauze
