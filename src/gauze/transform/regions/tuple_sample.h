#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

namespace gauze {

// The tuples with the smallest hashes (bottom-k), each with the rows that have it. Which they are
// depends on the table alone: not on the order of its rows, nor on the parts it comes in, as
// samples of parts can be merged. The rows of a tuple that is in the sample are all counted: a
// tuple that is among the smallest in the end was among them all the time.
//
// Cohen and Kaplan, Summarizing data using bottom-k sketches, PODC 2007.
class TupleSample {
 public:
  static constexpr std::uint64_t kAllHashes = ~std::uint64_t{0};

  // Of tuples of so many words, `most` of them; more only if some have the hash of the last.
  TupleSample(std::size_t words, std::size_t most);
  TupleSample(TupleSample&& other) noexcept;
  TupleSample& operator=(TupleSample&&) = delete;

  // So many more rows have this tuple.
  void Add(std::uint64_t hash, const std::uint64_t* tuple, std::uint64_t rows);
  // Of another part of the table. It was made for as many tuples, or for more.
  void Merge(const TupleSample& other);
  // Leaves out what is too much. Before that there may be a quarter more.
  void Finish();

  // Tuples with larger hashes have been left out; kAllHashes: none was. May be asked at any time.
  std::uint64_t limit() const { return limit_.load(std::memory_order_relaxed); }
  bool complete() const { return limit() == kAllHashes; }

  std::size_t size() const { return rows_.size(); }
  std::size_t words() const { return words_; }
  // Entries are in no order.
  std::uint64_t hash(std::size_t entry) const { return hashes_[entry]; }
  std::uint64_t rows(std::size_t entry) const { return rows_[entry]; }
  const std::uint64_t* tuple(std::size_t entry) const { return &tuples_[entry * words_]; }

  // How many rows of the table a tuple of the sample stands for: for as many tuples as one in the
  // sample has beside it, each with its rows; but no more than `most`, or its own if they are more,
  // so that a single frequent tuple does not outweigh the others. Exact if the sample is complete.
  std::uint64_t Weight(std::size_t entry, std::uint64_t most) const;

 private:
  void Grow();
  void Index();
  void LeaveOut(std::uint64_t limit);

  std::size_t words_;
  std::size_t most_;
  std::atomic<std::uint64_t> limit_ = kAllHashes;
  std::vector<std::uint64_t> hashes_;
  std::vector<std::uint64_t> rows_;
  std::vector<std::uint64_t> tuples_;
  std::vector<std::uint32_t> slots_;  // entry + 1, by the low bits of its hash; a power of two
};

}  // namespace gauze
