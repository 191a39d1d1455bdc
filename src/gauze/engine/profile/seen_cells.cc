#include "gauze/engine/profile/seen_cells.h"

#include <fmt/format.h>

#include "gauze/base/hash.h"
#include "gauze/table/value.h"

namespace gauze {

CellForm FormOfColumn(const std::string& type) {
  for (const ValueType as :
       {ValueType::kInteger, ValueType::kDecimal, ValueType::kDate, ValueType::kTimestamp}) {
    const CellForm form = FormOf(type, {.type = as}, ColumnEncoding::kKey);
    if (form != CellForm::kText) return form;
  }
  return CellForm::kText;
}

std::optional<std::uint64_t> KeyOf(CellForm form, std::string_view spelling) {
  if (form == CellForm::kText) return HashText(spelling);
  const TypedCell typed = ReadTypes(spelling);
  switch (form) {
    case CellForm::kReal:
      return typed.Fits(1) ? std::optional(KeyOfReal(typed.number)) : std::nullopt;
    case CellForm::kDays:
      return typed.Fits(2) ? std::optional(static_cast<std::uint64_t>(
                                 static_cast<std::int64_t>(typed.number)))
                           : std::nullopt;
    case CellForm::kWhole:
      return typed.Fits(0) ? std::optional(static_cast<std::uint64_t>(
                                 static_cast<std::int64_t>(typed.number)))
                           : std::nullopt;
    default:
      return std::nullopt;
  }
}

std::string SpellNumber(CellForm form, std::int64_t cell) {
  constexpr std::int64_t kFirstDay = -719'162;
  constexpr std::int64_t kLastDay = 2'932'896;
  if (form == CellForm::kDays) {
    return cell < kFirstDay || cell > kLastDay ? "" : DateValue(cell).text;
  }
  return form == CellForm::kWhole ? fmt::format("{}", cell) : "";
}

}  // namespace gauze
