#include "gauze/transform/label.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <unordered_map>

#include "gauze/taxonomy/telling/telling_nodes.h"

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

// The same nodes in the hierarchy of values that occur: names of inner nodes are different.
std::vector<NodeId> InHierarchy(const std::vector<NodeId>& shown, const Taxonomy& taxonomy,
                                const Hierarchy& hierarchy) {
  std::unordered_map<std::string_view, NodeId> here;
  for (NodeId node = 0; node < hierarchy.nodes().size(); ++node) {
    if (!hierarchy[node].children.empty()) here.emplace(hierarchy[node].label, node);
  }
  std::vector<NodeId> raised(hierarchy.nodes().size());
  std::iota(raised.begin(), raised.end(), NodeId{0});
  for (NodeId node = 0; node < shown.size(); ++node) {
    const auto found = here.find(taxonomy[node].label);
    // What is above a node that occurs occurs, too.
    if (found != here.end()) raised[found->second] = here.at(taxonomy[shown[node]].label);
  }
  return raised;
}

}  // namespace

Labeler::Labeler(const CodedTable& coded, std::size_t attribute, LabelStyle labels, BoxStyle boxes,
                 MissingPolicy missing, std::optional<Grid> grid)
    : domain_(coded.table.domains[attribute]),
      hierarchy_(coded.HierarchyOf(attribute)),
      extent_(domain_, hierarchy_),
      labels_(labels),
      boxes_(boxes),
      missing_(missing),
      grid_(grid) {
  for (Code code = 0; grid_ && code < domain_.value_count(); ++code) {
    steps_.push_back({grid_->From(domain_[code]).real, grid_->To(domain_[code]).real});
  }
  if (boxes != BoxStyle::kGrid || hierarchy_ == nullptr || labels != LabelStyle::kNode) return;
  const Taxonomy& taxonomy = *coded.taxonomies[attribute];
  const TellingNodes telling = FindTellingNodes(taxonomy, domain_.has_missing(), true);
  raised_ = InHierarchy(telling.shown, taxonomy, *hierarchy_);
}

// Missing with anything else, and missing alone where it could be anything.
bool Labeler::IsStar(Span span) const {
  if (!domain_.has_missing() || !domain_.IsMissing(span.high)) return false;
  return span.low != span.high || missing_ == MissingPolicy::kWildcard;
}

const Value* Labeler::Beyond(Span span) const {
  if (boxes_ != BoxStyle::kCells) return nullptr;
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
  if (grid_ && span.low != span.high) return grid_->To(domain_[span.high]);
  const Value* beyond = Beyond(span);
  if (beyond == nullptr) return domain_[span.high];
  if (domain_.type() != ValueType::kInteger && domain_.type() != ValueType::kDate) return *beyond;
  if (domain_.type() == ValueType::kDate) return DateValue(beyond->whole - 1);
  const std::int64_t end = beyond->whole - 1;
  return {fmt::format("{}", end), end, static_cast<double>(end)};
}

NodeId Labeler::NodeOf(Span span) const {
  const NodeId lowest = hierarchy_->Lowest(span);
  return raised_.empty() ? lowest : raised_[lowest];
}

double Labeler::RangeLoss(Span span) const {
  const double whole = domain_[domain_.value_count() - 1].real - domain_[0].real;
  if (grid_ && span.low != span.high) {
    return std::min(1.0, (steps_[span.high].end - steps_[span.low].begin) / whole);
  }
  if (Beyond(span) == nullptr) return extent_.OfSpan(span);
  return whole > 0 ? (RangeEnd(span).real - domain_[span.low].real) / whole : 0;
}

double Labeler::Loss(Span tight, Span cell, std::uint64_t distinct) const {
  const Span span = Printed(tight, cell);
  if (IsStar(span)) return 1;
  if (hierarchy_ == nullptr) return domain_.IsMissing(span.low) ? 0 : RangeLoss(span);
  if (labels_ == LabelStyle::kNode) {
    return extent_.OfSpan(raised_.empty() ? span : (*hierarchy_)[NodeOf(span)].span);
  }
  return extent_.OfSet(boxes_ == BoxStyle::kCells ? span.high - span.low + 1 : distinct);
}

void Labeler::SpellRange(Span span, Label& label) const {
  const bool snapped = grid_ && span.low != span.high;
  label.from = snapped ? grid_->From(domain_[span.low]) : domain_[span.low];
  label.to = RangeEnd(span);
  if (label.from.text == label.to.text) {
    label.text = label.from.text;
    return;
  }
  const bool reaches_beyond = snapped || Beyond(span) != nullptr;
  const bool open =
      reaches_beyond && domain_.type() != ValueType::kInteger && domain_.type() != ValueType::kDate;
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
  const Span cell = boxes_ == BoxStyle::kCells ? Shown(values.cell) : values.cell;
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
    label.text = (*hierarchy_)[NodeOf(span)].label;
  } else {
    SpellSet(boxes_ == BoxStyle::kCells ? CodesOf(span) : values.codes, label);
  }
  return label;
}

}  // namespace gauze
