#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

#include "gauze/encode/packing.h"
#include "gauze/encode/record_spool.h"
#include "gauze/engine/read/chunk_taker.h"
#include "gauze/policy/policy.h"

// Private to engine/: rows of a scan become records of a spool.

namespace gauze {

// What all threads of a scan share.
struct RecordTarget {
  RecordSpool& spool;
  const Packing& packing;
  std::vector<std::size_t> coded;       // columns with ids in the words
  std::vector<const Attribute*> texts;  // columns carried as text, after the numbers of a chunk
  const Policy& policy;
  std::vector<std::vector<std::uint64_t>>& rows;  // of each column, rows per id; grows as needed
  std::mutex mutex;
};

// Chunks hold the words of a record, then its count or its keys, then its texts.
class RecordTaker final : public ChunkTaker {
 public:
  explicit RecordTaker(RecordTarget& target);
  ~RecordTaker() override;
  void Take(duckdb_data_chunk chunk) override;

 private:
  void AppendText(duckdb_vector vector, idx_t i, const Attribute& attribute);
  void CountIds(std::size_t column, idx_t size);

  RecordTarget& target_;
  RecordSpool::Writer writer_;
  std::vector<const std::uint64_t*> numbers_;  // of the chunk, column by column
  std::vector<std::uint64_t> record_;
  std::vector<std::vector<std::uint64_t>> rows_;
};

}  // namespace gauze
