#pragma once

#include <string>
#include <vector>

#include "gauze/attack/attack.h"
#include "gauze/attack/channels/series.h"
#include "gauze/taxonomy/coded_table.h"

namespace gauze::channels {

// What the attack works on, read from files: the releases, and who is first shown by each of them,
// if that is known.
struct SeriesFiles {
  Series series;
  CodedTable sensitive;              // attributes, domains and hierarchies of these columns
  std::vector<std::string> columns;  // their names; one without a name if there is none
  std::vector<Multiset> newest;      // all values of the newest release, one per column
};

Result<SeriesFiles> ReadSeries(const AttackInput& input, Progress& progress);

}  // namespace gauze::channels
