#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "gauze/base/hash.h"

// XXH64, a fast hash whose definition is published and that other systems have, too
// (https://github.com/Cyan4973/xxHash, doc/xxhash_spec.md): Spark calls it xxhash64. Where Gauze
// and somebody else must find the same hash; otherwise base/hash.h is simpler. Not for secrets.

namespace gauze {
namespace xxhash64_internal {

inline constexpr std::uint64_t kPrime1 = 0x9E3779B185EBCA87U;
inline constexpr std::uint64_t kPrime2 = 0xC2B2AE3D27D4EB4FU;
inline constexpr std::uint64_t kPrime3 = 0x165667B19E3779F9U;
inline constexpr std::uint64_t kPrime4 = 0x85EBCA77C2B2AE63U;
inline constexpr std::uint64_t kPrime5 = 0x27D4EB2F165667C5U;

inline std::uint64_t Round(std::uint64_t lane, std::uint64_t word) {
  return std::rotl(lane + word * kPrime2, 31) * kPrime1;
}

inline std::uint64_t AddWord(std::uint64_t hash, std::uint64_t word) {
  return std::rotl(hash ^ Round(0, word), 27) * kPrime1 + kPrime4;
}

inline std::uint64_t Avalanche(std::uint64_t hash) {
  hash = (hash ^ (hash >> 33U)) * kPrime2;
  hash = (hash ^ (hash >> 29U)) * kPrime3;
  return hash ^ (hash >> 32U);
}

// Of texts of 32 bytes and more: four lanes, joined.
inline std::uint64_t Lanes(std::string_view& text, std::uint64_t seed) {
  constexpr std::size_t kStripe = 32;
  std::uint64_t lanes[4] = {seed + kPrime1 + kPrime2, seed + kPrime2, seed, seed - kPrime1};
  for (; text.size() >= kStripe; text.remove_prefix(kStripe)) {
    for (std::size_t i = 0; i < 4; ++i) {
      lanes[i] = Round(lanes[i], ShortText::Word<std::uint64_t>(text.data() + 8 * i));
    }
  }
  std::uint64_t hash = std::rotl(lanes[0], 1) + std::rotl(lanes[1], 7) + std::rotl(lanes[2], 12) +
                       std::rotl(lanes[3], 18);
  for (const std::uint64_t lane : lanes) hash = (hash ^ Round(0, lane)) * kPrime1 + kPrime4;
  return hash;
}

}  // namespace xxhash64_internal

inline std::uint64_t XxHash64(std::string_view text, std::uint64_t seed) {
  using namespace xxhash64_internal;
  const std::uint64_t size = text.size();
  std::uint64_t hash = size < 32 ? seed + kPrime5 : Lanes(text, seed);
  hash += size;
  for (; text.size() >= 8; text.remove_prefix(8)) {
    hash = AddWord(hash, ShortText::Word<std::uint64_t>(&text.front()));
  }
  if (text.size() >= 4) {
    hash ^= ShortText::Word<std::uint32_t>(&text.front()) * kPrime1;
    hash = std::rotl(hash, 23) * kPrime2 + kPrime3;
    text.remove_prefix(4);
  }
  for (const char byte : text) {
    hash = std::rotl(hash ^ (static_cast<unsigned char>(byte) * kPrime5), 11) * kPrime1;
  }
  return Avalanche(hash);
}

// The same of a number's eight bytes, the lowest first.
inline std::uint64_t XxHash64(std::uint64_t number, std::uint64_t seed) {
  using namespace xxhash64_internal;
  return Avalanche(AddWord(seed + kPrime5 + 8, number));
}

}  // namespace gauze
