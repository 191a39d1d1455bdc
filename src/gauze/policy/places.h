#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace gauze {

// Where a policy's text, which must be one that parses, names places that make sense on one machine
// only, or that may hold a password: a path from the root or from a home, a path that leaves the
// policy's folder, an address. Lines from 1 on, each once. Comments are not looked at, nor the
// section `about`, in which no path is accepted and which is published anyway.
std::vector<std::size_t> LinesWithPlaces(const std::string& policy_text);

// "line 3", "lines 3 and 7", "lines 3, 7 and 2 more"
std::string LineNumbers(const std::vector<std::size_t>& lines);

}  // namespace gauze
