#include "gauze/table/value.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <set>

#include "gauze/base/error.h"
#include "gauze/table/moment.h"

namespace gauze {
namespace {

constexpr std::uint64_t kSign = std::uint64_t{1} << 63U;

std::string_view Trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

template <typename T>
std::optional<T> ParseNumber(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  T number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

Value IntegerValue(std::int64_t whole) {
  return Value{fmt::format("{}", whole), whole, static_cast<double>(whole)};
}

Value DecimalValue(double real) {
  const double canonical = real == 0 ? 0.0 : real;  // no negative zero
  return Value{fmt::format("{}", canonical), 0, canonical};
}

Value BooleanValue(bool truth) { return truth ? Value{"true", 1, 1} : Value{"false", 0, 0}; }

std::optional<Value> Integer(std::string_view text) {
  // A whole number that a spreadsheet or a Parquet double wrote as "5.0".
  if (const auto point = text.find('.');
      point != std::string_view::npos && point > 0 &&
      text.find_first_not_of('0', point + 1) == std::string_view::npos) {
    text = text.substr(0, point);
  }
  const auto whole = ParseNumber<std::int64_t>(text);
  if (!whole) return std::nullopt;
  return IntegerValue(*whole);
}

std::optional<Value> Decimal(std::string_view text) {
  const auto real = ParseNumber<double>(text);
  if (!real || !std::isfinite(*real)) return std::nullopt;
  return DecimalValue(*real);
}

std::optional<Value> Date(const std::string& format, std::string_view text) {
  const auto moment = ParseMoment(format, text);
  // A date must not silently lose a time of day.
  if (!moment || *moment % kMicrosecondsADay != 0) return std::nullopt;
  return DateValue(*moment / kMicrosecondsADay);
}

Value TimestampValue(std::int64_t moment) {
  return Value{MomentText(moment), moment, static_cast<double>(moment)};
}

std::optional<Value> Timestamp(const std::string& format, std::string_view text) {
  const auto moment = ParseMoment(format, text);
  if (!moment) return std::nullopt;
  return TimestampValue(*moment);
}

std::optional<Value> Boolean(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const char* word : {"true", "t", "yes", "y", "1"}) {
    if (lower == word) return BooleanValue(true);
  }
  for (const char* word : {"false", "f", "no", "n", "0"}) {
    if (lower == word) return BooleanValue(false);
  }
  return std::nullopt;
}

}  // namespace

bool Value::Before(ValueType type, const Value& a, const Value& b) {
  switch (type) {
    case ValueType::kDecimal:
      return a.real < b.real;
    case ValueType::kText:
    case ValueType::kSet:
      return a.text < b.text;
    default:
      return a.whole < b.whole;
  }
}

std::optional<Value> ParseValue(const Attribute& attribute, std::string_view text) {
  switch (attribute.type) {
    case ValueType::kInteger:
      return Integer(Trim(text));
    case ValueType::kDecimal:
      return Decimal(Trim(text));
    case ValueType::kDate:
      return Date(attribute.format, Trim(text));
    case ValueType::kTimestamp:
      return Timestamp(attribute.format, Trim(text));
    case ValueType::kBoolean:
      return Boolean(Trim(text));
    case ValueType::kText:
      return Value{std::string(text)};
    case ValueType::kSet:
      return Value{CanonicalSet(text, attribute.separator)};
  }
  return std::nullopt;
}

std::uint64_t OrderKey(ValueType type, const Value& value) {
  if (type != ValueType::kDecimal) return static_cast<std::uint64_t>(value.whole) ^ kSign;
  // Doubles order like integers once negative ones are turned round.
  const auto bits = std::bit_cast<std::uint64_t>(value.real);
  return (bits & kSign) != 0 ? ~bits : bits ^ kSign;
}

std::int64_t WholeOfKey(std::uint64_t key) { return static_cast<std::int64_t>(key ^ kSign); }

double DecimalOfKey(std::uint64_t key) {
  return std::bit_cast<double>((key & kSign) != 0 ? key ^ kSign : ~key);
}

Value ValueOfKey(ValueType type, std::uint64_t key) {
  const std::int64_t whole = WholeOfKey(key);
  switch (type) {
    case ValueType::kInteger:
      return IntegerValue(whole);
    case ValueType::kDate:
      return DateValue(whole);
    case ValueType::kTimestamp:
      return TimestampValue(whole);
    case ValueType::kBoolean:
      return BooleanValue(whole != 0);
    case ValueType::kDecimal:
      return DecimalValue(DecimalOfKey(key));
    case ValueType::kText:
    case ValueType::kSet:
      break;
  }
  Check(false, "text has no key");
  return {};
}

Value DateValue(std::int64_t days) {
  return Value{DateText(days), days, static_cast<double>(days)};
}

std::string CanonicalSet(std::string_view cell, std::string_view separator) {
  std::set<std::string_view> terms;
  while (true) {
    const std::size_t end = separator.empty() ? std::string_view::npos : cell.find(separator);
    const std::string_view term = Trim(cell.substr(0, end));
    if (!term.empty()) terms.insert(term);
    if (end == std::string_view::npos) break;
    cell.remove_prefix(end + separator.size());
  }
  return fmt::format("{}", fmt::join(terms, separator));
}

}  // namespace gauze
