#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "gauze/transform/constraints.h"
#include "gauze/transform/specialize/groups.h"

namespace gauze::freeform {

// What one more step would do to classes.
struct FailingClasses {
  std::size_t model = 0;      // of the constraints: one that a class would not keep
  std::uint64_t classes = 0;  // that the step would make
  std::uint64_t failing = 0;  // of them
};

// Promises about classes, asked before a node of a cut is replaced by its children. The groups are
// the classes of the release. Only for models that joining classes keeps: what the rows below a
// node do not keep, they do not keep after any other step either, because what would then be their
// classes are parts of today's. So a node that fails once is given up for good.
class ClassPromises {
 public:
  // The constraints are about the table that the groups are of, and outlive this.
  explicit ClassPromises(const Constraints& constraints) : constraints_(constraints) {}

  // Would every class be good? Looks at the rows below the node only, and at no more of them than
  // it must.
  bool Keep(const Groups& groups, std::size_t attribute, NodeId node) const;
  // The same for a node that would not do, to the end. Nothing if every class would be good.
  std::optional<FailingClasses> WhatFails(const Groups& groups, std::size_t attribute,
                                          NodeId node) const;

 private:
  const Constraints& constraints_;
};

}  // namespace gauze::freeform
