#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace gauze {

// Where a file begins to end its lines otherwise than the first of them.
struct LineEndChange {
  std::uint64_t line = 0;  // that ends otherwise, from 1
  const char* first;       // how the lines before it end, in words
  const char* other;       // how this one does
};

// Of a file in UTF-8 or Latin-1 that is not packed. Line ends between quotes belong to a cell. For
// a file that could not be read: readers go by the first line, and tell of another end as something
// else, if at all. Reads as far as the change.
std::optional<LineEndChange> FindLineEndChange(const std::string& file, char quote);

}  // namespace gauze
