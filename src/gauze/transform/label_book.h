#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "gauze/transform/label.h"

namespace gauze {

// From spans to labels. Open addressing: large tables ask millions of times.
class SpanTable {
 public:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  // The label's index, to be filled in if it is kNone. Valid until the next call.
  std::uint32_t& operator[](Span span);

 private:
  struct Slot {
    Span span;
    std::uint32_t label = kNone;
    bool used = false;
  };
  Slot& Find(Span span);

  std::vector<Slot> slots_ = std::vector<Slot>(64);
  std::size_t used_ = 0;
};

// The labels of one quasi-identifier, each spelled once: most classes of a release share theirs.
class LabelBook {
 public:
  explicit LabelBook(const Labeler& labeler) : labeler_(labeler) {}

  // Index of the label that Labeler::Make would give.
  std::uint32_t IndexOf(const ClassValues& values);
  // The same for a class of these codes, which are ascending and distinct.
  std::uint32_t IndexOf(const std::vector<Code>& codes);

  std::vector<Label> TakeLabels() { return std::move(labels_); }

 private:
  std::uint32_t Spell(const ClassValues& values);

  const Labeler& labeler_;
  std::vector<Label> labels_;
  std::unordered_map<std::string, std::uint32_t> by_text_;
  SpanTable by_span_;
  std::map<std::vector<Code>, std::uint32_t> by_codes_;  // sets of two values or more
};

}  // namespace gauze
