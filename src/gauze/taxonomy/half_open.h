#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gauze/table/value.h"

namespace gauze {

// A range as tables spell it that were binned already: "[0-10)" or "[0, 10)", without its end.
struct HalfOpen {
  double low = 0;
  std::string low_text;
  std::string separator;  // "-", "," or ", "
  double high = 0;
  std::string high_text;

  static std::optional<HalfOpen> Parse(std::string_view text);
  bool Touches(const HalfOpen& next) const;  // it begins where this one ends
};

// The values as ranges, if each is one and all are spelled with the same separator; else empty.
std::vector<HalfOpen> HalfOpenRanges(const std::vector<Value>& values);

}  // namespace gauze
