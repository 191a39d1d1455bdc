#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// Private to engine/: plain CSV lines (see plain_csv.h) as cells.

namespace gauze {

class PlainLines {
 public:
  PlainLines(char delimiter, char quote);

  // The lines of a text that ends with a line end or with the file. It must stay while cells are
  // used, and kSlack bytes after its end must be readable.
  static constexpr std::size_t kSlack = 16;
  void Start(std::string_view text);
  bool AtEnd() const { return at_ == end_; }

  // Calls cell(c, text) for each cell of the next line; false if the line is not plain or has not
  // `cells` of them. Texts are valid during the call, and
  // so are kSlack bytes from their begin.
  template <typename Cell>
  bool Next(std::size_t cells, const Cell& cell) {
    for (std::size_t c = 0; c < cells; ++c) {
      std::string_view text;
      if (*at_ == quote_) {
        if (!Quoted(text)) return false;
      } else {
        const char* begin = at_;
        at_ = Find(at_);
        text = {begin, static_cast<std::size_t>(at_ - begin)};
        if (cells == 1 && text.empty()) return false;  // a row or nothing: not for us to say
      }
      if (c + 1 < cells) {
        if (at_ == end_ || *at_ != delimiter_) return false;
        ++at_;
      } else if (!LineEnd()) {
        return false;
      }
      cell(c, text);
    }
    return true;
  }

 private:
  static constexpr std::uint64_t kOnes = 0x0101010101010101U;

  // A byte of the result is not 0 where the word has the byte of the pattern; only the lowest such
  // byte is exact.
  static std::uint64_t Match(std::uint64_t word, std::uint64_t pattern) {
    const std::uint64_t x = word ^ pattern;
    return (x - kOnes) & ~x & (kOnes << 7U);
  }
  // The first delimiter, quote or line end from `at`, or the end.
  const char* Find(const char* at) const;
  bool Quoted(std::string_view& text);
  bool LineEnd();

  char delimiter_;
  char quote_;
  std::uint64_t delimiters_;
  std::uint64_t quotes_;
  const char* at_ = nullptr;
  const char* end_ = nullptr;
  std::string unescaped_;
};

}  // namespace gauze
