#include "gauze/base/counted.h"

#include <fmt/format.h>

namespace gauze {

std::string Grouped(std::uint64_t number) {
  std::string digits = fmt::format("{}", number);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

std::string Counted(std::uint64_t number, const char* one, const char* many) {
  return Grouped(number) + " " + (number == 1 ? one : many);
}

std::string Percentage(double share) {
  if (share > 0 && share < 0.001) return "less than 0.1 %";
  if (share < 1 && share > 0.999) return "more than 99.9 %";
  return fmt::format("{:.3g} %", share * 100);
}

}  // namespace gauze
