#include "gauze/engine/csv/line_ends.h"

#include <array>
#include <cstring>
#include <fstream>

namespace gauze {
namespace {

constexpr const char* kLineFeed = "in a line feed (Unix)";
constexpr const char* kBoth = "in carriage return and line feed (Windows)";
constexpr const char* kCarriageReturn = "in a carriage return (old Mac)";

// Takes a file byte by byte.
class LineEndWatch {
 public:
  explicit LineEndWatch(char quote) : quote_(quote) {}

  // True once a line has ended otherwise than the first.
  bool Take(char byte) {
    if (after_return_) {
      after_return_ = false;
      if (byte == '\n') return End(kBoth);
      if (End(kCarriageReturn)) return true;
    }
    if (byte == quote_) quoted_ = !quoted_;
    if (quoted_) {
      if (byte == '\n') ++line_;  // a cell goes on there
      return false;
    }
    if (byte == '\n') return End(kLineFeed);
    after_return_ = byte == '\r';
    return false;
  }

  LineEndChange change() const { return {line_, first_, other_}; }

 private:
  bool End(const char* how) {
    ++line_;
    if (first_ == nullptr) first_ = how;
    other_ = how;
    return std::strcmp(first_, how) != 0;
  }

  char quote_;
  bool quoted_ = false;
  bool after_return_ = false;
  std::uint64_t line_ = 0;
  const char* first_ = nullptr;
  const char* other_ = nullptr;
};

}  // namespace

std::optional<LineEndChange> FindLineEndChange(const std::string& file, char quote) {
  LineEndWatch watch(quote);
  std::ifstream stream(file, std::ios::binary);
  std::array<char, 1U << 16U> block{};
  while (stream.read(block.data(), block.size()), stream.gcount() > 0) {
    for (std::streamsize i = 0; i < stream.gcount(); ++i) {
      if (watch.Take(block[static_cast<std::size_t>(i)])) return watch.change();
    }
  }
  return std::nullopt;
}

}  // namespace gauze
