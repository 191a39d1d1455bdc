#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "gauze/base/text/ascii.h"
#include "gauze/taxonomy/library/libraries.h"
#include "gauze/taxonomy/library/spelling.h"

// Ages in bands of 5, 10 and 20 years, and one band for everybody from a top age on: above it so
// few people live that every year tells them apart.

namespace gauze {
namespace {

constexpr int kOldest = 130;  // 999 and the like are marks of something else

// Completed years of "37" or "0.5".
std::optional<int> CompletedYears(std::string_view text) {
  const std::size_t point = text.find('.');
  const std::string_view whole = text.substr(0, point);
  if (whole.size() > 3 || !AllDigits(whole)) return std::nullopt;
  if (point != std::string_view::npos && !AllDigits(text.substr(point + 1))) {
    return std::nullopt;
  }
  int years = 0;
  std::from_chars(whole.data(), whole.data() + whole.size(), years);
  return years <= kOldest ? std::optional(years) : std::nullopt;
}

std::optional<LibraryPlace> FindAge(const Value& value, ValueType /*type*/,
                                    const Parameters& parameters) {
  const std::string text = CodeSpelling(value.text);
  const auto years = CompletedYears(text);
  if (!years) return std::nullopt;
  const int top = static_cast<int>(parameters.Integer("top"));
  const std::size_t point = std::min(text.find('.'), text.size());
  LibraryPlace place{.order = fmt::format("{:03}{}", *years, text.substr(point))};
  if (*years >= top) {
    place.above = {fmt::format("{}+", top)};
    return place;
  }
  for (const int width : {5, 10, 20}) {
    const int low = *years / width * width;
    const std::string label = fmt::format("[{}, {}]", low, std::min(low + width, top) - 1);
    // Bands that the top age cuts off may be equal.
    if (place.above.empty() || place.above.back() != label) place.above.push_back(label);
  }
  return place;
}

}  // namespace

HierarchyLibrary AgeLibrary() {
  return {.name = "age",
          .title = "ages in years: bands of 5, 10 and 20, and one from a top age on",
          .words = {"age", "ages", "years"},
          .find = FindAge};
}

}  // namespace gauze
