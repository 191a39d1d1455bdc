#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "gauze/table/attribute.h"

namespace gauze {

// One value of a typed column: its place in the order, and its one canonical spelling, so that
// "1.0", "1.00" and a Parquet double 1 are the same value and print the same bytes.
struct Value {
  std::string text;        // integer "5", decimal "0.5", date "2024-02-29", boolean "true"
  std::int64_t whole = 0;  // integer; days or microseconds since 1970-01-01; 0 or 1
  double real = 0;         // the same as a number, for distances

  // Text and sets by bytes, everything else by number.
  static bool Before(ValueType type, const Value& a, const Value& b);
};

// Parses a cell that is not missing. Nothing when it is not of the attribute's type: letters in an
// integer, NaN or an infinity in a decimal, a date outside the years 1 to 9999.
std::optional<Value> ParseValue(const Attribute& attribute, std::string_view text);

// A value of a typed column (not text, not a set) as one number that keeps the order of values, and
// back. Columns that nothing protects and that have too many values for a dictionary travel so.
std::uint64_t OrderKey(ValueType type, const Value& value);
Value ValueOfKey(ValueType type, std::uint64_t key);
std::int64_t WholeOfKey(std::uint64_t key);  // Value::whole
double DecimalOfKey(std::uint64_t key);      // Value::real of a decimal

// The date that many days after 1970-01-01, within the years 1 to 9999.
Value DateValue(std::int64_t days);

// A set's canonical spelling: terms trimmed of blanks, empty ones dropped, sorted, each once.
std::string CanonicalSet(std::string_view cell, std::string_view separator);

}  // namespace gauze
