#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gauze/model/freeform/breaches.h"
#include "gauze/taxonomy/hierarchy.h"
#include "gauze/transform/specialize/class_promises.h"
#include "gauze/transform/specialize/specialize_input.h"

// What comes out of a specialisation.

namespace gauze::freeform {

// Why a value of the cut is not replaced by its children.
struct Blocked {
  std::size_t attribute = 0;
  NodeId node = 0;
  Breach breach;                          // one that there would be, unless
  std::optional<FailingClasses> classes;  // promises about classes would be broken
};

struct WithheldCells {
  std::size_t attribute = 0;
  std::uint32_t tuple = 0;
  std::uint64_t rows = 0;  // of the tuple's
};

struct Specialized {
  std::vector<std::vector<NodeId>> cuts;  // of each attribute, in the order of codes
  double loss = 0;                        // mean over rows and attributes
  Threat worst;                           // the largest threat of an attack on the release
  std::uint64_t steps = 0;
  Order order;                   // the one that was best
  std::vector<Blocked> blocked;  // by attribute and node: every node of a cut that has children
  std::vector<WithheldCells> withheld;
  std::uint64_t withheld_cells = 0;
  std::uint64_t guarded_cells = 0;  // values that cannot be observed, in columns with targets
};

// The node that each code of an attribute is released as. O(codes).
std::vector<NodeId> NodeOfCode(const Hierarchy& hierarchy, const std::vector<NodeId>& cut);

}  // namespace gauze::freeform
