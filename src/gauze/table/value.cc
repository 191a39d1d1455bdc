#include "gauze/table/value.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <chrono>
#include <cmath>
#include <ctime>
#include <set>

#include "gauze/base/error.h"

namespace gauze {
namespace {

constexpr std::int64_t kMicrosecondsADay = 86'400'000'000;
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

std::optional<std::int64_t> Days(int year, unsigned month, unsigned day) {
  if (year < 1 || year > 9999) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(month),
                                         std::chrono::day(day)};
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date).time_since_epoch().count();
}

// "dddd" as a number; nothing unless all `size` characters are digits.
std::optional<int> Digits(std::string_view& text, std::size_t size) {
  if (text.size() < size) return std::nullopt;
  int number = 0;
  for (std::size_t i = 0; i < size; ++i) {
    if (text[i] < '0' || text[i] > '9') return std::nullopt;
    number = number * 10 + (text[i] - '0');
  }
  text.remove_prefix(size);
  return number;
}

bool Skip(std::string_view& text, char c) {
  if (!text.starts_with(c)) return false;
  text.remove_prefix(1);
  return true;
}

std::optional<std::int64_t> TakeDate(std::string_view& text) {
  const auto year = Digits(text, 4);
  if (!year || !Skip(text, '-')) return std::nullopt;
  const auto month = Digits(text, 2);
  if (!month || !Skip(text, '-')) return std::nullopt;
  const auto day = Digits(text, 2);
  if (!day) return std::nullopt;
  return Days(*year, static_cast<unsigned>(*month), static_cast<unsigned>(*day));
}

// "hh:mm[:ss[.ffffff]]" in microseconds.
std::optional<std::int64_t> TakeTime(std::string_view& text) {
  const auto hour = Digits(text, 2);
  if (!hour || *hour > 23 || !Skip(text, ':')) return std::nullopt;
  const auto minute = Digits(text, 2);
  if (!minute || *minute > 59) return std::nullopt;
  std::int64_t time = (*hour * 60LL + *minute) * 60'000'000;
  if (!Skip(text, ':')) return time;
  const auto second = Digits(text, 2);
  if (!second || *second > 59) return std::nullopt;
  time += *second * 1'000'000LL;
  if (!Skip(text, '.')) return time;
  std::int64_t unit = 100'000;
  bool any = false;
  for (auto digit = Digits(text, 1); digit; digit = Digits(text, 1)) {
    time += *digit * unit;
    unit /= 10;
    any = true;
  }
  if (!any) return std::nullopt;
  return time;
}

// "", "Z", "+02", "+0200" or "+02:00" in microseconds east of Greenwich.
std::optional<std::int64_t> TakeOffset(std::string_view& text) {
  if (text.empty() || Skip(text, 'Z')) return 0;
  const bool east = Skip(text, '+');
  if (!east && !Skip(text, '-')) return std::nullopt;
  const auto hours = Digits(text, 2);
  if (!hours) return std::nullopt;
  int minutes = 0;
  if (!text.empty()) {
    Skip(text, ':');
    const auto given = Digits(text, 2);
    if (!given) return std::nullopt;
    minutes = *given;
  }
  const std::int64_t offset = (*hours * 60LL + minutes) * 60'000'000;
  return east ? offset : -offset;
}

// Names of months and days as in English, whatever the locale of the process is.
locale_t EnglishNames() {
  static const locale_t names = newlocale(LC_ALL_MASK, "C", nullptr);
  return names;
}

std::optional<std::int64_t> TakeFormatted(const std::string& format, std::string_view text) {
  std::tm parts{};
  parts.tm_mday = 1;
  const std::string terminated(text);
  const char* end = strptime_l(terminated.c_str(), format.c_str(), &parts, EnglishNames());
  if (end != terminated.c_str() + terminated.size()) return std::nullopt;
  const auto days = Days(parts.tm_year + 1900, static_cast<unsigned>(parts.tm_mon) + 1,
                         static_cast<unsigned>(parts.tm_mday));
  if (!days || parts.tm_sec > 59) return std::nullopt;
  return *days * kMicrosecondsADay +
         ((parts.tm_hour * 60LL + parts.tm_min) * 60 + parts.tm_sec) * 1'000'000;
}

std::string DateText(std::int64_t days) {
  const std::chrono::year_month_day date{std::chrono::sys_days(std::chrono::days(days))};
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

std::int64_t FloorDays(std::int64_t microseconds) {
  return (microseconds - (microseconds < 0 ? kMicrosecondsADay - 1 : 0)) / kMicrosecondsADay;
}

std::optional<std::int64_t> Moment(const std::string& format, std::string_view text) {
  if (!format.empty()) return TakeFormatted(format, text);
  const auto days = TakeDate(text);
  if (!days) return std::nullopt;
  std::int64_t moment = *days * kMicrosecondsADay;
  if (text.empty()) return moment;
  if (!Skip(text, 'T') && !Skip(text, ' ')) return std::nullopt;
  const auto time = TakeTime(text);
  if (!time) return std::nullopt;
  const auto offset = TakeOffset(text);
  if (!offset || !text.empty()) return std::nullopt;
  moment += *time - *offset;
  // An offset may carry the first or the last day out of the years that have a spelling.
  if (moment < *Days(1, 1, 1) * kMicrosecondsADay) return std::nullopt;
  if (moment >= (*Days(9999, 12, 31) + 1) * kMicrosecondsADay) return std::nullopt;
  return moment;
}

std::optional<Value> Date(const std::string& format, std::string_view text) {
  const auto moment = Moment(format, text);
  // A date must not silently lose a time of day.
  if (!moment || *moment % kMicrosecondsADay != 0) return std::nullopt;
  return DateValue(*moment / kMicrosecondsADay);
}

Value TimestampValue(std::int64_t moment) {
  const std::int64_t days = FloorDays(moment);
  const std::int64_t time = moment - days * kMicrosecondsADay;
  const std::int64_t seconds = time / 1'000'000;
  std::string spelled = fmt::format("{} {:02}:{:02}:{:02}", DateText(days), seconds / 3600,
                                    seconds / 60 % 60, seconds % 60);
  if (time % 1'000'000 != 0) {
    spelled += fmt::format(".{:06}", time % 1'000'000);
    spelled.erase(spelled.find_last_not_of('0') + 1);
  }
  return Value{std::move(spelled), moment, static_cast<double>(moment)};
}

std::optional<Value> Timestamp(const std::string& format, std::string_view text) {
  const auto moment = Moment(format, text);
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
