#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "gauze/table/attribute.h"

// Private to engine/: what one cell says of its column.

namespace gauze {

// Types that are guessed, narrowest first; whatever is none of them is text.
inline constexpr std::array kGuessedTypes = {ValueType::kInteger, ValueType::kDecimal,
                                             ValueType::kDate, ValueType::kTimestamp,
                                             ValueType::kBoolean};

// Which of kGuessedTypes a text fits, by their places in it. Stricter than ParseValue: a number
// with a leading zero is a code, and "1" is no boolean.
struct TypedCell {
  std::uint8_t types = 0;
  double number = 0;  // its value, if it is a number; days since 1970 of dates and timestamps

  bool Fits(std::size_t type) const { return (types >> type & 1U) != 0; }
};
TypedCell ReadTypes(std::string_view text);

// Characters, and words between blanks.
struct TextLength {
  std::uint32_t characters = 0;
  std::uint32_t words = 0;
};
TextLength MeasureText(std::string_view text);

}  // namespace gauze
