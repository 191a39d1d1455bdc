#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "gauze/base/text/ascii.h"

// Private to roles/: forms of values, and the sums of check digits.

namespace gauze {

constexpr int DigitAt(std::string_view text, std::size_t index) { return text[index] - '0'; }

// The value without these separators, letters as capitals; nothing if it then has other characters
// than letters and digits, or if a separator stands first, last or beside another.
std::optional<std::string> WithoutSeparators(std::string_view value, std::string_view separators);

// The same where only digits may be left, so many of them.
std::optional<std::string> DigitsOf(std::string_view value, std::string_view separators,
                                    std::size_t fewest, std::size_t most);

// A number of up to nine digits.
int NumberOf(std::string_view digits);

// The value matches a pattern: 9 is a digit, A a letter, X either, anything else itself.
bool HasForm(std::string_view value, std::string_view pattern);

// Luhn's sum over all digits, the check digit among them, is a multiple of ten (ISO/IEC 7812-1).
bool LuhnHolds(std::string_view digits);

// The sum of digits times weights, as many as there are weights.
int WeightedSum(std::string_view digits, std::string_view weights_as_digits);

// The remainder by 97 of a number of any length; letters count as 10 to 35 (ISO/IEC 7064).
int RemainderBy97(std::string_view letters_and_digits);

// There is such a day, from year 1 on.
bool IsDay(int year, int month, int day);

}  // namespace gauze
