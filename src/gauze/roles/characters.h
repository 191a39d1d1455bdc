#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

// Private to roles/: characters of ASCII, whatever the locale is, and the sums of check digits.

namespace gauze {

constexpr bool IsDigit(char c) { return c >= '0' && c <= '9'; }
constexpr bool IsUpper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool IsLower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool IsLetter(char c) { return IsUpper(c) || IsLower(c); }
constexpr bool IsAlnum(char c) { return IsLetter(c) || IsDigit(c); }
constexpr char ToUpper(char c) { return IsLower(c) ? static_cast<char>(c - 'a' + 'A') : c; }
constexpr char ToLower(char c) { return IsUpper(c) ? static_cast<char>(c - 'A' + 'a') : c; }
constexpr bool IsHex(char c) { return IsDigit(c) || (ToLower(c) >= 'a' && ToLower(c) <= 'f'); }
constexpr int DigitAt(std::string_view text, std::size_t index) { return text[index] - '0'; }

bool AllDigits(std::string_view text);  // and at least one

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
