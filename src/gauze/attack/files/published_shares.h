#pragma once

#include <vector>

#include "gauze/attack/scene/any_release.h"

namespace gauze {

// How likely each value of a quasi-identifier is for somebody who reads labels plainly: every row
// is spread evenly over the values that its label may stand for. O(labels + places).
class PublishedShares {
 public:
  PublishedShares(const labels::ColumnDomain& domain, const labels::AnyColumn& column);

  // The share of people whom a label may stand for.
  double Of(const labels::Label& label) const;
  // The share of some values among those that a label may stand for.
  double Within(Span values, const labels::Label& label) const;

 private:
  double Mass(const labels::Label& label) const;

  std::vector<double> until_;  // mass of all places before
};

}  // namespace gauze
