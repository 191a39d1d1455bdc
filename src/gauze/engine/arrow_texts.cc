#include <array>
#include <cstring>
#include <string_view>

#include "gauze/base/utf8.h"
#include "gauze/engine/arrow_form.h"

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

template <typename Offset>
const char* FillBetween(const ArrowForm& form, const ArrowPositions& positions,
                        duckdb_vector vector) {
  const auto* offsets = static_cast<const Offset*>(positions.values->buffers[1]);
  const auto* bytes = static_cast<const char*>(positions.values->buffers[2]);
  return FillTexts(form, positions, vector, [&](std::int64_t at) {
    return std::string_view(bytes + offsets[at],
                            static_cast<std::size_t>(offsets[at + 1] - offsets[at]));
  });
}

}  // namespace

const char* FillStrings(const ArrowForm& form, const ArrowPositions& positions,
                        duckdb_vector vector) {
  return FillBetween<std::int32_t>(form, positions, vector);
}

const char* FillLargeStrings(const ArrowForm& form, const ArrowPositions& positions,
                             duckdb_vector vector) {
  return FillBetween<std::int64_t>(form, positions, vector);
}

// Strings of sixteen bytes that hold a short text, or say in which buffer a long one is.
const char* FillViews(const ArrowForm& form, const ArrowPositions& positions,
                      duckdb_vector vector) {
  struct View {
    std::int32_t length;
    std::array<char, 4> prefix;
    std::int32_t buffer;
    std::int32_t offset;
  };
  constexpr std::int32_t kInlined = 12;
  const auto* views = static_cast<const View*>(positions.values->buffers[1]);
  return FillTexts(form, positions, vector, [&](std::int64_t at) {
    const View& view = views[at];
    const char* bytes =
        view.length <= kInlined
            ? view.prefix.data()
            : static_cast<const char*>(positions.values->buffers[2 + view.buffer]) + view.offset;
    return std::string_view(bytes, static_cast<std::size_t>(view.length));
  });
}

const char* FillFixed(const ArrowForm& form, const ArrowPositions& positions,
                      duckdb_vector vector) {
  const auto* bytes = static_cast<const char*>(positions.values->buffers[1]);
  return FillTexts(form, positions, vector, [&](std::int64_t at) {
    return std::string_view(bytes + at * form.bytes, static_cast<std::size_t>(form.bytes));
  });
}

}  // namespace gauze
