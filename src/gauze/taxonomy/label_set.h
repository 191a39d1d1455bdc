#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gauze {

using LabelId = std::uint32_t;  // 0 … labels - 1, in the order of the knowledge table

// A set of labels, kept in whichever form is smaller: a sorted list, or one bit for every label of
// the table. Immutable. A list of n labels takes 32n bits, so bits pay from labels/32 on.
class LabelSet {
 public:
  LabelSet() = default;
  // `sorted` has no label twice, and none from `universe` on.
  LabelSet(std::span<const LabelId> sorted, std::size_t universe);

  std::size_t size() const { return size_; }
  bool dense() const { return !words_.empty(); }
  // Only one of the two is filled.
  const std::vector<std::uint64_t>& words() const { return words_; }
  const std::vector<LabelId>& list() const { return list_; }

  bool Contains(LabelId label) const;

  // In increasing order.
  template <typename Function>
  void ForEach(const Function& function) const {
    for (const LabelId label : list_) function(label);
    for (std::size_t i = 0; i < words_.size(); ++i) {
      for (std::uint64_t word = words_[i]; word != 0; word &= word - 1) {
        function(static_cast<LabelId>(i * 64 + static_cast<std::size_t>(std::countr_zero(word))));
      }
    }
  }

 private:
  std::size_t size_ = 0;
  std::vector<LabelId> list_;
  std::vector<std::uint64_t> words_;
};

}  // namespace gauze
