#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gauze/table/attribute.h"
#include "gauze/table/value.h"

namespace gauze {

// Position of a value in its attribute's domain.
using Code = std::uint32_t;

// An interval of codes, both ends included. Every numeric range and every taxonomy node is one.
struct Span {
  Code low = 0;
  Code high = 0;

  bool Covers(Span other) const { return low <= other.low && other.high <= high; }
  bool operator==(const Span&) const = default;
};

// The values of one attribute that occur in the input, in order: numbers and dates by size,
// categories in the depth-first leaf order of their taxonomy, plain text by bytes. Missing, where
// it occurs, is the last code. Immutable; copies share the values.
class Domain {
 public:
  Domain() : Domain(ValueType::kText, {}, false) {}
  // `values` are distinct and already in the order wanted.
  Domain(ValueType type, std::vector<Value> values, bool has_missing)
      : type_(type),
        values_(std::make_shared<const std::vector<Value>>(std::move(values))),
        has_missing_(has_missing) {}

  ValueType type() const { return type_; }
  // Number of codes, missing included.
  Code size() const { return value_count() + (has_missing_ ? 1 : 0); }
  Code value_count() const { return static_cast<Code>(values_->size()); }
  bool has_missing() const { return has_missing_; }
  bool IsMissing(Code code) const { return code == values_->size(); }
  Code missing_code() const { return value_count(); }
  // For codes that are not missing.
  const Value& operator[](Code code) const { return (*values_)[code]; }
  const std::vector<Value>& values() const { return *values_; }
  std::shared_ptr<const std::vector<Value>> shared_values() const { return values_; }

 private:
  ValueType type_;
  std::shared_ptr<const std::vector<Value>> values_;
  bool has_missing_;
};

}  // namespace gauze
