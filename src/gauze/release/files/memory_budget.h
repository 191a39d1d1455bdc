#pragma once

#include <cstdint>
#include <string_view>

#include "gauze/base/error.h"

namespace gauze {

// How a run shares out its memory. The figure that the user gives bounds the peak of the whole
// process, DuckDB included. The steps come one after another, so each has most of it.
struct Budget {
  std::uint64_t total = 0;
  std::uint64_t read_engine = 0;  // DuckDB while the source is read and counted
  std::uint64_t spools = 0;       // encoded rows; more of them lie in files
  std::uint64_t batch = 0;        // regions that are made at a time; as much again is being written
  std::uint64_t lone = 0;         // a region that is the only one
  std::uint64_t write_engine = 0;   // DuckDB while parts are written
  std::uint64_t verify_engine = 0;  // DuckDB while the file is read back
  std::uint64_t verify_ids = 0;     // ids of labels at that time
};

// Shares of what is left beside the program itself.
inline constexpr double kBatchShare = 0.2;
inline constexpr double kLoneShare = 0.75;

// `memory` in bytes; 0: four fifths of what the machine has, or of what a container may use of it.
// Fails when it is too little for anything, and says what is missing.
Result<Budget> MakeBudget(std::uint64_t memory);

// "4GiB", "512MiB", "2GB", "1000000": bytes.
Result<std::uint64_t> ParseBytes(std::string_view text);

}  // namespace gauze
