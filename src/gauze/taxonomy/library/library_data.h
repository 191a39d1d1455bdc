#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gauze {

// The text of data/hierarchies/NAME.csv, which the build puts into the program. It is a bug to
// name one that is not there.
std::string_view LibraryText(std::string_view name);

// Its records without remarks, the names of the columns first. data/hierarchies/README.md says
// what they mean.
std::vector<std::vector<std::string>> LibraryRecords(std::string_view name);

}  // namespace gauze
