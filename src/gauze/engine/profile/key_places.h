#pragma once

#include <cstdint>
#include <vector>

#include "gauze/base/hash.h"

// Private to engine/: keys in the order in which they first came.

namespace gauze {

// A key is what stands for a value: a number or a date itself, or the hash of a text. Two of ten
// million different texts have the same hash with a chance of three in a million.
//
// Sixteen bytes for each, in a table that is at most half full; for as many keys as fit the cache.
class KeyPlaces {
 public:
  // Where the key is, from 0; the next free place if it is new.
  std::uint32_t Put(std::uint64_t key) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = Mix(key, 0) & mask;
    while (slots_[at].place != kFree) {
      if (slots_[at].key == key) return slots_[at].place;
      at = (at + 1) & mask;
    }
    const auto place = static_cast<std::uint32_t>(keys_.size());
    slots_[at] = {key, place};
    keys_.push_back(key);
    if (keys_.size() * 2 > slots_.size()) Grow();
    return place;
  }

  // The key will soon be put: where it belongs is fetched from memory meanwhile.
  void Expect(std::uint64_t key) const {
    __builtin_prefetch(&slots_[Mix(key, 0) & (slots_.size() - 1)]);
  }

  static constexpr std::uint32_t kFree = ~std::uint32_t{0};
  // kFree if it is not there.
  std::uint32_t Find(std::uint64_t key) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = Mix(key, 0) & mask;
    while (slots_[at].place != kFree && slots_[at].key != key) at = (at + 1) & mask;
    return slots_[at].place;
  }

  const std::vector<std::uint64_t>& keys() const { return keys_; }
  std::size_t size() const { return keys_.size(); }

  // No key is left, and the room for them is.
  void Clear() {
    slots_.assign(slots_.size(), Slot{});
    keys_.clear();
  }

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t place = kFree;
  };

  void Grow() {
    slots_.assign(slots_.size() * 2, Slot{});
    const std::size_t mask = slots_.size() - 1;
    for (std::uint32_t place = 0; place < keys_.size(); ++place) {
      std::size_t at = Mix(keys_[place], 0) & mask;
      while (slots_[at].place != kFree) at = (at + 1) & mask;
      slots_[at] = {keys_[place], place};
    }
  }

  std::vector<Slot> slots_ = std::vector<Slot>(64);
  std::vector<std::uint64_t> keys_;
};

}  // namespace gauze
