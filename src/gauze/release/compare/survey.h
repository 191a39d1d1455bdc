#pragma once

#include <cstddef>
#include <string>

#include "gauze/base/error.h"
#include "gauze/base/json_fwd.h"
#include "gauze/engine/duckdb/database.h"
#include "gauze/engine/read/scan.h"
#include "gauze/policy/policy.h"

namespace gauze {

// What is known of a source without encoding it.
struct Survey {
  double rows = 0;
  double tuples = 0;       // different rows, by all columns that are coded
  double units = 0;        // different combinations of quasi-identifiers
  bool estimated = false;  // the last two: counted in a sample, from all over the source
  ScanPlan plan;
  std::size_t quasi_identifiers = 0;
  std::size_t columns = 0;  // that are read
  std::size_t carried = 0;  // of these, beside the codes
  double seconds = 0;       // for looking at a row

  // Records that a run will hold.
  double records() const { return plan.grouped ? tuples : rows; }
};

// Looks at every row of the view `source`, or at two million of them if there are more; of text,
// which takes longer to read, at half a million.
Result<Survey> TakeSurvey(Database& database, const Policy& policy, SourceColumns& columns);

// The largest k and l that everything as one class would allow, by the rows of the survey:
// {"k": 1000, "l": {"illness": {"distinct": 12, "frequency": 3.1, "entropy": 8.2}}}; of a large
// table by 262,144 of its rows, which then says "estimated": true.
Result<Json> LargestPossible(Database& database, const Policy& policy, const Survey& survey,
                             SourceColumns& columns);

}  // namespace gauze
