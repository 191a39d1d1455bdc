#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

// Fast hashes that are the same in every run. Not for secrets: whoever may choose the input can
// make it collide.

namespace gauze {

// Two numbers as one: any change of either changes about half of its bits.
inline std::uint64_t Mix(std::uint64_t a, std::uint64_t b) {
  __extension__ using Product = unsigned __int128;
  const Product product = static_cast<Product>(a ^ 0x9E3779B97F4A7C15U) * (b ^ 0xD1B54A32D192ED03U);
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
}

// Up to 16 bytes as two words, which may overlap: with the length they tell the text.
struct ShortText {
  static constexpr std::size_t kMost = 16;

  std::uint64_t first = 0;
  std::uint64_t second = 0;

  explicit ShortText(std::string_view text) {
    const char* data = text.data();
    const std::size_t size = text.size();
    if (size >= 8) {
      Load<std::uint64_t>(data, data + size - 8);
    } else if (size >= 4) {
      Load<std::uint32_t>(data, data + size - 4);
    } else if (size >= 2) {
      first = Word<std::uint16_t>(data);
      second = Word<std::uint8_t>(data + size - 1);
    } else if (size == 1) {
      first = Word<std::uint8_t>(data);
    }
  }
  bool operator==(const ShortText&) const = default;

  template <typename T>
  static std::uint64_t Word(const char* at) {
    T word = 0;
    std::memcpy(&word, at, sizeof word);
    return word;
  }

 private:
  template <typename T>
  void Load(const char* begin, const char* end) {
    first = Word<T>(begin);
    second = Word<T>(end);
  }
};

// Different texts have different hashes, but for one chance in 2^64 or so.
inline std::uint64_t HashText(std::string_view text) {
  std::uint64_t hash = text.size();
  for (; text.size() > ShortText::kMost; text.remove_prefix(8)) {
    const char* const at = text.data();
    hash = Mix(hash, ShortText::Word<std::uint64_t>(at));
  }
  const ShortText last(text);
  return Mix(Mix(hash, last.first), last.second);
}

}  // namespace gauze
