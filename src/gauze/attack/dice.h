#pragma once

#include <cstdint>

namespace gauze {

// Random numbers that are the same in every run and on every machine: SplitMix64 (Steele, Lea,
// Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014). Whoever plays a game has
// dice of their own, so it does not matter on which thread it is played. Never for secrets.
class Dice {
 public:
  // Dice of different games or players have nothing to do with each other.
  Dice(std::uint64_t game, std::uint64_t player) : state_(Mix(Mix(game) + player)) {}

  std::uint64_t Next() { return Mix(state_ += kStep); }
  // True with this chance, to 2^-53.
  bool Chance(double chance) { return static_cast<double>(Next() >> 11U) * 0x1p-53 < chance; }
  // From 0 to count - 1; for any count that rows can have, as good as equally likely.
  std::uint64_t Below(std::uint64_t count) {
    __extension__ using Product = unsigned __int128;
    return static_cast<std::uint64_t>(static_cast<Product>(Next()) * count >> 64U);
  }

 private:
  static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15U;

  static std::uint64_t Mix(std::uint64_t z) {
    z = (z ^ z >> 30U) * 0xbf58476d1ce4e5b9U;
    z = (z ^ z >> 27U) * 0x94d049bb133111ebU;
    return z ^ z >> 31U;
  }

  std::uint64_t state_;
};

}  // namespace gauze
