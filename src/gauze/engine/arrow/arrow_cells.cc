#include "gauze/engine/arrow/arrow_cells.h"

#include <string_view>

#include "gauze/engine/arrow/arrow_form.h"
#include "gauze/engine/arrow/arrow_nested.h"

namespace gauze {
namespace {

class PlainColumn final : public ArrowColumn {
 public:
  PlainColumn(const ArrowSchema& schema, const ArrowForm& form) : schema_(schema), form_(form) {}

  LogicalType Type() const override {
    if (form_.type == DUCKDB_TYPE_DECIMAL) {
      return LogicalType(duckdb_create_decimal_type(form_.width, form_.scale));
    }
    return LogicalType(duckdb_create_logical_type(form_.type));
  }

  const char* Fill(const ArrowArray& array, std::int64_t begin, idx_t count,
                   duckdb_vector vector) const override {
    ArrowPositions positions;
    if (const char* wrong = FindPositions(schema_, array, begin, count, positions)) return wrong;
    return form_.fill(form_, positions, vector);
  }

 private:
  const ArrowSchema& schema_;
  ArrowForm form_;
};

// Bytes of one cell in its own buffers; of texts, without their characters.
std::uint64_t CellBytes(std::string_view format) {
  if (format.starts_with('b')) return 1;
  if (format.size() == 1 && std::string_view("cC").find(format[0]) != std::string_view::npos) {
    return 1;
  }
  if (format == "s" || format == "S" || format == "e") return 2;
  if (format == "i" || format == "I" || format == "f" || format == "tdD" || format == "u") return 4;
  if (format.starts_with("d:") || format.starts_with('v')) return 16;
  return 8;
}

template <typename Offset>
std::uint64_t CharactersOf(const ArrowArray& array) {
  const auto* offsets = static_cast<const Offset*>(array.buffers[1]);
  if (offsets == nullptr || array.length == 0) return 0;
  return static_cast<std::uint64_t>(offsets[array.offset + array.length] - offsets[array.offset]);
}

// Of strings that point into several buffers.
std::uint64_t ViewedCharacters(const ArrowArray& array) {
  std::uint64_t bytes = 0;
  const auto* sizes = static_cast<const std::int64_t*>(array.buffers[array.n_buffers - 1]);
  for (std::int64_t i = 0; i < array.n_buffers - 3; ++i) {
    bytes += static_cast<std::uint64_t>(sizes[i]);
  }
  return bytes;
}

}  // namespace

std::uint64_t BytesOfArray(const ArrowSchema& schema, const ArrowArray& array,
                           std::set<const void*>& counted) {
  const std::string_view format = schema.format;
  std::uint64_t bytes = static_cast<std::uint64_t>(array.length) * CellBytes(format);
  if (format == "u" || format == "z") bytes += CharactersOf<std::int32_t>(array);
  if (format == "U" || format == "Z") bytes += CharactersOf<std::int64_t>(array);
  if (format.starts_with('v')) bytes += ViewedCharacters(array);
  for (std::int64_t i = 0; i < array.n_children; ++i) {
    bytes += BytesOfArray(*schema.children[i], *array.children[i], counted);
  }
  const ArrowArray* dictionary = array.dictionary;
  if (dictionary != nullptr && dictionary->n_buffers > 1 &&
      counted.insert(dictionary->buffers[1]).second) {
    bytes += BytesOfArray(*schema.dictionary, *dictionary, counted);
  }
  return bytes;
}

std::unique_ptr<ArrowColumn> MakeArrowColumn(duckdb_connection connection,
                                             const ArrowSchema& schema, const ArrowArray* sample) {
  if (const auto form = FormOfFormat(ValueSchema(schema).format)) {
    return std::make_unique<PlainColumn>(schema, *form);
  }
  return MakeNestedColumn(connection, schema, sample);
}

}  // namespace gauze
