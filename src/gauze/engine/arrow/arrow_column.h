#pragma once

#include <duckdb.h>

#include <cstdint>

#include "gauze/engine/arrow/arrow_c.h"
#include "gauze/engine/duckdb/duckdb_handles.h"

// Private to engine/: cells of an Arrow column as cells of DuckDB.

namespace gauze {

class ArrowColumn {
 public:
  virtual ~ArrowColumn() = default;

  virtual LogicalType Type() const = 0;

  // Rows [begin, begin + count) of the array; `count` is at most a vector's size. Texts stay where
  // they are: the array must live as long as the vector. Returns what is wrong, or nullptr.
  virtual const char* Fill(const ArrowArray& array, std::int64_t begin, idx_t count,
                           duckdb_vector vector) const = 0;
};

}  // namespace gauze
