#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/base/ratio.h"
#include "gauze/table/value.h"

namespace gauze {

// A public grid over a column of numbers or dates: its lines are the multiples of a step that a
// policy fixes, whatever the data are. A range that begins and ends at lines does not tell which
// values occur at its ends (docs/transforms/open-labels.md).
//
// The step is a whole number for integers, a decimal for decimals, days or "month", "quarter",
// "year" for dates, "hour", "day", "month", "quarter", "year" for timestamps. Whole numbers of days
// are counted from 1970-01-01.
class Grid {
 public:
  static Result<Grid> Parse(ValueType type, const std::string& step, const std::string& where);

  // The step that a value is in, as a range prints it: up to the last integer or day of the step,
  // but up to the next line for decimals and timestamps, which then does not belong to it.
  Value From(const Value& value) const;
  Value To(const Value& value) const;
  bool open() const { return type_ == ValueType::kDecimal || type_ == ValueType::kTimestamp; }

  // All lines around the value can be spelled. Otherwise it is too large for its step, or at the
  // end of the calendar.
  bool Holds(const Value& value) const;

  // Values that occur in every class whose label is a range of one step, or of several: both values
  // of a step of two. A class with a single value has that value for a label, and no range.
  unsigned CertainInOneStep() const { return values_ == 2 ? 2 : 0; }
  unsigned CertainInSeveral() const { return values_ == 1 ? 2 : 0; }

 private:
  enum class Unit : std::uint8_t { kNumber, kDecimal, kMonths };

  Grid() = default;
  std::int64_t IndexOf(const Value& value) const;
  // The line before step `index`.
  Value Line(std::int64_t index) const;

  ValueType type_ = ValueType::kInteger;
  Unit unit_ = Unit::kNumber;
  std::int64_t step_ = 1;  // integers, days, microseconds or months
  Ratio decimal_{1, 1};
  std::uint64_t values_ = 0;  // of a step; 0: more than can matter
};

// The steps that a transform's parameter `grid` names, by column: "age=5". It has this fallback
// where no column needs one.
inline constexpr const char* kNoGrid = "none";
std::map<std::string, std::string> StepsByColumn(const std::vector<std::string>& written);

}  // namespace gauze
