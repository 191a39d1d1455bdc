#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace gauze {

// Indices of the texts, sorted by their bytes; equal texts by their indices. Labels of a column
// begin alike: what they all begin with is skipped, and the next 24 bytes are compared as numbers.
std::vector<std::uint32_t> TextOrder(const std::vector<std::string_view>& texts);

}  // namespace gauze
