#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/engine/duckdb/database.h"
#include "gauze/table/attribute.h"
#include "gauze/verify/open_file.h"

// What must be in the table that a file was made from, because everybody knows by which rule its
// labels are chosen (definitions 8, downcoding). Counted in SQL over labels as they are written: a
// second time, apart from the code that chooses labels and from the attack.

namespace gauze {

// How the labels of a quasi-identifier are chosen.
struct LabelRule {
  // Values below at least two of so many children occur; `leaves` are numbers of the children that
  // are values.
  struct Reason {
    std::uint64_t children = 0;
    std::vector<std::int64_t> leaves;
  };
  // A label of a hierarchy that stands for several values, and all that it may have been chosen
  // for. A value that occurs for each reason is certain.
  struct Node {
    std::string label;
    std::vector<Reason> reasons;
  };

  std::string column;
  bool ranges = false;  // otherwise nodes, and lists of values
  bool cells = false;   // labels were cut out of the domain: nothing is certain
  // Of ranges that end at the lines of a grid; empty: at values that occur.
  std::string step;
  ValueType type = ValueType::kInteger;  // of ranges
  std::vector<Node> nodes;               // that the file shows
};

struct CertainFindings {
  std::uint64_t hidden = 0;   // cells whose label may stand for several values
  std::uint64_t certain = 0;  // of these
  std::uint64_t hidden_classes = 0;
  std::uint64_t classes_with_whole = 0;  // in which everything about somebody is certain
  std::uint64_t off_grid = 0;            // rows with a range that does not end at the grid's lines
};

// Labels of all quasi-identifiers; a range may be two columns, age_from and age_to.
Result<CertainFindings> FindCertainCells(Database& database, const FileUnderTest& file,
                                         const std::vector<LabelRule>& rules);

}  // namespace gauze
