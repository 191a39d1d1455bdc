#pragma once

#include <cstdint>
#include <optional>

#include "gauze/table/domain.h"
#include "gauze/taxonomy/hierarchy.h"

namespace gauze {

// How much of an attribute's domain a generalised value covers: G / D of definitions 1, from 0 (a
// single value) to 1 (everything). The one place that knows the formula; transforms optimise it
// and measures report it. Missing is not among the values that are counted, neither in G nor in D.
class Extent {
 public:
  // `hierarchy` is null for a numeric attribute without one; it must outlive the Extent.
  Extent(const Domain& domain, const Hierarchy* hierarchy);

  // The value is the whole span: a numeric range (hi - lo), or for a category the lowest node that
  // covers it (leaves - 1). A span that mixes missing with anything else is the root and costs 1.
  double OfSpan(Span span) const;

  // The value is a set of `size` listed values (labels: set): (size - 1) / D.
  double OfSet(std::uint64_t size) const;

 private:
  const Domain& domain_;
  const Hierarchy* hierarchy_;
  double size_;       // D, times scale_
  double scale_ = 1;  // 1/2 where max - min is beyond the largest double
};

}  // namespace gauze
