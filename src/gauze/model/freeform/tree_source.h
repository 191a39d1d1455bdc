#pragma once

#include "gauze/taxonomy/hierarchy.h"

namespace gauze::freeform {

// Where the values of an attribute come from.
struct TreeSource {
  const Hierarchy& hierarchy;
  bool has_missing = false;            // the hierarchy's last leaf is that of missing cells
  const Taxonomy* taxonomy = nullptr;  // the hierarchy as written, if it was kept
};

}  // namespace gauze::freeform
