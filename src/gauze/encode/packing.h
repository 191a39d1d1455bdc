#pragma once

#include <cstdint>
#include <vector>

#include "gauze/table/domain.h"

namespace gauze {

// Lays the codes of a tuple into a few 64-bit words, first column in the highest bits, so that
// comparing words compares tuples column by column. A column never straddles two words.
class Packing {
 public:
  Packing() = default;
  // Bits of each column, 0 to 32.
  explicit Packing(const std::vector<unsigned>& bits);
  // As many bits as each domain needs.
  static Packing For(const std::vector<Domain>& domains);

  std::size_t words() const { return words_; }

  Code Get(const std::uint64_t* record, std::size_t column) const {
    const Field& field = fields_[column];
    return static_cast<Code>(record[field.word] >> field.shift) & field.mask;
  }
  // Only on words that are still 0 there.
  void Put(std::uint64_t* record, std::size_t column, Code code) const {
    const Field& field = fields_[column];
    record[field.word] |= static_cast<std::uint64_t>(code) << field.shift;
  }

  struct Field {
    std::uint32_t word = 0;
    std::uint32_t shift = 0;
    Code mask = 0;
  };
  const Field& field(std::size_t column) const { return fields_[column]; }

 private:
  std::vector<Field> fields_;
  std::size_t words_ = 0;
};

}  // namespace gauze
