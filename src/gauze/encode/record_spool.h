#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/base/parallel.h"

namespace gauze {

// How a row of the input travels once it is encoded: packed codes, how often it was counted, and
// what nothing protects and no dictionary holds. All of it in 64-bit words:
//   codes        `words` words (Packing)
//   count        one word if `counted`; otherwise the record is one row
//   keys         one word for each carried column with a type (OrderKey, kMissingKey)
//   texts        for each carried text column a length word (kMissingKey: no value) and its bytes
struct RecordShape {
  static constexpr std::uint64_t kMissingKey = ~std::uint64_t{0};

  std::size_t words = 0;
  bool counted = false;
  std::size_t keys = 0;
  std::size_t texts = 0;

  std::size_t first_key() const { return words + (counted ? 1 : 0); }
  std::size_t fixed() const { return first_key() + keys; }
  std::uint64_t Count(const std::uint64_t* record) const { return counted ? record[words] : 1; }
  // Words of this record, texts included.
  std::size_t Size(const std::uint64_t* record) const {
    std::size_t size = fixed();
    for (std::size_t i = 0; i < texts; ++i) size += 1 + TextWords(record[size]);
    return size;
  }

  static std::size_t TextWords(std::uint64_t length) {
    return length == kMissingKey ? 0 : (length + 7) / 8;
  }
  static void AppendText(std::vector<std::uint64_t>& record, const std::string_view* text);
};

// A heap of records in no order, in memory or, beyond a limit, in a file. It is filled once, by any
// number of writers side by side, finished, and then taken apart block by block.
class RecordSpool {
 public:
  class Writer;

  explicit RecordSpool(RecordShape shape) : shape_(shape) {}  // in memory
  // Moves to a new private file, removed at the end, when it takes more than `memory_bytes`.
  RecordSpool(RecordShape shape, std::string path, std::uint64_t memory_bytes);
  RecordSpool(RecordSpool&& other) noexcept;
  RecordSpool& operator=(RecordSpool&&) = delete;
  ~RecordSpool();

  const RecordShape& shape() const { return shape_; }
  bool in_memory() const { return file_ < 0; }
  std::uint64_t records() const { return records_; }
  std::uint64_t bytes() const { return words_ * sizeof(std::uint64_t); }

  // After the last writer has gone; tells whether everything could be written.
  Status Finish();

  // Hands out every record once, to `workers` side by side, and lets go of what was handed out:
  // visit(worker, record, size).
  template <typename Visit>
  Status TakeApart(std::size_t workers, const Visit& visit) {
    ForEach(workers, [&](std::size_t worker) {
      std::vector<std::uint64_t> block;
      while (NextBlock(block)) {
        for (std::size_t at = 0; at < block.size();) {
          const std::uint64_t* record = block.data() + at;
          const std::size_t size = shape_.Size(record);
          visit(worker, record, size);
          at += size;
        }
      }
    });
    return status_;
  }

 private:
  static constexpr std::size_t kBlockWords = std::size_t{1} << 15U;

  void AddBlock(std::vector<std::uint64_t>& block, std::uint64_t records);
  void MoveToFile();
  void Write(const std::vector<std::uint64_t>& block);
  bool NextBlock(std::vector<std::uint64_t>& block);

  RecordShape shape_;
  std::string path_;
  std::uint64_t memory_bytes_ = ~std::uint64_t{0};
  int file_ = -1;
  Status status_;
  std::uint64_t records_ = 0;
  std::uint64_t words_ = 0;
  std::vector<std::vector<std::uint64_t>> blocks_;  // in memory
  std::mutex mutex_;
};

// Fills a spool from one thread; what is left goes in with the destructor.
class RecordSpool::Writer {
 public:
  explicit Writer(RecordSpool& spool) : spool_(&spool) {}
  Writer(Writer&& other) noexcept
      : spool_(other.spool_), block_(std::move(other.block_)), records_(other.records_) {
    other.block_.clear();
  }
  Writer& operator=(Writer&&) = delete;
  ~Writer() {
    if (!block_.empty()) spool_->AddBlock(block_, records_);
  }

  void Append(const std::uint64_t* record, std::size_t size) {
    if (block_.size() + size > kBlockWords && !block_.empty()) {
      spool_->AddBlock(block_, records_);
      block_.clear();
      block_.reserve(kBlockWords);
      records_ = 0;
    }
    block_.insert(block_.end(), record, record + size);
    ++records_;
  }

 private:
  RecordSpool* spool_;
  std::vector<std::uint64_t> block_;
  std::uint64_t records_ = 0;
};

}  // namespace gauze
