#include "gauze/engine/profile/missing_marks.h"

#include <algorithm>
#include <cmath>

namespace gauze {
namespace {

constexpr std::uint64_t kFewestRows = 20;
constexpr std::uint64_t kOneRowIn = 200;
constexpr double kDaysApart = 366;  // of dates
constexpr double kPartApart = 0.1;  // of numbers, of the number itself

bool IsMoment(const TypedCell& cell) {
  constexpr unsigned kDateOrTimestamp = 1U << 2U | 1U << 3U;
  return (cell.types & kDateOrTimestamp) != 0;
}

}  // namespace

const std::vector<MissingMark>& MissingMarks() {
  static const std::vector<MissingMark> kMarks = [] {
    std::vector<MissingMark> marks;
    for (const std::string_view spelling :
         {"?", "??", "-", "--", ".", "..", "...", "*", "#", "NA", "N/A", "n/a", "na", "#N/A",
          "<NA>", "NaN", "nan", "NULL", "null", "Null", "(null)", "None", "nil", "missing",
          "Missing", "MISSING", "unknown", "Unknown", "UNKNOWN", "not available", "Not Available",
          "not specified", "unspecified", "Unspecified",
          // Numbers and dates that nothing real is likely to be.
          "-1", "-9", "-99", "-999", "-9999", "97", "98", "99", "997", "998", "999", "9997", "9998",
          "9999", "99999", "999999", "9999999", "99999999", "999999999", "9999999999", "0000-00-00",
          "1111-11-11", "1899-12-30", "1899-12-31", "1900-01-01", "1970-01-01", "2999-12-31",
          "9999-01-01", "9999-12-31", "9999-99-99"}) {
      marks.push_back({spelling, ReadTypes(spelling)});
    }
    return marks;
  }();
  return kMarks;
}

bool IsMissingMark(const TypedCell& cell) {
  static const std::vector<double> number_marks = [] {
    std::vector<double> numbers;
    for (const MissingMark& mark : MissingMarks()) {
      if (mark.typed.types != 0 && !IsMoment(mark.typed)) numbers.push_back(mark.typed.number);
    }
    std::ranges::sort(numbers);
    return numbers;
  }();
  static const std::vector<double> day_marks = [] {
    std::vector<double> days;
    for (const MissingMark& mark : MissingMarks()) {
      if (IsMoment(mark.typed)) days.push_back(mark.typed.number);
    }
    std::ranges::sort(days);
    return days;
  }();
  if (cell.types == 0) return false;
  return std::ranges::binary_search(IsMoment(cell) ? day_marks : number_marks, cell.number);
}

bool StandsForMissing(const MissingMark& mark, std::uint64_t with_it, std::uint64_t rows,
                      double lowest, double highest) {
  if (with_it < kFewestRows || with_it * kOneRowIn < rows || lowest > highest) return false;
  const double number = mark.typed.number;
  const double apart = number > highest ? number - highest : lowest - number;
  return apart >= (IsMoment(mark.typed) ? kDaysApart : kPartApart * std::abs(number)) && apart > 0;
}

}  // namespace gauze
