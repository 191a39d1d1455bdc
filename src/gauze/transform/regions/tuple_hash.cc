#include "gauze/transform/regions/tuple_hash.h"

namespace gauze {

TupleHash::TupleHash(const CodedTable& schema, const Packing& packing,
                     const std::vector<std::size_t>& attributes)
    : masks_(packing.words()) {
  for (const std::size_t attribute : attributes) {
    const Domain& domain = schema.table.domains[attribute];
    Column column{.field = packing.field(attribute)};
    column.of_code.reserve(domain.size());
    for (const Value& value : domain.values()) {
      column.of_code.push_back(XxHash64(value.text, kSeed));
    }
    if (domain.has_missing() || domain.size() == 0) column.of_code.push_back(kSeed);
    packing.Put(masks_.data(), attribute, column.field.mask);
    columns_.push_back(std::move(column));
  }
}

}  // namespace gauze
