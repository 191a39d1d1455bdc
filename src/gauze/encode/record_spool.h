#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
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

// A private file that blocks of words are put into, side by side, by any number of spools. Removed
// at the end.
class SpoolFile {
 public:
  static Result<std::shared_ptr<SpoolFile>> Create(const std::string& path);
  SpoolFile(const SpoolFile&) = delete;
  SpoolFile& operator=(const SpoolFile&) = delete;
  ~SpoolFile();

  // Where the block is.
  Result<std::uint64_t> Write(const std::vector<std::uint64_t>& block);
  Status Read(std::uint64_t place, std::vector<std::uint64_t>& block) const;

 private:
  SpoolFile(int file, std::string path) : file_(file), path_(std::move(path)) {}

  int file_;
  std::string path_;
  std::atomic<std::uint64_t> end_ = 0;
};

// A heap of records in no order, in memory or, beyond a limit, in a file. It is filled once, by any
// number of writers side by side, finished, and then taken apart block by block.
class RecordSpool {
 public:
  class Writer;

  explicit RecordSpool(RecordShape shape) : shape_(shape) {}  // in memory
  // Moves to a new private file when it takes more than `memory_bytes`.
  RecordSpool(RecordShape shape, std::string path, std::uint64_t memory_bytes);
  // In a file that it shares with others; null: in memory.
  RecordSpool(RecordShape shape, std::shared_ptr<SpoolFile> file);
  RecordSpool(RecordSpool&& other) noexcept;
  RecordSpool& operator=(RecordSpool&&) = delete;

  const RecordShape& shape() const { return shape_; }
  bool in_memory() const { return file_ == nullptr; }
  std::uint64_t records() const { return records_; }
  std::uint64_t bytes() const { return words_ * sizeof(std::uint64_t); }

  // After the last writer has gone; tells whether everything could be written.
  Status Finish();

  // Takes the records of a finished spool that is in memory like this one, or in the same file.
  void Absorb(RecordSpool other);

  // Shows every record once, to `workers` side by side: visit(worker, record, size).
  template <typename Visit>
  Status LookThrough(std::size_t workers, const Visit& visit) {
    std::atomic<std::size_t> next = 0;
    ForEach(workers, [&](std::size_t worker) {
      std::vector<std::uint64_t> held;
      while (const auto* block = Block(next++, held)) ForRecords(*block, worker, visit);
    });
    return status_;
  }
  // The same, and lets go of what was shown.
  template <typename Visit>
  Status TakeApart(std::size_t workers, const Visit& visit) {
    ForEach(workers, [&](std::size_t worker) {
      std::vector<std::uint64_t> block;
      while (TakeBlock(block)) ForRecords(block, worker, visit);
    });
    return status_;
  }

 private:
  static constexpr std::size_t kBlockWords = std::size_t{1} << 15U;

  struct Place {
    std::uint64_t at = 0;
    std::size_t words = 0;
  };

  template <typename Visit>
  void ForRecords(const std::vector<std::uint64_t>& block, std::size_t worker,
                  const Visit& visit) const {
    for (std::size_t at = 0; at < block.size();) {
      const std::uint64_t* record = block.data() + at;
      const std::size_t size = shape_.Size(record);
      visit(worker, record, size);
      at += size;
    }
  }

  void AddBlock(std::vector<std::uint64_t>& block, std::uint64_t records);
  void MoveToFile();
  void Write(const std::vector<std::uint64_t>& block);
  bool Read(Place place, std::vector<std::uint64_t>& block);
  // Null after the last.
  const std::vector<std::uint64_t>* Block(std::size_t number, std::vector<std::uint64_t>& held);
  bool TakeBlock(std::vector<std::uint64_t>& block);

  RecordShape shape_;
  std::string path_;
  std::uint64_t memory_bytes_ = ~std::uint64_t{0};
  std::shared_ptr<SpoolFile> file_;
  Status status_;
  std::uint64_t records_ = 0;
  std::uint64_t words_ = 0;
  std::vector<std::vector<std::uint64_t>> blocks_;  // in memory
  std::vector<Place> places_;                       // in the file
  std::size_t taken_ = 0;                           // of them
  std::mutex mutex_;
};

// Fills a spool from one thread; what is left goes in with the destructor.
class RecordSpool::Writer {
 public:
  // It holds up to so many words; who has many writers gives each of them fewer.
  explicit Writer(RecordSpool& spool, std::size_t words = kBlockWords)
      : spool_(&spool), most_(words) {}
  Writer(Writer&& other) noexcept
      : spool_(other.spool_),
        most_(other.most_),
        block_(std::move(other.block_)),
        records_(other.records_) {
    other.block_.clear();
  }
  Writer& operator=(Writer&&) = delete;
  ~Writer() {
    if (!block_.empty()) spool_->AddBlock(block_, records_);
  }

  void Append(const std::uint64_t* record, std::size_t size) {
    if (block_.size() + size > most_ && !block_.empty()) {
      spool_->AddBlock(block_, records_);
      block_.clear();
      block_.reserve(most_);
      records_ = 0;
    }
    block_.insert(block_.end(), record, record + size);
    ++records_;
  }

 private:
  RecordSpool* spool_;
  std::size_t most_;
  std::vector<std::uint64_t> block_;
  std::uint64_t records_ = 0;
};

}  // namespace gauze
