#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/policy/policy.h"
#include "gauze/taxonomy/builders/builder.h"
#include "gauze/taxonomy/taxonomy.h"

namespace gauze {

// A label that is a range: "[20, 29]", "[20, 30)".
struct LabelRange {
  Value low;
  Value high;
  bool open = false;  // ends before `high`

  bool Holds(ValueType type, const Value& value) const;
};

// How a reader understands the labels of one released column: which values of the original can be
// behind a label. Written from docs/transforms/mondrian.md and not from the code that spells
// labels, which it checks.
class Reading {
 public:
  // `values`: what occurs in the original, for a hierarchy that is built from it. `sets`: labels
  // may be lists of values.
  static Result<Reading> Make(const PolicyAttribute& attribute, const ColumnValues& values,
                              bool sets);

  // A cell of the original; nothing when it has no value. Fails when it is not of the type.
  Result<std::optional<Value>> Known(const Policy& policy,
                                     const std::optional<std::string>& cell) const;

  // For each value (nothing: it is missing) and each label (nothing: an empty cell), whether the
  // value can be behind the label. Labels are read once, however many values there are.
  std::vector<std::vector<bool>> Covers(const std::vector<std::optional<std::string>>& labels,
                                        const std::vector<std::optional<Value>>& values) const;

 private:
  explicit Reading(const PolicyAttribute& attribute) : attribute_(attribute.attribute) {}

  // What a label stands for; only what the column's kind of labels needs.
  struct Meaning {
    std::optional<LabelRange> range;
    std::vector<std::string> set;
  };

  Meaning Read(const std::string& label) const;
  bool Covers(std::string_view label, const Meaning& meaning, const Value& value,
              const std::unordered_set<std::string_view>& above) const;

  Attribute attribute_;
  bool sets_ = false;
  std::optional<Taxonomy> taxonomy_;  // none: labels are ranges
};

// A single value is a range, too. Nothing when the label is none of the attribute's type.
std::optional<LabelRange> ReadRange(std::string_view label, const Attribute& attribute);

// The values of a list "{a|b}", or the one value of any other label; a backslash escapes.
std::vector<std::string> ReadSet(std::string_view label);

}  // namespace gauze
