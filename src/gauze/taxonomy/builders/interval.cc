#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "gauze/taxonomy/build.h"

// Everything is counted in whole units (1 for integers, a billionth for decimals), because a
// Ratio has at most nine decimals: so 0.3 lies in [0.3, 0.4) and not, by a double, in [0.2, 0.3).

namespace gauze {
namespace {

constexpr int kDecimals = 9;
constexpr Wide kBillion = 1'000'000'000;
constexpr Wide kLargest = kBillion * kBillion * kBillion * 100;  // 10^20 in billionths

// Towards minus infinity.
Wide FloorDivide(Wide a, Wide b) { return a / b - (a % b != 0 && a < 0 ? 1 : 0); }

// A value is in an interval exactly when its billionths, rounded down, are. Read from the decimal
// spelling ("-1.5", "1e-07"); nothing from 10^20 on.
std::optional<Wide> Billionths(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  int exponent = 0;
  if (const std::size_t e = text.find('e'); e != std::string_view::npos) {
    std::string_view digits = text.substr(e + 1);
    if (digits.starts_with('+')) digits.remove_prefix(1);
    std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
    text = text.substr(0, e);
  }
  Wide number = 0;
  bool after_point = false;
  for (const char c : text) {
    if (c == '.') {
      after_point = true;
      continue;
    }
    number = number * 10 + (c - '0');
    if (after_point) --exponent;
    if (number > kLargest) return std::nullopt;
  }
  if (negative) number = -number;
  exponent += kDecimals;
  for (; exponent < 0; ++exponent) number = FloorDivide(number, 10);
  for (; exponent > 0 && number != 0; --exponent) {
    number *= 10;
    if (number > kLargest || number < -kLargest) return std::nullopt;
  }
  return number;
}

Wide Units(const Ratio& ratio, bool integer) {
  return Wide{ratio.numerator} * (integer ? Wide{1} : kBillion) / ratio.denominator;
}

std::string DecimalText(Wide billionths) {
  const Wide magnitude = billionths < 0 ? -billionths : billionths;
  const auto fraction = static_cast<std::uint64_t>(magnitude % kBillion);
  std::string text =
      fmt::format("{}{}.{:09}", billionths < 0 ? "-" : "", magnitude / kBillion, fraction);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

// The intervals of all levels: [origin + index × length, one length further).
struct IntervalGrid {
  bool integer = true;
  Wide origin = 0;
  Wide width = 1;
  Wide fanout = 2;
  std::size_t levels = 0;

  Wide Index(Wide units) const { return FloorDivide(units - origin, width); }

  // Levels until one interval covers everything. Intervals never reach across the origin, so with
  // values on both sides of it there are two in the end.
  void CountLevels(Wide first, Wide last) {
    for (levels = 1; first != last && (first != -1 || last != 0); ++levels) {
      first = FloorDivide(first, fanout);
      last = FloorDivide(last, fanout);
    }
  }

  std::string Label(Wide index, Wide length) const {
    const Wide low = origin + index * length;
    const Wide high = low + length;
    if (integer) return fmt::format("[{}, {}]", low, high - 1);
    return fmt::format("[{}, {})", DecimalText(low), DecimalText(high));
  }

  std::vector<std::string> Path(const std::string& value, Wide units) const {
    std::vector<std::string> path = {value};
    Wide index = Index(units);
    Wide length = width;
    for (std::size_t level = 0; level < levels; ++level) {
      // An interval of one integer is that integer.
      if (!integer || length > 1) path.push_back(Label(index, length));
      index = FloorDivide(index, fanout);
      length *= fanout;
    }
    return path;
  }
};

Result<std::vector<Wide>> AllUnits(const ColumnValues& column, const std::string& where) {
  std::vector<Wide> units;
  std::size_t too_large = 0;
  for (const Value& value : column.values) {
    const auto one = column.type == ValueType::kInteger ? std::optional<Wide>(value.whole)
                                                        : Billionths(value.text);
    too_large += one ? 0 : 1;
    units.push_back(one.value_or(0));
  }
  if (too_large == 0) return units;
  return InputError(fmt::format("{} of {} values are beyond 10^20, too large for intervals",
                                too_large, units.size()),
                    where, "use the builder order, or express the column in a larger unit");
}

Result<Taxonomy> BuildInterval(const ColumnValues& column, const Parameters& parameters,
                               const std::string& where) {
  if (column.type == ValueType::kDate || column.type == ValueType::kTimestamp) {
    return InputError("interval is for numbers, but this column has dates", where,
                      "write hierarchy: {date: {}}");
  }
  const bool integer = column.type == ValueType::kInteger;
  if (!integer && column.type != ValueType::kDecimal) {
    return InputError("interval is for numbers, but this column has none", where,
                      "declare type: integer or type: decimal, or use mask, order or a file");
  }
  const Ratio width = parameters.Number("width");
  const Ratio origin = parameters.Number("origin");
  if (integer && !(width.IsInteger() && origin.IsInteger())) {
    return InputError("width and origin must be whole numbers for a column of integers", where,
                      "round them, or declare type: decimal");
  }
  GAUZE_ASSIGN(const std::vector<Wide> units, AllUnits(column, where));
  IntervalGrid grid{.integer = integer,
                    .origin = Units(origin, integer),
                    .width = Units(width, integer),
                    .fanout = parameters.Integer("fanout")};
  if (!units.empty()) grid.CountLevels(grid.Index(units.front()), grid.Index(units.back()));
  if (grid.levels >= Taxonomy::kMostLevels) {
    return InputError(fmt::format("the intervals have {} levels, more than {}", grid.levels,
                                  Taxonomy::kMostLevels - 1),
                      where, "choose a larger width or fanout");
  }
  return TaxonomyOfPaths(
      column, [&](std::size_t i) { return grid.Path(column.values[i].text, units[i]); }, where);
}

}  // namespace

HierarchyBuilder IntervalBuilder() {
  return {.descriptor = {.name = "interval",
                         .summary = "numbers in intervals of equal width, joined level by level",
                         .parameters = {{.name = "width",
                                         .type = ParameterType::kNumber,
                                         .summary = "length of the smallest intervals; larger "
                                                    "means coarser from the first level on",
                                         .minimum = "0.000000001"},
                                        FanoutParameter("2"),
                                        {.name = "origin",
                                         .type = ParameterType::kNumber,
                                         .summary = "a number where an interval of every level "
                                                    "starts",
                                         .fallback = "0"}},
                         .guarantees = "the ends of a label depend on width, fanout and origin, "
                                       "not on single values",
                         .not_covered = "a rare interval still singles a person out: the models "
                                        "of the policy decide how far values are generalised",
                         .reference = "docs/hierarchies.md#interval"},
          .short_form = "",
          .build = BuildInterval};
}

}  // namespace gauze
