#pragma once

#include <cstdint>
#include <string>

namespace gauze {

// "12,345"
std::string Grouped(std::uint64_t number);
// "1 row", "12,345 rows", "2 classes"
std::string Counted(std::uint64_t number, const char* one, const char* many);

}  // namespace gauze
