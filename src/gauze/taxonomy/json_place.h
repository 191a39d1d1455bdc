#pragma once

#include <cstddef>
#include <iterator>
#include <string_view>

namespace gauze {

// Where a parser of JSON stands in the text.
struct JsonPlace {
  std::size_t line = 1;
  std::size_t column = 0;  // of the last character read
};

// Reads characters and keeps count of lines, because the parser's events carry no place.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(std::string_view::const_iterator at, JsonPlace* place)
      : at_(at), place_(place) {}

  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    ++place_->column;
    if (*at_ == '\n') *place_ = {.line = place_->line + 1, .column = 0};
    ++at_;
    return *this;
  }
  CountingIterator operator++(int) {
    CountingIterator before = *this;
    ++*this;
    return before;
  }
  bool operator==(const CountingIterator& other) const { return at_ == other.at_; }

 private:
  std::string_view::const_iterator at_;
  JsonPlace* place_;
};

}  // namespace gauze
