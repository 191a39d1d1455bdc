#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "gauze/engine/profile/cell_facts.h"
#include "gauze/engine/read/column_encoder.h"

// Private to engine/profile/: how a cell travels to a profile, what it is known by, and what it
// tells.

namespace gauze {

// Numbers and dates travel as themselves, everything else as text. `type` is DuckDB's.
CellForm FormOfColumn(const std::string& type);

// The key that a column of this form has for a spelling; nothing if it cannot have it.
std::optional<std::uint64_t> KeyOf(CellForm form, std::string_view spelling);

// These are asked for every row.
inline std::uint64_t KeyOfReal(double number) {
  if (std::isnan(number)) return ~std::uint64_t{0};
  return std::bit_cast<std::uint64_t>(number == 0 ? 0.0 : number);
}

inline TypedCell TypedOf(CellForm form, std::int64_t cell) {
  constexpr std::uint8_t kIntegerAndDecimal = 3;
  constexpr double kMicrosecondsPerDay = 86'400'000'000.0;
  switch (form) {
    case CellForm::kDays:
      return {1U << 2U, static_cast<double>(cell)};
    case CellForm::kMicroseconds:
      return {1U << 3U, static_cast<double>(cell) / kMicrosecondsPerDay};
    default:
      return {kIntegerAndDecimal, static_cast<double>(cell)};
  }
}

// As a person would read it; only for recognisers, which look at a few.
std::string SpellNumber(CellForm form, std::int64_t cell);

}  // namespace gauze
