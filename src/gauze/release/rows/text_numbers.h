#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "gauze/base/hash.h"

namespace gauze {

// Distinct texts, numbered from 0 in the order of arrival. A text takes its bytes, and about 32
// more.
class TextNumbers {
 public:
  std::size_t size() const { return texts_.size(); }
  const std::vector<std::string_view>& texts() const { return texts_; }

  std::uint32_t NumberOf(std::string_view text) {
    const std::uint64_t hash = HashText(text);
    std::size_t at = Find(hash, text);
    if (slots_[at].number != kFree) return slots_[at].number;
    if ((texts_.size() + 1) * 2 > slots_.size()) {
      Grow();
      at = Find(hash, text);
    }
    slots_[at] = {Tag(hash), static_cast<std::uint32_t>(texts_.size())};
    texts_.push_back(Keep(text));
    return slots_[at].number;
  }

 private:
  static constexpr std::uint32_t kFree = ~std::uint32_t{0};
  struct Slot {
    std::uint32_t tag = 0;  // of the hash, so that other texts are rarely looked at
    std::uint32_t number = kFree;
  };
  static std::uint32_t Tag(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32U); }

  // Where the text is, or would be.
  std::size_t Find(std::uint64_t hash, std::string_view text) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash & mask;
    while (slots_[at].number != kFree &&
           (slots_[at].tag != Tag(hash) || texts_[slots_[at].number] != text)) {
      at = (at + 1) & mask;
    }
    return at;
  }

  void Grow() {
    const std::size_t mask = slots_.size() * 2 - 1;
    slots_.assign(slots_.size() * 2, {});
    for (std::uint32_t number = 0; number < texts_.size(); ++number) {
      const std::uint64_t hash = HashText(texts_[number]);
      std::size_t at = hash & mask;
      while (slots_[at].number != kFree) at = (at + 1) & mask;
      slots_[at] = {Tag(hash), number};
    }
  }

  std::string_view Keep(std::string_view text) {
    if (text.size() > left_) {
      const std::size_t size = std::max(kChunk, text.size());
      chunks_.push_back(std::make_unique_for_overwrite<char[]>(size));
      next_ = chunks_.back().get();
      left_ = size;
    }
    char* const kept = next_;
    if (!text.empty()) std::memcpy(kept, text.data(), text.size());
    next_ += text.size();
    left_ -= text.size();
    return {kept, text.size()};
  }

  static constexpr std::size_t kChunk = std::size_t{1} << 16U;

  std::vector<std::string_view> texts_;
  std::vector<Slot> slots_ = std::vector<Slot>(64);
  std::vector<std::unique_ptr<char[]>> chunks_;
  char* next_ = nullptr;
  std::size_t left_ = 0;
};

}  // namespace gauze
