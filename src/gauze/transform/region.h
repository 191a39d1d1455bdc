#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gauze/encode/packing.h"
#include "gauze/encode/record_spool.h"
#include "gauze/taxonomy/coded_table.h"

namespace gauze {

// What travels beside the tuples of a region: cells of columns that nothing protects and no
// dictionary holds, one entry per row.
struct CarriedColumn {
  std::size_t attribute = 0;        // of the table; its domain is empty
  std::vector<std::uint64_t> keys;  // OrderKey, or kMissingKey; empty for text
  std::vector<std::optional<std::string>> texts;
};

// A part of the input that a transform works on by itself: tuples in ascending order, each once.
struct Region {
  CodedTable coded;
  std::vector<CarriedColumn> carried;
  // With carried columns: the rows of tuple t are row_begin[t] to row_begin[t + 1]. Else empty.
  std::vector<std::size_t> row_begin;
};

// The records of a spool, sorted and merged. `schema` has the domains and no tuples; `carried` are
// the attributes behind the keys and then the texts of a record.
Result<Region> MakeRegion(RecordSpool spool, const Packing& packing, const CodedTable& schema,
                          const std::vector<std::size_t>& carried);

}  // namespace gauze
