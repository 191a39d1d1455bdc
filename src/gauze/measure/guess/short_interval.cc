#include "gauze/measure/guess/short_interval.h"

namespace gauze {

const PolicyEntry* ProximityPromise(const Policy& policy, const std::string& column) {
  for (const PolicyEntry& entry : policy.protect) {
    if (entry.parameters.Has("epsilon") && entry.parameters.Text("attribute") == column) {
      return &entry;
    }
  }
  return nullptr;
}

double InUnit(ValueType type, const Value& value) {
  return type == ValueType::kTimestamp ? value.real / 1e6 : value.real;
}

double ShortInterval(const Policy& policy, const Attribute& column, const Value& lowest,
                     const Value& highest) {
  constexpr double kPartOfRange = 20;
  const PolicyEntry* promise = ProximityPromise(policy, column.name);
  if (promise != nullptr) return promise->parameters.Number("epsilon").ToDouble();
  return (InUnit(column.type, highest) - InUnit(column.type, lowest)) / kPartOfRange;
}

}  // namespace gauze
