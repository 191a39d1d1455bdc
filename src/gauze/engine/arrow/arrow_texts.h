#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "gauze/engine/arrow/arrow_c.h"

// Private to engine/: where the texts of an Arrow array are, by position.

namespace gauze {

// Texts one after another, and where each ends.
template <typename Offset>
class ConsecutiveTexts {
 public:
  explicit ConsecutiveTexts(const ArrowArray& values)
      : offsets_(static_cast<const Offset*>(values.buffers[1])),
        bytes_(static_cast<const char*>(values.buffers[2])) {
    if (values.length > 0) end_ = bytes_ + offsets_[values.offset + values.length];
  }

  std::string_view operator()(std::int64_t at) const {
    return {bytes_ + offsets_[at], static_cast<std::size_t>(offsets_[at + 1] - offsets_[at])};
  }
  // So many bytes can be read from the beginning of this text, some of them perhaps of others.
  bool Readable(std::string_view text, std::ptrdiff_t bytes) const {
    return end_ - text.data() >= bytes;
  }

 private:
  const Offset* offsets_;
  const char* bytes_;
  const char* end_ = nullptr;
};

// Strings of sixteen bytes that hold a short text, or say in which buffer a long one is.
class ViewedTexts {
 public:
  explicit ViewedTexts(const ArrowArray& values)
      : values_(values), views_(static_cast<const View*>(values.buffers[1])) {}

  std::string_view operator()(std::int64_t at) const {
    constexpr std::int32_t kInlined = 12;
    const View& view = views_[at];
    const char* bytes =
        view.length <= kInlined
            ? view.prefix.data()
            : static_cast<const char*>(values_.buffers[2 + view.buffer]) + view.offset;
    return {bytes, static_cast<std::size_t>(view.length)};
  }
  // Where buffers end is not known here.
  bool Readable(std::string_view /*text*/, std::ptrdiff_t /*bytes*/) const { return false; }

 private:
  struct View {
    std::int32_t length;
    std::array<char, 4> prefix;
    std::int32_t buffer;
    std::int32_t offset;
  };
  const ArrowArray& values_;
  const View* views_;
};

}  // namespace gauze
