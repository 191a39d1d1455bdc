#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gauze {

// A set of rows or of persons, one bit each.
class Bits {
 public:
  Bits() = default;
  explicit Bits(std::size_t size, bool all = false)
      : words_((size + 63) / 64, all ? ~std::uint64_t{0} : 0), size_(size) {
    if (all) Trim();
  }

  std::size_t size() const { return size_; }
  void Set(std::size_t index) { words_[index / 64] |= std::uint64_t{1} << (index % 64); }
  bool Has(std::size_t index) const { return (words_[index / 64] >> (index % 64) & 1U) != 0; }

  std::vector<std::uint64_t>& words() { return words_; }
  const std::vector<std::uint64_t>& words() const { return words_; }

  std::uint64_t Count() const {
    std::uint64_t count = 0;
    for (const std::uint64_t word : words_)
      count += static_cast<std::uint64_t>(std::popcount(word));
    return count;
  }

  // In rising order.
  template <typename Function>
  void ForEach(const Function& function) const {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      for (std::uint64_t word = words_[i]; word != 0; word &= word - 1) {
        function(i * 64 + static_cast<std::size_t>(std::countr_zero(word)));
      }
    }
  }

  // Keeps what is in the other set, too, or what is not in it.
  void And(const Bits& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= other.words_[i];
  }
  void AndNot(const Bits& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= ~other.words_[i];
  }

 private:
  void Trim() {
    if (size_ % 64 != 0) words_.back() &= (std::uint64_t{1} << (size_ % 64)) - 1;
  }

  std::vector<std::uint64_t> words_;
  std::size_t size_ = 0;
};

}  // namespace gauze
