#include "gauze/engine/arrow/arrow_texts.h"

#include <cstring>

#include "gauze/base/text/utf8.h"
#include "gauze/engine/arrow/arrow_form.h"

namespace gauze {
namespace {

// A cell of DuckDB that points to a text, or holds it if it is short.
duckdb_string_t Pointing(std::string_view text) {
  duckdb_string_t cell{};
  cell.value.inlined.length = static_cast<std::uint32_t>(text.size());
  if (text.size() <= sizeof(cell.value.inlined.inlined)) {
    std::memcpy(cell.value.inlined.inlined, text.data(), text.size());
  } else {
    std::memcpy(cell.value.pointer.prefix, text.data(), sizeof(cell.value.pointer.prefix));
    cell.value.pointer.ptr = const_cast<char*>(text.data());  // NOLINT: DuckDB does not write there
  }
  return cell;
}

template <typename TextAt>
const char* FillTexts(const ArrowForm& form, const ArrowPositions& positions, duckdb_vector vector,
                      const TextAt& text_at) {
  auto* cells = static_cast<duckdb_string_t*>(duckdb_vector_get_data(vector));
  const char* wrong = nullptr;
  ForCells(positions, vector, [&](std::size_t row, std::int64_t at) {
    const std::string_view text = text_at(at);
    if (text.size() > UINT32_MAX) {
      wrong = "a text has more than 4 GB";
      return;
    }
    if (form.type == DUCKDB_TYPE_VARCHAR && FindInvalidUtf8(text) != std::string_view::npos) {
      wrong = "a text is not UTF-8";
      return;
    }
    cells[row] = Pointing(text);
  });
  return wrong;
}

}  // namespace

const char* FillStrings(const ArrowForm& form, const ArrowPositions& positions,
                        duckdb_vector vector) {
  return FillTexts(form, positions, vector, ConsecutiveTexts<std::int32_t>(*positions.values));
}

const char* FillLargeStrings(const ArrowForm& form, const ArrowPositions& positions,
                             duckdb_vector vector) {
  return FillTexts(form, positions, vector, ConsecutiveTexts<std::int64_t>(*positions.values));
}

const char* FillViews(const ArrowForm& form, const ArrowPositions& positions,
                      duckdb_vector vector) {
  return FillTexts(form, positions, vector, ViewedTexts(*positions.values));
}

const char* FillFixed(const ArrowForm& form, const ArrowPositions& positions,
                      duckdb_vector vector) {
  const auto* bytes = static_cast<const char*>(positions.values->buffers[1]);
  return FillTexts(form, positions, vector, [&](std::int64_t at) {
    return std::string_view(bytes + at * form.bytes, static_cast<std::size_t>(form.bytes));
  });
}

}  // namespace gauze
