#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "gauze/base/hash.h"

namespace gauze {

// Gives every distinct key (a spelling, or a whole number) a small id, from any number of threads.
// Each thread asks its own Front, which remembers what it has seen: the lock is taken once per new
// key and thread, not once per row.
//
// Ids come in the order of arrival, so they differ from run to run; whoever needs an order makes it
// from the keys afterwards.
template <typename Key>  // std::string_view or std::int64_t
class Interner {
 public:
  class Front;

  std::uint32_t size() const { return static_cast<std::uint32_t>(keys_.size()); }
  // After the last Front has gone.
  std::vector<std::string> TakeSpellings(const std::function<std::string(std::int64_t)>& spell) {
    std::vector<std::string> spellings;
    spellings.reserve(keys_.size());
    for (Stored& key : keys_) {
      if constexpr (std::is_same_v<Key, std::int64_t>) {
        spellings.push_back(spell(key));
      } else {
        spellings.push_back(std::move(key));
      }
    }
    keys_.clear();
    return spellings;
  }
  // Bytes that the keys take, fronts of a few threads included, roughly. At any time.
  std::uint64_t bytes() const { return bytes_.load(std::memory_order_relaxed); }

 private:
  using Stored = std::conditional_t<std::is_same_v<Key, std::int64_t>, std::int64_t, std::string>;

  // Open addressing; a slot is free while its id is kFree.
  struct Slot {
    static constexpr std::uint32_t kFree = ~std::uint32_t{0};
    std::uint64_t hash = 0;
    Key key{};
    std::uint32_t id = kFree;
  };
  class Slots {
   public:
    // The slot of the key, or the free one where it belongs.
    Slot& Find(std::uint64_t hash, Key key) {
      const std::size_t mask = slots_.size() - 1;
      std::size_t at = hash & mask;
      while (slots_[at].id != Slot::kFree &&
             (slots_[at].hash != hash || !Same(slots_[at].key, key))) {
        at = (at + 1) & mask;
      }
      return slots_[at];
    }
    void Put(Slot& slot, std::uint64_t hash, Key key, std::uint32_t id) {
      slot = {hash, key, id};
      if (++used_ * 2 > slots_.size()) Grow();
    }

   private:
    void Grow() {
      std::vector<Slot> old(slots_.size() * 2);
      old.swap(slots_);
      for (const Slot& slot : old) {
        if (slot.id != Slot::kFree) Find(slot.hash, slot.key) = slot;
      }
    }
    std::vector<Slot> slots_ = std::vector<Slot>(64);
    std::size_t used_ = 0;
  };

  static std::uint64_t Hash(std::int64_t key) { return Mix(static_cast<std::uint64_t>(key), 1); }
  static std::uint64_t Hash(std::string_view key) { return HashText(key); }
  static bool Same(std::int64_t a, std::int64_t b) { return a == b; }
  static bool Same(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    return a.size() <= ShortText::kMost ? ShortText(a) == ShortText(b) : a == b;
  }

  // The id, and the key as it is stored for good.
  std::pair<std::uint32_t, Key> Share(std::uint64_t hash, Key key) {
    const std::lock_guard lock(mutex_);
    Slot& slot = slots_.Find(hash, key);
    if (slot.id != Slot::kFree) return {slot.id, slot.key};
    const auto id = static_cast<std::uint32_t>(keys_.size());
    const Key stored = keys_.emplace_back(key);
    slots_.Put(slot, hash, stored, id);
    std::uint64_t bytes = sizeof(Stored) + 9 * sizeof(Slot);
    if constexpr (!std::is_same_v<Key, std::int64_t>) bytes += key.size();
    bytes_.fetch_add(bytes, std::memory_order_relaxed);
    return {id, stored};
  }

  std::mutex mutex_;
  Slots slots_;
  std::deque<Stored> keys_;  // a deque: keys never move, so views of them stay valid
  std::atomic<std::uint64_t> bytes_{0};
};

template <typename Key>
class Interner<Key>::Front {
 public:
  explicit Front(Interner& shared) : shared_(shared) {}

  std::uint32_t Id(Key key) {
    const std::uint64_t hash = Hash(key);
    Slot& slot = slots_.Find(hash, key);
    if (slot.id != Slot::kFree) return slot.id;
    const auto [id, stored] = shared_.Share(hash, key);
    slots_.Put(slot, hash, stored, id);
    return id;
  }

 private:
  Interner& shared_;
  Slots slots_;
};

}  // namespace gauze
