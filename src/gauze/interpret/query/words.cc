#include "gauze/interpret/query/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gauze/base/json.h"

namespace gauze {
namespace {

constexpr std::string_view kSigns = "\"&=<>{}[](),";

bool IsSpace(char byte) { return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r'; }

}  // namespace

bool IsWordByte(char byte) {
  const auto code = static_cast<unsigned char>(byte);
  return code > ' ' && code != 0x7F && kSigns.find(byte) == std::string_view::npos;
}

tl::unexpected<Error> WrongWord(std::string_view expected, std::size_t at) {
  return InputError(fmt::format("expected {} at character {}", expected, at + 1), "",
                    "for example: education = ~k3x9q2m7ta & age in [2.1, 2.6] -> salary");
}

Result<Word> Words::Next() {
  while (at_ < text_.size() && IsSpace(text_[at_])) ++at_;
  const std::size_t start = at_;
  if (start == text_.size()) return Word{.kind = WordKind::kEnd, .at = start};
  if (text_[start] == '"') return Quoted();
  for (const std::string_view sign : {"->", "<=", ">="}) {
    if (text_.substr(start).starts_with(sign)) {
      at_ += sign.size();
      return Word{.kind = WordKind::kSign, .text = std::string(sign), .at = start};
    }
  }
  // A name ends before an arrow, though it may hold a hyphen.
  while (at_ < text_.size() && IsWordByte(text_[at_]) && !text_.substr(at_).starts_with("->")) {
    ++at_;
  }
  if (at_ > start) {
    return Word{.kind = WordKind::kName,
                .text = std::string(text_.substr(start, at_ - start)),
                .at = start};
  }
  if (kSigns.find(text_[start]) == std::string_view::npos) {
    return WrongWord("no control character", start);
  }
  ++at_;
  return Word{.kind = WordKind::kSign, .text = std::string(1, text_[start]), .at = start};
}

Result<Word> Words::Quoted() {
  const std::size_t start = at_;
  std::size_t end = start + 1;
  while (end < text_.size() && text_[end] != '"') end += text_[end] == '\\' ? 2 : 1;
  if (end >= text_.size()) return WrongWord("the end of a quoted text that begins", start);
  at_ = end + 1;
  const auto json = ParseJson<nlohmann::json>(text_.substr(start, at_ - start));
  if (!json.is_string()) return WrongWord("a text quoted as in JSON", start);
  return Word{.kind = WordKind::kQuoted, .text = json.get<std::string>(), .at = start};
}

}  // namespace gauze
