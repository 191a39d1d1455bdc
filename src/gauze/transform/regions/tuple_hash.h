#pragma once

#include <cstdint>
#include <vector>

#include "gauze/base/xxhash64.h"
#include "gauze/encode/packing.h"
#include "gauze/taxonomy/coded_table.h"

namespace gauze {

// A place of every tuple in an order that has nothing to do with its values, and that depends on
// them alone: not on codes, which are others in another table, nor on this program. In Spark SQL
//
//   xxhash64(xxhash64(c1), xxhash64(c2), ...)
//
// where each c is a string, the canonical spelling of a value (table/value.h), or NULL; its order
// is that of signed numbers.
class TupleHash {
 public:
  static constexpr std::uint64_t kSeed = 42;  // Spark's; also the hash of what is missing

  // Of these attributes, which have a dictionary.
  TupleHash(const CodedTable& schema, const Packing& packing,
            const std::vector<std::size_t>& attributes);

  std::uint64_t operator()(const std::uint64_t* record) const {
    std::uint64_t hash = kSeed;
    for (const Column& column : columns_) {
      const auto code = static_cast<Code>(record[column.field.word] >> column.field.shift);
      hash = XxHash64(column.of_code[code & column.field.mask], hash);
    }
    return hash ^ kSign;
  }

  // What of a record's words is the tuple.
  const std::vector<std::uint64_t>& masks() const { return masks_; }

 private:
  static constexpr std::uint64_t kSign = std::uint64_t{1} << 63U;

  struct Column {
    Packing::Field field;
    std::vector<std::uint64_t> of_code;
  };
  std::vector<Column> columns_;
  std::vector<std::uint64_t> masks_;
};

}  // namespace gauze
