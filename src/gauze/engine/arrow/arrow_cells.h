#pragma once

#include <cstdint>
#include <memory>
#include <set>

#include "gauze/engine/arrow/arrow_column.h"

// Private to engine/: how cells of Arrow columns become cells of DuckDB. Numbers, texts, dates,
// times and dictionaries of them are laid out here, a chunk at a time, whatever the offsets of the
// arrays; texts are not copied. Everything else (lists, structs, unions ...) goes through DuckDB's
// own conversion.

namespace gauze {

// `connection` and `schema` must outlive the column. `sample` is an array of this type, or null if
// there is none; conversions that DuckDB makes need it to know their type. Null: DuckDB cannot
// convert such a column.
std::unique_ptr<ArrowColumn> MakeArrowColumn(duckdb_connection connection,
                                             const ArrowSchema& schema, const ArrowArray* sample);

// About how many bytes the cells of an array take. Dictionaries count once: those that did are in
// `counted`.
std::uint64_t BytesOfArray(const ArrowSchema& schema, const ArrowArray& array,
                           std::set<const void*>& counted);

}  // namespace gauze
