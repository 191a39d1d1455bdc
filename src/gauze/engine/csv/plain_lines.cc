#include "gauze/engine/csv/plain_lines.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace gauze {
namespace {

std::uint64_t Load(const char* at) {
  std::uint64_t word = 0;
  std::memcpy(&word, at, sizeof word);
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  return word;
}

}  // namespace

PlainLines::PlainLines(char delimiter, char quote)
    : delimiter_(delimiter),
      quote_(quote),
      delimiters_(kOnes * static_cast<unsigned char>(delimiter)),
      quotes_(kOnes * static_cast<unsigned char>(quote)) {}

void PlainLines::Start(std::string_view text) {
  at_ = text.data();
  end_ = at_ + text.size();
}

const char* PlainLines::Find(const char* at) const {
  while (at < end_) {
    const std::uint64_t word = Load(at);
    const std::uint64_t found = Match(word, delimiters_) | Match(word, quotes_) |
                                Match(word, kOnes * '\n') | Match(word, kOnes * '\r');
    if (found != 0) return std::min(at + std::countr_zero(found) / 8, end_);
    at += sizeof word;
  }
  return end_;
}

// A cell in quotes, from its opening one; a doubled quote inside is a quote.
bool PlainLines::Quoted(std::string_view& text) {
  const char* begin = ++at_;
  bool doubled = false;
  while (true) {
    // Delimiters may stand inside, line ends may not.
    at_ = Find(at_);
    if (at_ == end_ || *at_ == '\n' || *at_ == '\r') return false;
    if (*at_++ == delimiter_) continue;
    if (at_ == end_ || *at_ != quote_) break;
    doubled = true;
    ++at_;
  }
  text = {begin, static_cast<std::size_t>(at_ - 1 - begin)};
  if (!doubled) return true;
  unescaped_.clear();
  unescaped_.reserve(text.size() + kSlack);
  for (std::size_t i = 0; i < text.size(); ++i) {
    unescaped_ += text[i];
    if (text[i] == quote_) ++i;
  }
  text = unescaped_;
  return true;
}

bool PlainLines::LineEnd() {
  if (at_ == end_) return true;
  if (*at_ == '\r') ++at_;
  if (at_ == end_ || *at_ != '\n') return false;
  ++at_;
  return true;
}

}  // namespace gauze
