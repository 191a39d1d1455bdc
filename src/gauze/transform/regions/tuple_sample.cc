#include "gauze/transform/regions/tuple_sample.h"

#include <algorithm>
#include <utility>

namespace gauze {

TupleSample::TupleSample(std::size_t words, std::size_t most) : words_(words), most_(most) {
  constexpr std::size_t kFewSlots = 1024;
  slots_.resize(kFewSlots);
  // What is never touched takes no memory; growing would take twice as much for a moment.
  const std::size_t room = most + most / 4 + 1;
  hashes_.reserve(room);
  rows_.reserve(room);
  tuples_.reserve(room * words);
}

TupleSample::TupleSample(TupleSample&& other) noexcept
    : words_(other.words_),
      most_(other.most_),
      limit_(other.limit()),
      hashes_(std::move(other.hashes_)),
      rows_(std::move(other.rows_)),
      tuples_(std::move(other.tuples_)),
      slots_(std::move(other.slots_)) {}

void TupleSample::Add(std::uint64_t hash, const std::uint64_t* tuple, std::uint64_t rows) {
  if (hash > limit()) return;
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash & mask;
  for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
    const std::size_t entry = slots_[slot] - 1;
    if (hashes_[entry] != hash || !std::equal(tuple, tuple + words_, this->tuple(entry))) continue;
    rows_[entry] += rows;
    return;
  }
  hashes_.push_back(hash);
  rows_.push_back(rows);
  tuples_.insert(tuples_.end(), tuple, tuple + words_);
  slots_[slot] = static_cast<std::uint32_t>(hashes_.size());
  if (size() >= most_ + most_ / 4 + 1) Finish();
  if (3 * size() > 2 * slots_.size()) Grow();
}

void TupleSample::Merge(const TupleSample& other) {
  if (other.limit() < limit()) LeaveOut(other.limit());
  for (std::size_t i = 0; i < other.size(); ++i) Add(other.hash(i), other.tuple(i), other.rows(i));
}

void TupleSample::Finish() {
  if (size() <= most_) return;
  std::vector<std::uint64_t> hashes = hashes_;
  const auto last = hashes.begin() + static_cast<std::ptrdiff_t>(most_) - 1;
  std::ranges::nth_element(hashes, last);
  const std::uint64_t limit = *last;
  if (std::any_of(last, hashes.end(), [&](std::uint64_t hash) { return hash > limit; })) {
    LeaveOut(limit);
  }
}

void TupleSample::Grow() {
  slots_.resize(2 * slots_.size());
  Index();
}

void TupleSample::Index() {
  std::ranges::fill(slots_, 0);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t entry = 0; entry < size(); ++entry) {
    std::size_t slot = hashes_[entry] & mask;
    while (slots_[slot] != 0) slot = (slot + 1) & mask;
    slots_[slot] = static_cast<std::uint32_t>(entry + 1);
  }
}

void TupleSample::LeaveOut(std::uint64_t limit) {
  limit_.store(limit, std::memory_order_relaxed);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < size(); ++i) {
    if (hashes_[i] > limit) continue;
    hashes_[kept] = hashes_[i];
    rows_[kept] = rows_[i];
    std::copy_n(tuple(i), words_, &tuples_[kept * words_]);
    ++kept;
  }
  hashes_.resize(kept);
  rows_.resize(kept);
  tuples_.resize(kept * words_);
  Index();
}

// A hash is in the sample with a chance of limit / 2^64.
std::uint64_t TupleSample::Weight(std::size_t entry, std::uint64_t most) const {
  const std::uint64_t own = rows_[entry];
  if (complete() || own >= most) return own;
  __extension__ using Wide = unsigned __int128;
  const Wide weight = (static_cast<Wide>(own) << 64U) / (static_cast<Wide>(limit()) + 1);
  return weight < most ? std::max(own, static_cast<std::uint64_t>(weight)) : most;
}

}  // namespace gauze
