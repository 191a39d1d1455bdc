#include "gauze/engine/profile/cell_facts.h"

#include <cctype>
#include <cmath>

#include "gauze/base/read_number.h"
#include "gauze/base/text/ascii.h"
#include "gauze/table/value.h"

namespace gauze {
namespace {

constexpr std::uint8_t kIntegerBit = 1U << 0U;
constexpr std::uint8_t kDecimalBit = 1U << 1U;
constexpr std::uint8_t kDateBit = 1U << 2U;
constexpr std::uint8_t kTimestampBit = 1U << 3U;
constexpr std::uint8_t kBooleanBit = 1U << 4U;

std::string_view WithoutBlanks(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

// Takes digits off the front; false if there are none.
bool SkipDigits(std::string_view& text) {
  std::size_t digits = 0;
  while (digits < text.size() && IsDigit(text[digits])) ++digits;
  text.remove_prefix(digits);
  return digits > 0;
}

TypedCell ReadNumberTypes(std::string_view text) {
  std::string_view rest = text;
  if (rest.starts_with('+') || rest.starts_with('-')) rest.remove_prefix(1);
  if (text.starts_with('+')) text = rest;  // which from_chars does not know
  if (rest.size() > 1 && rest[0] == '0' && IsDigit(rest[1])) return {};
  if (!SkipDigits(rest)) return {};
  TypedCell cell;
  if (rest.empty() && ReadAll<std::int64_t>(text)) cell.types |= kIntegerBit;
  if (rest.starts_with('.')) {
    rest.remove_prefix(1);
    if (!SkipDigits(rest)) return cell;
  }
  if (rest.starts_with('e') || rest.starts_with('E')) {
    rest.remove_prefix(1);
    if (rest.starts_with('+') || rest.starts_with('-')) rest.remove_prefix(1);
    if (!SkipDigits(rest)) return cell;
  }
  if (!rest.empty()) return cell;
  const auto number = ReadAll<double>(text);
  if (!number || !std::isfinite(*number)) return cell;
  cell.number = *number;
  cell.types |= kDecimalBit;
  return cell;
}

// "2024-02-29", alone or with a time behind it.
bool BeginsAsDate(std::string_view text) {
  if (text.size() < 10) return false;
  for (std::size_t i = 0; i < 10; ++i) {
    const bool dash = i == 4 || i == 7;
    if (dash ? text[i] != '-' : !IsDigit(text[i])) return false;
  }
  return true;
}

TypedCell ReadMomentTypes(std::string_view text) {
  static const Attribute kDate{.type = ValueType::kDate};
  static const Attribute kTimestamp{.type = ValueType::kTimestamp};
  constexpr double kMicrosecondsOfADay = 86'400'000'000.0;
  if (text.size() == 10) {
    const auto value = ParseValue(kDate, text);
    return value ? TypedCell{kDateBit, static_cast<double>(value->whole)} : TypedCell{};
  }
  const bool timed = text.size() >= 16 && (text[10] == ' ' || text[10] == 'T') && text[13] == ':';
  if (!timed) return {};
  const auto value = ParseValue(kTimestamp, text);
  return value ? TypedCell{kTimestampBit, static_cast<double>(value->whole) / kMicrosecondsOfADay}
               : TypedCell{};
}

bool IsTruth(std::string_view text) {
  const auto same = [&](std::string_view word) {
    if (text.size() != word.size()) return false;
    for (std::size_t i = 0; i < word.size(); ++i) {
      if (std::tolower(static_cast<unsigned char>(text[i])) != word[i]) return false;
    }
    return true;
  };
  return same("true") || same("false");
}

}  // namespace

TypedCell ReadTypes(std::string_view text) {
  const std::string_view inner = WithoutBlanks(text);
  if (inner.empty()) return {};
  const char first = inner.front();
  if (IsDigit(first) || first == '+' || first == '-') {
    // Dates with blanks around them would be read, but are not what anybody calls a date.
    return BeginsAsDate(text) ? ReadMomentTypes(text) : ReadNumberTypes(inner);
  }
  return IsTruth(text) ? TypedCell{kBooleanBit, 0} : TypedCell{};
}

TextLength MeasureText(std::string_view text) {
  TextLength length;
  bool inside = false;  // a word
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    length.characters += static_cast<std::uint32_t>((byte & 0xC0U) != 0x80);
    const bool blank = byte == ' ' || (byte >= '\t' && byte <= '\r');
    length.words += static_cast<std::uint32_t>(!blank && !inside);
    inside = !blank;
  }
  return length;
}

}  // namespace gauze
