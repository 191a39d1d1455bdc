#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "gauze/base/error.h"
#include "gauze/base/progress.h"
#include "gauze/engine/arrow/arrow_table.h"

namespace gauze {

// Where the rows of a stream are kept, to be read as often as need be: in memory, as they came, as
// long as they take at most `memory_bytes`; otherwise in a Parquet file in `folder`.
struct ArrowPlace {
  std::uint64_t memory_bytes = 0;
  std::function<Result<std::string>()> folder;
};
struct ArrowSource {
  std::string path;                   // of the file, or the table's name
  std::shared_ptr<ArrowTable> table;  // null if there is a file
  std::uint64_t bytes = 0;            // in memory
};
Result<ArrowSource> KeepArrow(ArrowStream stream, const ArrowPlace& place, Progress& progress);

}  // namespace gauze
