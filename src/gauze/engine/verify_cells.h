#pragma once

#include <string>
#include <vector>

#include "gauze/engine/database.h"
#include "gauze/engine/source.h"
#include "gauze/engine/verify.h"

namespace gauze {

// Every wanted column is in the file. Names are suggested only if at least one is: otherwise the
// file may have no header, and its "names" are cells.
Status CheckNamed(const std::vector<std::string>& wanted, const SourceColumns& columns,
                  const std::string& path);

// SQL for a cell as text. An empty cell, NULL and the markers are all missing, in every format.
std::string CellOrNull(const std::string& name, const std::vector<std::string>& markers);

// Makes the table `cells` from a file: distinct (class, claimed cells s0, s1 …, person) with counts
// n. A class is named by the first row of the file that belongs to it. Claimed cells are spelled
// canonically, so that "1.0" and "1" are one value. Columns get names of ours, so none can clash.
Status MakeCells(Database& database, const FileUnderTest& file,
                 const std::vector<VerifiedColumn>& claimed);

}  // namespace gauze
