#include "gauze/taxonomy/telling/grid.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <limits>
#include <optional>

namespace gauze {
namespace {

constexpr std::int64_t kMicrosecondsAnHour = 3'600'000'000;
constexpr std::int64_t kMicrosecondsOfDay = 24 * kMicrosecondsAnHour;
// Beyond this many steps from zero, a double does not tell neighbouring steps apart.
constexpr double kMostDecimalSteps = 4e15;

std::int64_t FloorDivided(std::int64_t value, std::int64_t by) {
  const std::int64_t quotient = value / by;
  return value % by < 0 ? quotient - 1 : quotient;
}

std::int64_t DaysOf(std::chrono::year_month_day day) {
  return std::chrono::sys_days(day).time_since_epoch().count();
}

// Whole numbers that have a spelling.
struct Limits {
  std::int64_t low;
  std::int64_t high;
};

Limits LimitsOf(ValueType type) {
  if (type == ValueType::kInteger) {
    return {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()};
  }
  using std::chrono::year;
  const std::int64_t first = DaysOf(year(1) / 1 / 1);
  const std::int64_t last = DaysOf(year(9999) / 12 / 31);
  if (type == ValueType::kDate) return {first, last};
  return {first * kMicrosecondsOfDay, (last + 1) * kMicrosecondsOfDay - 1};
}

// Months since the year 0.
std::int64_t MonthOf(ValueType type, std::int64_t whole) {
  const std::int64_t days =
      type == ValueType::kTimestamp ? FloorDivided(whole, kMicrosecondsOfDay) : whole;
  const std::chrono::year_month_day day{std::chrono::sys_days{std::chrono::days{days}}};
  return std::int64_t{static_cast<int>(day.year())} * 12 + static_cast<unsigned>(day.month()) - 1;
}

Value Spelled(ValueType type, std::int64_t whole, double real = 0) {
  return ValueOfKey(type, OrderKey(type, {.text = "", .whole = whole, .real = real}));
}

struct NamedStep {
  std::string_view name;
  std::int64_t months;
  std::int64_t microseconds;  // of timestamps alone
};

std::optional<NamedStep> FindNamedStep(ValueType type, std::string_view name) {
  for (const NamedStep& step :
       {NamedStep{"month", 1, 0}, NamedStep{"quarter", 3, 0}, NamedStep{"year", 12, 0},
        NamedStep{"hour", 0, kMicrosecondsAnHour}, NamedStep{"day", 0, kMicrosecondsOfDay}}) {
    if (step.name != name) continue;
    if (step.microseconds == 0 || type == ValueType::kTimestamp) return step;
  }
  return std::nullopt;
}

std::string_view WantedStep(ValueType type) {
  switch (type) {
    case ValueType::kInteger:
      return "a whole number";
    case ValueType::kDecimal:
      return "a number above 0, with at most nine decimals";
    case ValueType::kDate:
      return "a whole number of days, or month, quarter or year";
    default:
      return "hour, day, month, quarter or year";
  }
}

}  // namespace

Result<Grid> Grid::Parse(ValueType type, const std::string& step, const std::string& where) {
  const auto wrong = InputError(fmt::format("the step must be {}", WantedStep(type)), where,
                                "ranges begin and end at its multiples: 5 gives [35, 39]");
  Grid grid;
  grid.type_ = type;
  const bool calendar = type == ValueType::kDate || type == ValueType::kTimestamp;
  if (const auto named = FindNamedStep(type, step); calendar && named) {
    if (named->months > 0) grid.unit_ = Unit::kMonths;
    grid.step_ = named->months > 0 ? named->months : named->microseconds;
    return grid;
  }
  const auto number = Ratio::Parse(step);
  if (!number || number->numerator <= 0 || type == ValueType::kTimestamp) return wrong;
  if (type == ValueType::kDecimal) {
    grid.unit_ = Unit::kDecimal;
    grid.decimal_ = *number;
    return grid;
  }
  if (!number->IsInteger()) return wrong;
  grid.step_ = number->numerator / number->denominator;
  grid.values_ = static_cast<std::uint64_t>(grid.step_);
  return grid;
}

std::int64_t Grid::IndexOf(const Value& value) const {
  if (unit_ == Unit::kMonths) return FloorDivided(MonthOf(type_, value.whole), step_);
  if (unit_ == Unit::kNumber) return FloorDivided(value.whole, step_);
  auto index = static_cast<std::int64_t>(std::floor(value.real / decimal_.ToDouble()));
  // The division may have been rounded over a line.
  while (Line(index).real > value.real) --index;
  while (Line(index + 1).real <= value.real) ++index;
  return index;
}

Value Grid::Line(std::int64_t index) const {
  if (unit_ == Unit::kDecimal) {
    const Wide numerator = static_cast<Wide>(index) * decimal_.numerator;
    return Spelled(type_, 0,
                   static_cast<double>(numerator) / static_cast<double>(decimal_.denominator));
  }
  if (unit_ == Unit::kNumber) return Spelled(type_, index * step_);
  const std::int64_t month = index * step_;
  const std::int64_t year = FloorDivided(month, 12);
  const std::int64_t days =
      DaysOf(std::chrono::year(static_cast<int>(year)) /
             std::chrono::month(static_cast<unsigned>(month - year * 12) + 1) / 1);
  return Spelled(type_, type_ == ValueType::kTimestamp ? days * kMicrosecondsOfDay : days);
}

Value Grid::From(const Value& value) const { return Line(IndexOf(value)); }

Value Grid::To(const Value& value) const {
  Value next = Line(IndexOf(value) + 1);
  return open() ? next : Spelled(type_, next.whole - 1);
}

bool Grid::Holds(const Value& value) const {
  if (unit_ == Unit::kDecimal) {
    return std::abs(value.real) < kMostDecimalSteps * decimal_.ToDouble();
  }
  const Limits limits = LimitsOf(type_);
  if (unit_ == Unit::kMonths) {
    const std::int64_t next = (FloorDivided(MonthOf(type_, value.whole), step_) + 1) * step_;
    return next < std::int64_t{10'000} * 12;
  }
  const Wide line = static_cast<Wide>(FloorDivided(value.whole, step_)) * step_;
  return line >= limits.low && line + step_ <= limits.high;
}

std::map<std::string, std::string> StepsByColumn(const std::vector<std::string>& written) {
  std::map<std::string, std::string> steps;
  for (const std::string& entry : written) {
    if (entry == kNoGrid) continue;
    // A name may have the sign in it, a step has not.
    const std::size_t sign = entry.rfind('=');
    const bool named = sign != std::string::npos;
    steps.emplace(entry.substr(0, sign), named ? entry.substr(sign + 1) : "");
  }
  return steps;
}

}  // namespace gauze
