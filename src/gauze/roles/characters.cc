#include "gauze/roles/characters.h"

#include <algorithm>
#include <chrono>

namespace gauze {

std::optional<std::string> WithoutSeparators(std::string_view value, std::string_view separators) {
  std::string kept;
  bool after_separator = true;
  for (const char c : value) {
    if (IsAlnum(c)) {
      kept += ToUpper(c);
      after_separator = false;
    } else if (after_separator || separators.find(c) == std::string_view::npos) {
      return std::nullopt;
    } else {
      after_separator = true;
    }
  }
  if (after_separator) return std::nullopt;
  return kept;
}

std::optional<std::string> DigitsOf(std::string_view value, std::string_view separators,
                                    std::size_t fewest, std::size_t most) {
  if (value.size() > 2 * most) return std::nullopt;
  auto digits = WithoutSeparators(value, separators);
  if (!digits || digits->size() < fewest || digits->size() > most || !AllDigits(*digits)) {
    return std::nullopt;
  }
  return digits;
}

int NumberOf(std::string_view digits) {
  int number = 0;
  for (const char c : digits) number = number * 10 + (c - '0');
  return number;
}

bool HasForm(std::string_view value, std::string_view pattern) {
  return std::ranges::equal(value, pattern, [](char c, char expected) {
    if (expected == '9') return IsDigit(c);
    if (expected == 'A') return IsLetter(c);
    if (expected == 'X') return IsAlnum(c);
    return c == expected;
  });
}

bool LuhnHolds(std::string_view digits) {
  int sum = 0;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const int digit = DigitAt(digits, digits.size() - 1 - i);
    const int doubled = 2 * digit;
    sum += i % 2 == 0 ? digit : doubled / 10 + doubled % 10;
  }
  return !digits.empty() && sum % 10 == 0;
}

int WeightedSum(std::string_view digits, std::string_view weights_as_digits) {
  int sum = 0;
  for (std::size_t i = 0; i < weights_as_digits.size(); ++i) {
    sum += DigitAt(digits, i) * DigitAt(weights_as_digits, i);
  }
  return sum;
}

int RemainderBy97(std::string_view letters_and_digits) {
  int remainder = 0;
  for (const char c : letters_and_digits) {
    remainder = IsDigit(c) ? remainder * 10 + (c - '0') : remainder * 100 + (c - 'A' + 10);
    remainder %= 97;
  }
  return remainder;
}

bool IsDay(int year, int month, int day) {
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  return std::chrono::year_month_day(std::chrono::year(year),
                                     std::chrono::month(static_cast<unsigned>(month)),
                                     std::chrono::day(static_cast<unsigned>(day)))
      .ok();
}

}  // namespace gauze
