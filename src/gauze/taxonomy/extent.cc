#include "gauze/taxonomy/extent.h"

#include <algorithm>
#include <cmath>

namespace gauze {

Extent::Extent(const Domain& domain, const Hierarchy* hierarchy)
    : domain_(domain), hierarchy_(hierarchy), size_(1) {
  Check(hierarchy != nullptr || IsNumeric(domain.type()) || domain.value_count() == 0,
        "a category with values needs a hierarchy");
  if (hierarchy != nullptr) {
    size_ = domain.value_count() > 1 ? domain.value_count() - 1.0 : 1.0;
  } else if (domain.value_count() > 0) {
    const double low = domain.values().front().real;
    const double high = domain.values().back().real;
    if (std::isinf(high - low)) scale_ = 0.5;
    size_ = high * scale_ - low * scale_;
    if (size_ == 0) size_ = 1;
  }
}

double Extent::OfSpan(Span span) const {
  if (span.low == span.high) return 0;
  if (domain_.IsMissing(span.high)) return 1;
  if (hierarchy_ == nullptr) {
    return (domain_[span.high].real * scale_ - domain_[span.low].real * scale_) / size_;
  }
  const Span node = (*hierarchy_)[hierarchy_->Lowest(span)].span;
  const Code last = std::min(node.high, domain_.value_count() - 1);
  return (last - node.low) / size_;
}

double Extent::OfSet(std::uint64_t size) const {
  return size <= 1 ? 0 : (static_cast<double>(size) - 1) / size_;
}

}  // namespace gauze
