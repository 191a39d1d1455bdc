#pragma once

#include <string>

#include "gauze/base/error.h"

// Private to source_files.cc.

namespace gauze {

// Looks at the first bytes of a file: refuses one that cannot be read, one that is empty, and, if
// it is to be read as CSV that is not packed, one that is a workbook or the like, and says what to
// do with it. `encoding` is that of the policy.
Status LookInside(const std::string& file, bool is_csv, const std::string& encoding);

}  // namespace gauze
