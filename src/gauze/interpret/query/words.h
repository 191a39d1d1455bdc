#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "gauze/base/error.h"

// The words and signs of a question's text. The text is UTF-8: ParseQuery has checked that.

namespace gauze {

enum class WordKind : std::uint8_t { kEnd, kName, kQuoted, kSign };

struct Word {
  WordKind kind = WordKind::kEnd;
  std::string text;    // a name, what stood between quotes, or the sign itself: "<=", "->", "{"
  std::size_t at = 0;  // the byte where it starts
};

// Whether a byte may be part of a name without quotes.
bool IsWordByte(char byte);

class Words {
 public:
  explicit Words(std::string_view text) : text_(text) {}

  // The next word, and on to the one after; at the end kEnd, for ever.
  Result<Word> Next();

 private:
  Result<Word> Quoted();

  std::string_view text_;
  std::size_t at_ = 0;
};

// "…, at character 17".
tl::unexpected<Error> WrongWord(std::string_view expected, std::size_t at);

}  // namespace gauze
