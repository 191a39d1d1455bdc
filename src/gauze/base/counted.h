#pragma once

#include <cstdint>
#include <string>

namespace gauze {

// "12,345"
std::string Grouped(std::uint64_t number);
// "1 row", "12,345 rows", "2 classes"
std::string Counted(std::uint64_t number, const char* one, const char* many);
// A share from 0 to 1: "12.5 %". Never "0 %" of somebody, nor "100 %" where somebody is left.
std::string Percentage(double share);

}  // namespace gauze
