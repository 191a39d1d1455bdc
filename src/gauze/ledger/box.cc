#include "gauze/ledger/box.h"

#include <algorithm>

namespace gauze::ledger {
namespace {

constexpr Code kSmallDomain = 128;

}  // namespace

bool Touch(const Box& a, const Box& b) {
  for (std::size_t qi = 0; qi < a.size(); ++qi) {
    if (a[qi].high < b[qi].low || b[qi].high < a[qi].low) return false;
  }
  return true;
}

BoxBook::BoxBook(const CodedTable& coded, MissingPolicy missing)
    : coded_(coded), quasi_identifiers_(coded.table.WithRole(Role::kQuasiIdentifying)) {
  for (const std::size_t attribute : quasi_identifiers_) {
    columns_.push_back(&coded.table.columns[attribute]);
    labelers_.emplace_back(coded, attribute, LabelStyle::kNode, BoxStyle::kTight, missing);
    const Code size = coded.table.domains[attribute].size();
    known_.emplace_back(size <= kSmallDomain ? std::size_t{size} * size : 0, -1);
  }
}

Box BoxBook::Tight(const Group& group) const {
  Box box;
  for (std::size_t qi = 0; qi < width(); ++qi) {
    const Code code = CodeOf(group.front().tuple, qi);
    box.push_back({code, code});
  }
  for (const Share& share : group) Grow(box, share.tuple);
  return box;
}

void BoxBook::Grow(Box& box, std::uint32_t tuple) const {
  for (std::size_t qi = 0; qi < width(); ++qi) {
    const Code code = CodeOf(tuple, qi);
    box[qi] = {std::min(box[qi].low, code), std::max(box[qi].high, code)};
  }
}

void BoxBook::Join(const Box& other, Box& box) {
  for (std::size_t qi = 0; qi < box.size(); ++qi) {
    box[qi] = {std::min(box[qi].low, other[qi].low), std::max(box[qi].high, other[qi].high)};
  }
}

Box BoxBook::Printed(const Box& tight) const {
  Box printed = tight;
  for (std::size_t qi = 0; qi < width(); ++qi) {
    const Domain& domain = coded_.table.domains[quasi_identifiers_[qi]];
    if (const Hierarchy* hierarchy = coded_.HierarchyOf(quasi_identifiers_[qi])) {
      printed[qi] = (*hierarchy)[hierarchy->Lowest(tight[qi])].span;
    } else if (domain.IsMissing(tight[qi].high) && tight[qi].low != tight[qi].high) {
      printed[qi] = {0, domain.size() - 1};
    }
  }
  return printed;
}

double BoxBook::SpanLoss(std::size_t qi, Span span) {
  const auto loss = [&] { return labelers_[qi].Loss(span, span, span.high - span.low + 1); };
  if (known_[qi].empty()) return loss();
  const std::size_t size = coded_.table.domains[quasi_identifiers_[qi]].size();
  double& known = known_[qi][span.low * size + span.high];
  if (known < 0) known = loss();
  return known;
}

double BoxBook::Loss(const Box& tight) {
  double loss = 0;
  for (std::size_t qi = 0; qi < width(); ++qi) loss += SpanLoss(qi, tight[qi]);
  return loss;
}

double BoxBook::LossWith(const Box& tight, std::uint32_t tuple) {
  double loss = 0;
  for (std::size_t qi = 0; qi < width(); ++qi) {
    const Code code = CodeOf(tuple, qi);
    loss += SpanLoss(qi, {std::min(tight[qi].low, code), std::max(tight[qi].high, code)});
  }
  return loss;
}

}  // namespace gauze::ledger
