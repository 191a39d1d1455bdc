#include "gauze/base/ratio.h"

#include <fmt/format.h>

namespace gauze {

std::optional<Ratio> Ratio::Parse(std::string_view text) {
  const bool negative = !text.empty() && text.front() == '-';
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  Ratio ratio;
  bool point = false;
  int digits = 0;
  for (const char c : text) {
    if (c == '.' && !point) {
      point = true;
      continue;
    }
    if (c < '0' || c > '9' || ++digits > 18) return std::nullopt;
    ratio.numerator = ratio.numerator * 10 + (c - '0');
    if (point) ratio.denominator *= 10;
  }
  if (digits == 0 || ratio.denominator > 1'000'000'000) return std::nullopt;
  if (negative) ratio.numerator = -ratio.numerator;
  return ratio;
}

std::string Ratio::Text() const {
  std::int64_t top = numerator;
  std::int64_t bottom = denominator;
  while (bottom > 1 && top % 10 == 0) {
    top /= 10;
    bottom /= 10;
  }
  if (bottom == 1) return fmt::format("{}", top);
  int decimals = 0;
  for (std::int64_t b = bottom; b > 1; b /= 10) ++decimals;
  const std::int64_t magnitude = top < 0 ? -top : top;
  return fmt::format("{}{}.{:0{}}", top < 0 ? "-" : "", magnitude / bottom, magnitude % bottom,
                     decimals);
}

}  // namespace gauze
