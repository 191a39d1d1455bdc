#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace gauze {

// For fuzzers that make something of their input: takes bytes off its front, and zeros at its end.
struct FuzzInput {
  const std::uint8_t* data;
  std::size_t size;

  std::uint8_t Byte() {
    if (size == 0) return 0;
    --size;
    return *data++;
  }
  // Shorter than `bound`.
  std::string Word(std::uint8_t bound) {
    std::string word;
    for (std::uint8_t length = Byte() % bound; length > 0 && size > 0; --length) {
      word += static_cast<char>(Byte());
    }
    return word;
  }
};

}  // namespace gauze
