#pragma once

#include <cstdint>

namespace gauze {

// How a column of the source is read.
enum class ColumnEncoding : std::uint8_t {
  kDropped,  // never leaves the source
  kCoded,    // as an id into a dictionary of its spellings
  kKey,      // carried as one number (OrderKey)
  kText,     // carried as text
};

}  // namespace gauze
