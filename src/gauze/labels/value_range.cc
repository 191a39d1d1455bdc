#include "gauze/labels/value_range.h"

#include "gauze/labels/label_form.h"

namespace gauze::labels {

bool ValueRange::Holds(ValueType type, const Value& value) const {
  const std::uint64_t key = OrderKey(type, value);
  const std::uint64_t from = OrderKey(type, low);
  const std::uint64_t to = OrderKey(type, high);
  return (low_belongs ? from <= key : from < key) && (high_belongs ? key <= to : key < to);
}

std::optional<ValueRange> ReadValueRange(std::string_view label, const Attribute& attribute) {
  Attribute plain = attribute;
  plain.format.clear();
  if (const auto value = ParseValue(plain, label)) return ValueRange{.low = *value, .high = *value};
  const auto form =
      FindRange(label, [&](std::string_view part) { return ParseValue(plain, part).has_value(); });
  if (!form || form->low.empty() || form->high.empty()) return std::nullopt;
  return ValueRange{.low = *ParseValue(plain, form->low),
                    .high = *ParseValue(plain, form->high),
                    .low_belongs = form->low_belongs,
                    .high_belongs = form->high_belongs};
}

}  // namespace gauze::labels
