#include <algorithm>
#include <unordered_set>

#include "gauze/labels/column_domain.h"

// How the cells of a column are read: what its values are and what its labels look like.

namespace gauze::labels {

bool ColumnDomain::Is(const Cell& cell, const std::vector<std::string>& marks) const {
  return std::ranges::find(marks, *cell) != marks.end();
}

bool ColumnDomain::IsMissing(const Cell& cell) const { return !cell || Is(cell, missing_marks_); }

bool ColumnDomain::IsAnything(const Cell& cell) const {
  const bool stars = !cell->empty() && cell->find_first_not_of('*') == std::string::npos;
  return stars || Is(cell, suppressed_);
}

std::optional<NodeId> ColumnDomain::FindNode(std::string_view name) const {
  if (!taxonomy_) return std::nullopt;
  const auto found = inner_of_.find(std::string(name));
  return found == inner_of_.end() ? std::nullopt : std::optional(found->second);
}

std::string ColumnDomain::Spelled(const Attribute& as, std::string_view text) {
  if (as.type == ValueType::kText || as.type == ValueType::kSet) return std::string(text);
  const auto value = ParseValue(as, text);
  return value ? value->text : std::string(text);
}

bool ColumnDomain::IsLeaf(std::string_view text) const {
  return taxonomy_ && taxonomy_->FindLeaf(Spelled(attribute_, text)) != Taxonomy::kRoot;
}

std::string ColumnDomain::SingleValue(const std::string& label) const {
  return lists_ ? Unescaped(label) : label;
}

bool ColumnDomain::IsOfType(ValueType type, std::string_view text) const {
  Attribute plain;
  plain.type = type;
  const auto is_value = [&](std::string_view part) { return ParseValue(plain, part).has_value(); };
  if (is_value(text) || FindRange(text, is_value)) return true;
  const auto parts = FindSet(text);
  return parts && std::ranges::all_of(*parts, is_value);
}

// Numbers or dates if everything is: labels that are no nodes, leaves of the hierarchy, and what
// the adversary knows.
void ColumnDomain::RecogniseType(const std::vector<Cell>& shown, const std::vector<Cell>& known) {
  std::vector<std::string_view> texts;
  for (const auto* cells : {&shown, &known}) {
    for (const Cell& cell : *cells) {
      if (!IsMissing(cell) && !IsAnything(cell) && !FindNode(*cell)) texts.push_back(*cell);
    }
  }
  if (taxonomy_) {
    for (const NodeId leaf : taxonomy_->leaves()) texts.push_back((*taxonomy_)[leaf].label);
  }
  attribute_.type = ValueType::kText;
  if (texts.empty()) return;
  for (const ValueType type : {ValueType::kInteger, ValueType::kDecimal, ValueType::kDate}) {
    const auto fits = [&](std::string_view text) { return IsOfType(type, text); };
    if (!std::ranges::all_of(texts, fits)) continue;
    attribute_.type = type;
    return;
  }
}

// "a,b" is a list where its parts are leaves of the hierarchy, or, without one, where some label of
// the column is such a part alone. A comma inside of names looks different: "Doe, Jane".
void ColumnDomain::RecogniseLists(const std::vector<Cell>& shown) {
  if (IsNumeric(type()) || !foreign_) return;
  const std::unordered_set<Cell> labels(shown.begin(), shown.end());
  const auto is_known = [&](const std::string& part) {
    return taxonomy_ ? IsLeaf(part) : labels.contains(part);
  };
  for (const Cell& label : shown) {
    if (IsMissing(label) || IsAnything(label) || FindNode(*label) || FindSet(*label)) continue;
    const auto parts = FindBareList(*label);
    if (!parts || IsLeaf(*label)) continue;
    const bool is_list =
        taxonomy_ ? std::ranges::all_of(*parts, is_known) : std::ranges::any_of(*parts, is_known);
    if (!is_list) continue;
    bare_lists_ = true;
    return;
  }
}

std::optional<RangeForm> ColumnDomain::RangeOf(std::string_view text) const {
  if (!IsNumeric(type())) return std::nullopt;
  const auto is_value = [&](std::string_view part) {
    return ParseValue(attribute_, part).has_value();
  };
  if (is_value(text)) return std::nullopt;
  return FindRange(text, is_value);
}

std::optional<std::vector<std::string>> ColumnDomain::SetOf(const std::string& text) const {
  if (!lists_) return std::nullopt;
  if (auto parts = FindSet(text)) return parts;
  if (!bare_lists_ || IsLeaf(text)) return std::nullopt;
  return FindBareList(text);
}

}  // namespace gauze::labels
