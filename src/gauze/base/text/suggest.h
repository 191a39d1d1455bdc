#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gauze {

// A hint for a misspelt name: `did you mean "age"?`, or, when nothing is near, the list of what is
// allowed. Names of columns, keys and parameters only, never values of the data.
std::string DidYouMean(std::string_view wrong, const std::vector<std::string>& known);

}  // namespace gauze
