#include "gauze/transform/label.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>

namespace gauze {
namespace {

std::string Escaped(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '|' || c == '\\' || c == '{' || c == '}') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

}  // namespace

Labeler::Labeler(const CodedTable& coded, std::size_t attribute, LabelStyle labels, BoxStyle boxes,
                 MissingPolicy missing)
    : domain_(coded.table.domains[attribute]),
      hierarchy_(coded.HierarchyOf(attribute)),
      extent_(domain_, hierarchy_),
      labels_(labels),
      boxes_(boxes),
      missing_(missing) {}

// Missing with anything else, and missing alone where it could be anything.
bool Labeler::IsStar(Span span) const {
  if (!domain_.has_missing() || !domain_.IsMissing(span.high)) return false;
  return span.low != span.high || missing_ == MissingPolicy::kWildcard;
}

const Value* Labeler::Beyond(Span span) const {
  if (boxes_ == BoxStyle::kTight) return nullptr;
  Code next = span.high + 1;
  if (shown_) {
    const auto found = std::ranges::lower_bound(*shown_, next);
    next = found == shown_->end() ? domain_.value_count() : *found;
  }
  return next < domain_.value_count() ? &domain_[next] : nullptr;
}

// What is released of a cell; its class has rows.
Span Labeler::Shown(Span cell) const {
  if (!shown_) return cell;
  return {*std::ranges::lower_bound(*shown_, cell.low),
          *std::prev(std::ranges::upper_bound(*shown_, cell.high))};
}

std::vector<Code> Labeler::CodesOf(Span cell) const {
  if (shown_) {
    return {std::ranges::lower_bound(*shown_, cell.low),
            std::ranges::upper_bound(*shown_, cell.high)};
  }
  std::vector<Code> codes(cell.high - cell.low + 1);
  std::iota(codes.begin(), codes.end(), cell.low);
  return codes;
}

// A cell reaches up to the next value: 29 for integers when 30 begins the next one.
Value Labeler::RangeEnd(Span span) const {
  const Value* beyond = Beyond(span);
  if (beyond == nullptr) return domain_[span.high];
  if (domain_.type() != ValueType::kInteger && domain_.type() != ValueType::kDate) return *beyond;
  if (domain_.type() == ValueType::kDate) return DateValue(beyond->whole - 1);
  const std::int64_t end = beyond->whole - 1;
  return {fmt::format("{}", end), end, static_cast<double>(end)};
}

double Labeler::RangeLoss(Span span) const {
  if (Beyond(span) == nullptr) return extent_.OfSpan(span);
  const double whole = domain_[domain_.value_count() - 1].real - domain_[0].real;
  return whole > 0 ? (RangeEnd(span).real - domain_[span.low].real) / whole : 0;
}

double Labeler::Loss(Span tight, Span cell, std::uint64_t distinct) const {
  const Span span = Printed(tight, cell);
  if (IsStar(span)) return 1;
  if (hierarchy_ == nullptr) return domain_.IsMissing(span.low) ? 0 : RangeLoss(span);
  if (labels_ == LabelStyle::kNode) return extent_.OfSpan(span);
  return extent_.OfSet(boxes_ == BoxStyle::kTight ? distinct : span.high - span.low + 1);
}

void Labeler::SpellRange(Span span, Label& label) const {
  label.from = domain_[span.low];
  label.to = RangeEnd(span);
  if (label.from.text == label.to.text) {
    label.text = label.from.text;
    return;
  }
  const bool open = Beyond(span) != nullptr && domain_.type() != ValueType::kInteger &&
                    domain_.type() != ValueType::kDate;
  label.text.reserve(label.from.text.size() + label.to.text.size() + 4);
  label.text += '[';
  label.text += label.from.text;
  label.text += ", ";
  label.text += label.to.text;
  label.text += open ? ')' : ']';
}

void Labeler::SpellSet(const std::vector<Code>& codes, Label& label) const {
  if (codes.size() == 1) {
    // A value that looks like a list must not be taken for one.
    const std::string& text = domain_[codes.front()].text;
    label.text = text.starts_with('{') || text.starts_with('\\') ? Escaped(text) : text;
    return;
  }
  label.text = "{";
  for (const Code code : codes) {
    if (label.text.size() > 1) label.text += '|';
    label.text += Escaped(domain_[code].text);
  }
  label.text += '}';
}

Label Labeler::Make(const ClassValues& values) const {
  const Span cell = boxes_ == BoxStyle::kTight ? values.cell : Shown(values.cell);
  const Span span = Printed(values.tight, cell);
  Label label;
  label.loss = Loss(values.tight, cell, values.codes.size());
  if (IsStar(span)) {
    label.text = "*";
  } else if (domain_.IsMissing(span.low)) {
    label.missing = true;
  } else if (hierarchy_ == nullptr) {
    SpellRange(span, label);
  } else if (labels_ == LabelStyle::kNode) {
    label.text = (*hierarchy_)[hierarchy_->Lowest(span)].label;
  } else if (boxes_ == BoxStyle::kTight) {
    SpellSet(values.codes, label);
  } else {
    SpellSet(CodesOf(span), label);
  }
  return label;
}

}  // namespace gauze
