#include "gauze/engine/arrow/arrow_positions.h"

#include <algorithm>
#include <string_view>

namespace gauze {
namespace {

constexpr const char* kBroken = "a dictionary index is out of range";

bool IsRuns(const ArrowSchema& schema) { return std::string_view(schema.format) == "+r"; }

// Cells that the array's own bitmap calls missing.
void MarkMissing(const ArrowArray& array, std::vector<std::int64_t>& at) {
  if (array.null_count == 0 || array.n_buffers == 0 || array.buffers[0] == nullptr) return;
  for (std::int64_t& position : at) {
    if (position >= 0 && !ArrowBit(array.buffers[0], position)) {
      position = ArrowPositions::kMissing;
    }
  }
}

template <typename T>
bool Look(const ArrowArray& array, const ArrowArray& dictionary, std::vector<std::int64_t>& at) {
  const auto* indices = static_cast<const T*>(array.buffers[1]);
  const auto length = static_cast<std::uint64_t>(dictionary.length);
  for (std::int64_t& position : at) {
    if (position < 0) continue;
    const auto index = static_cast<std::uint64_t>(indices[position]);
    if (index >= length) return false;
    position = static_cast<std::int64_t>(index) + dictionary.offset;
  }
  return true;
}

// From places in the array of indices to places in the dictionary.
bool LookUp(const ArrowSchema& schema, const ArrowArray& array, std::vector<std::int64_t>& at) {
  const ArrowArray& dictionary = *array.dictionary;
  switch (schema.format[0]) {
    case 'c':
      return Look<std::int8_t>(array, dictionary, at);
    case 'C':
      return Look<std::uint8_t>(array, dictionary, at);
    case 's':
      return Look<std::int16_t>(array, dictionary, at);
    case 'S':
      return Look<std::uint16_t>(array, dictionary, at);
    case 'i':
      return Look<std::int32_t>(array, dictionary, at);
    case 'I':
      return Look<std::uint32_t>(array, dictionary, at);
    case 'l':
      return Look<std::int64_t>(array, dictionary, at);
    case 'L':
      return Look<std::uint64_t>(array, dictionary, at);
    default:
      return false;
  }
}

template <typename T>
bool LookRuns(const ArrowArray& ends, std::int64_t values_offset, std::vector<std::int64_t>& at) {
  const auto* first = static_cast<const T*>(ends.buffers[1]) + ends.offset;
  const auto* last = first + ends.length;
  for (std::int64_t& position : at) {
    if (position < 0) continue;
    const auto* end = std::upper_bound(first, last, position);
    if (end == last) return false;
    position = (end - first) + values_offset;
  }
  return true;
}

bool LookUpRuns(const ArrowSchema& schema, const ArrowArray& array, std::vector<std::int64_t>& at) {
  const ArrowArray& ends = *array.children[0];
  const std::int64_t offset = array.children[1]->offset;
  switch (schema.children[0]->format[0]) {
    case 's':
      return LookRuns<std::int16_t>(ends, offset, at);
    case 'i':
      return LookRuns<std::int32_t>(ends, offset, at);
    case 'l':
      return LookRuns<std::int64_t>(ends, offset, at);
    default:
      return false;
  }
}

}  // namespace

const ArrowSchema& ValueSchema(const ArrowSchema& schema) {
  if (schema.dictionary != nullptr) return ValueSchema(*schema.dictionary);
  if (IsRuns(schema)) return ValueSchema(*schema.children[1]);
  return schema;
}

const char* FindPositions(const ArrowSchema& schema, const ArrowArray& array, std::int64_t begin,
                          std::uint64_t count, ArrowPositions& found) {
  found.schema = &schema;
  found.values = &array;
  found.at.resize(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    found.at[i] = array.offset + begin + static_cast<std::int64_t>(i);
  }
  while (found.schema->dictionary != nullptr || IsRuns(*found.schema)) {
    if (found.schema->dictionary != nullptr) {
      if (found.values->dictionary == nullptr) return kBroken;
      MarkMissing(*found.values, found.at);
      if (!LookUp(*found.schema, *found.values, found.at)) return kBroken;
      found.schema = found.schema->dictionary;
      found.values = found.values->dictionary;
    } else {
      if (!LookUpRuns(*found.schema, *found.values, found.at)) return "the run ends are invalid";
      found.schema = found.schema->children[1];
      found.values = found.values->children[1];
    }
  }
  // Only a column of type null has cells without a bitmap that are missing.
  if (std::string_view(found.schema->format) == "n") {
    std::ranges::fill(found.at, ArrowPositions::kMissing);
  } else {
    MarkMissing(*found.values, found.at);
  }
  return nullptr;
}

}  // namespace gauze
