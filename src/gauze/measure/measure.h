#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gauze/base/descriptor.h"
#include "gauze/measure/figures_by_name.h"

// A measure is one loss or risk number (or a small family of them) of a release. Adding one is one
// file, one line in measures.inc, one test and a section in docs/measures.md.

namespace gauze {

// A release seen as counts: all that a measure may look at.
struct ReleaseShape {
  std::uint64_t rows_in = 0;  // rows of the input, suppressed ones included
  // Rows of a class, at least 1, and how many classes are that large.
  std::map<std::uint64_t, std::uint64_t> class_sizes;
  std::vector<std::string> quasi_identifiers;
  // Loss of each quasi-identifier, G/D from 0 to 1, summed over the released rows. Empty when it is
  // not known, as for a file made by another tool.
  std::vector<double> loss;
  // Of a sample with weights: persons behind the smallest class, and the sum over all rows of 1 /
  // persons behind their class.
  struct Weighted {
    double smallest = 0;
    double expected = 0;
  };
  std::optional<Weighted> weighted;
  // Shares of the rows that are unique by all columns, and by those that are not sensitive
  // if there are any. Nothing: nobody looked.
  struct SingledOut {
    double all = 0;
    std::optional<double> open;
  };
  std::optional<SingledOut> singled_out;
  std::uint64_t k = 0;  // of the policy's k_anonymity; 0 if there is none

  std::uint64_t rows_out() const;
  std::uint64_t suppressed() const { return rows_in - rows_out(); }
  std::uint64_t classes() const;
  // There is a row and a quasi-identifier, and the losses are known.
  bool has_loss() const;
};

struct MeasureEntry {
  Descriptor descriptor;  // no parameters
  // Nothing when the shape lacks what the measure needs (losses, k, any row at all).
  std::vector<Figure> (*compute)(const ReleaseShape& shape);
  // What its figures mean, as a sentence for people; empty if they are not there. Null: it is no
  // part of the short reading.
  std::string (*reading)(const FiguresByName& figures) = nullptr;
};

const std::vector<MeasureEntry>& Measures();

// The short reading of a release: sentences of the measures that have some.
std::vector<std::string> ReadMeasures(const std::vector<Figure>& figures);

// All measures, in the order of the list. A shape that contradicts itself (more rows out than in,
// an empty class, losses for some classes only) is a bug of the caller and throws.
std::vector<Figure> ComputeMeasures(const ReleaseShape& shape);

}  // namespace gauze
