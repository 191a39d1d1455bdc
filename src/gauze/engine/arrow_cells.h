#pragma once

#include <duckdb.h>

#include <cstdint>
#include <memory>
#include <set>

#include "gauze/engine/arrow_c.h"
#include "gauze/engine/duckdb_handles.h"

// Private to engine/: cells of Arrow columns as cells of DuckDB. Numbers, texts, dates, times and
// dictionaries of them are laid out here, a chunk at a time, whatever the offsets of the arrays;
// texts are not copied. Everything else (lists, structs, unions ...) goes through DuckDB's own
// conversion.

namespace gauze {

class ArrowColumn {
 public:
  virtual ~ArrowColumn() = default;

  // `connection` and `schema` must outlive it. `sample` is an array of this type, or null if there
  // is none; conversions that DuckDB makes need it to know their type. Null: DuckDB cannot convert
  // such a column.
  static std::unique_ptr<ArrowColumn> Make(duckdb_connection connection, const ArrowSchema& schema,
                                           const ArrowArray* sample);

  virtual LogicalType Type() const = 0;

  // Rows [begin, begin + count) of the array; `count` is at most a vector's size. Texts stay where
  // they are: the array must live as long as the vector. Returns what is wrong, or nullptr.
  virtual const char* Fill(const ArrowArray& array, std::int64_t begin, idx_t count,
                           duckdb_vector vector) const = 0;
};

// About how many bytes the cells of an array take. Dictionaries count once: those that did are in
// `counted`.
std::uint64_t BytesOfArray(const ArrowSchema& schema, const ArrowArray& array,
                           std::set<const void*>& counted);

}  // namespace gauze
