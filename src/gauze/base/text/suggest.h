#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gauze {

// A hint for a misspelt name: `did you mean "age"?`, or, when nothing is near, the list of what is
// allowed. Names of columns, keys and parameters only, never values of the data.
std::string DidYouMean(std::string_view wrong, const std::vector<std::string>& known);

// Does the first line of a file name columns? What stands in the first line of a file without a
// header are cells, and no message may show them; one may be the name of a column by chance.
// `found` names that were asked for are there.
bool NamesColumns(const std::vector<std::string>& first_line, std::size_t found);

// The same for a column that a file does not have. Where the first line may hold cells, nothing is
// listed, and a name is told only if it is nearly the wrong one.
std::string DidYouMeanColumn(std::string_view wrong, const std::vector<std::string>& first_line,
                             std::size_t found = 0);

}  // namespace gauze
