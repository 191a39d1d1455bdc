#pragma once

#include <string_view>
#include <vector>

#include "gauze/base/progress.h"
#include "gauze/report/evidence/field.h"
#include "gauze/report/evidence/material.h"

namespace gauze::report {

// One part of the document. Adding one is one file, one line in list.cc, one test and a paragraph
// in docs/evidence-format.md.
struct Section {
  std::string_view name;   // its member of the document
  std::string_view title;  // what is gathered, shown while the user waits
  // Null where it does not apply: without a policy, or for a release of another kind.
  Result<Json> (*gather)(Material& material, Progress& progress);
  std::vector<Field> fields;
};

// In the order of the document.
const std::vector<Section>& Sections();

}  // namespace gauze::report
