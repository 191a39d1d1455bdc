#pragma once

#include <optional>
#include <string_view>

#include "gauze/table/attribute.h"
#include "gauze/table/value.h"

namespace gauze::labels {

// A label of numbers or dates, for whoever has the values themselves: "[20, 29]", "[20, 30)" and
// everything else that FindRange() knows and that has two ends.
struct ValueRange {
  Value low;
  Value high;
  bool low_belongs = true;
  bool high_belongs = true;

  bool Holds(ValueType type, const Value& value) const;
};

// A single value is a range, too. Nothing when the label is none of the attribute's type, as a
// release spells it: dates have the release's own spelling, whatever the attribute's format.
std::optional<ValueRange> ReadValueRange(std::string_view label, const Attribute& attribute);

}  // namespace gauze::labels
