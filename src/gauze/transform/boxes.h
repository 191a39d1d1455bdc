#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gauze/base/descriptor.h"
#include "gauze/transform/label.h"
#include "gauze/transform/transform.h"

// What a class claims of its values, as transforms are told: their parameters `boxes` and `grid`
// (docs/transforms/open-labels.md).

namespace gauze {

struct Boxes {
  BoxStyle style = BoxStyle::kTight;
  std::vector<std::optional<Grid>> grids;  // one per quasi-identifier; empty: no style needs them
};

// `styles` are the names that a transform knows, the default first.
std::vector<Parameter> BoxParameters(std::vector<std::string> styles, std::string summary);

// Fails when a column of numbers has no step, or another one has. Needs values, and no tuples.
Result<Boxes> ReadBoxes(const TransformInput& input, const Parameters& parameters);

// One per quasi-identifier.
std::vector<Labeler> MakeLabelers(const CodedTable& coded, const Boxes& boxes, LabelStyle labels,
                                  MissingPolicy missing);

// TransformEntry::check of a transform with these parameters.
Status CheckBoxes(const TransformInput& input, const Parameters& parameters);

}  // namespace gauze
