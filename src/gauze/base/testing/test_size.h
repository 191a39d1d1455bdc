#pragma once

#include <cstdint>
#include <cstdlib>

namespace gauze {

// A size that tests make small by an environment variable, so that a small table takes the path of
// a large one. Not for users: HACKING.md lists the variables.
inline std::uint64_t TestSize(const char* variable, std::uint64_t usual) {
  const char* forced = std::getenv(variable);
  const std::uint64_t size = forced == nullptr ? 0 : std::strtoull(forced, nullptr, 10);
  return size == 0 ? usual : size;
}

}  // namespace gauze
