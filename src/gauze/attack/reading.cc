#include "gauze/attack/reading.h"

#include <fmt/format.h>

#include <algorithm>

#include "gauze/encode/encode.h"
#include "gauze/table/value.h"

namespace gauze {

std::vector<std::string> ReadSet(std::string_view label) {
  const bool list = label.starts_with('{');
  if (list) label = label.substr(1, label.size() - (label.ends_with('}') ? 2 : 1));
  // A backslash is itself where nothing can be escaped: a single value is spelled as it is unless
  // it begins like a list or an escape.
  if (!list && !label.starts_with('\\')) return {std::string(label)};
  std::vector<std::string> values(1);
  for (std::size_t i = 0; i < label.size(); ++i) {
    if (list && label[i] == '|') {
      values.emplace_back();
    } else {
      if (label[i] == '\\' && i + 1 < label.size()) ++i;
      values.back() += label[i];
    }
  }
  return values;
}

bool LabelRange::Holds(ValueType type, const Value& value) const {
  const std::uint64_t key = OrderKey(type, value);
  const std::uint64_t end = OrderKey(type, high);
  return OrderKey(type, low) <= key && (open ? key < end : key <= end);
}

std::optional<LabelRange> ReadRange(std::string_view label, const Attribute& attribute) {
  Attribute plain = attribute;
  plain.format.clear();  // a release has its own spelling of dates
  std::string_view from = label;
  std::string_view to = label;
  bool open = false;
  if (const auto comma = label.find(", "); label.starts_with('[') && comma != label.npos) {
    from = label.substr(1, comma - 1);
    to = label.substr(comma + 2, label.size() - comma - 3);
    open = label.ends_with(')');
  }
  auto low = ParseValue(plain, from);
  auto high = ParseValue(plain, to);
  if (!low || !high) return std::nullopt;
  return LabelRange{.low = *std::move(low), .high = *std::move(high), .open = open};
}

Result<Reading> Reading::Make(const PolicyAttribute& attribute, const ColumnValues& values,
                              bool sets) {
  Reading reading(attribute);
  if (!attribute.hierarchy.given() && IsNumeric(attribute.attribute.type)) return reading;
  reading.sets_ = sets;
  const std::string where = fmt::format("column {}", attribute.attribute.name);
  GAUZE_ASSIGN(reading.taxonomy_, MakeTaxonomy(attribute.hierarchy, values, where));
  return reading;
}

Result<std::optional<Value>> Reading::Known(const Policy& policy,
                                            const std::optional<std::string>& cell) const {
  if (!cell || IsMissing(policy, *cell)) return std::optional<Value>();
  std::optional<Value> value = ParseValue(attribute_, *cell);
  if (!value) {
    return InputError(fmt::format("a cell cannot be read as {}", Name(attribute_.type)),
                      fmt::format("column {}", attribute_.name), "is this the original file?");
  }
  return value;
}

Reading::Meaning Reading::Read(const std::string& label) const {
  if (!taxonomy_) return {.range = ReadRange(label, attribute_)};
  if (sets_) return {.set = ReadSet(label)};
  return {};
}

bool Reading::Covers(std::string_view label, const Meaning& meaning, const Value& value,
                     const std::unordered_set<std::string_view>& above) const {
  if (!taxonomy_) return meaning.range && meaning.range->Holds(attribute_.type, value);
  if (sets_) return std::ranges::find(meaning.set, value.text) != meaning.set.end();
  return above.contains(label);
}

std::vector<std::vector<bool>> Reading::Covers(
    const std::vector<std::optional<std::string>>& labels,
    const std::vector<std::optional<Value>>& values) const {
  std::vector<Meaning> meanings;
  for (const auto& label : labels) meanings.push_back(label ? Read(*label) : Meaning{});
  std::vector<std::vector<bool>> covers;
  for (const auto& value : values) {
    std::unordered_set<std::string_view> above;
    if (value && taxonomy_) {
      NodeId node = taxonomy_->FindLeaf(value->text);
      for (; node != Taxonomy::kRoot; node = (*taxonomy_)[node].parent) {
        above.insert((*taxonomy_)[node].label);
      }
    }
    auto& row = covers.emplace_back(labels.size());
    for (std::size_t i = 0; i < labels.size(); ++i) {
      if (!labels[i] || !value) {
        row[i] = labels[i] ? *labels[i] == "*" : !value;
      } else {
        row[i] = *labels[i] == "*" || Covers(*labels[i], meanings[i], *value, above);
      }
    }
  }
  return covers;
}

}  // namespace gauze
