#include "gauze/page/text.h"

#include <algorithm>
#include <array>

#include "gauze/base/text/utf8.h"

namespace gauze::page {
namespace {

constexpr std::string_view kUnshowable = "\xEF\xBF\xBD";  // U+FFFD
constexpr std::string_view kEllipsis = "…";
constexpr std::size_t kMostAccents = 2;  // on one letter; Vietnamese needs as many

struct Range {
  char32_t first, last;
};
template <std::size_t count>
constexpr bool IsIn(const std::array<Range, count>& ranges, char32_t point) {
  return std::ranges::any_of(
      ranges, [&](const Range& range) { return range.first <= point && point <= range.last; });
}

// Controls, marks of direction and of no width, separators of lines, what is no character, and
// tags. The joiners U+200C and U+200D stay: scripts and emoji are written with them.
constexpr std::array<Range, 12> kHidden = {{{0x00, 0x1F},
                                            {0x7F, 0x9F},
                                            {0xAD, 0xAD},
                                            {0x61C, 0x61C},
                                            {0x180E, 0x180E},
                                            {0x200B, 0x200B},
                                            {0x200E, 0x200F},
                                            {0x2028, 0x202E},
                                            {0x2060, 0x206F},
                                            {0xFEFF, 0xFEFF},
                                            {0xFFF0, 0xFFFF},
                                            {0xE0000, 0x10FFFF}}};
constexpr std::array<Range, 5> kAccents = {
    {{0x300, 0x36F}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x20D0, 0x20FF}, {0xFE20, 0xFE2F}}};
constexpr std::array<Range, 7> kWide = {{{0x1100, 0x115F},
                                         {0x2E80, 0xA4CF},
                                         {0xAC00, 0xD7A3},
                                         {0xF900, 0xFAFF},
                                         {0xFB50, 0xFDFF},
                                         {0xFE30, 0xFFE6},
                                         {0x1F000, 0x3FFFF}}};

// Of a character as Utf8Characters() tells it: a byte that is none stands alone.
char32_t PointOf(std::string_view character) {
  const auto first = static_cast<unsigned char>(character.front());
  if (first < 0x80) return first;
  if (character.size() == 1) return 0xFFFD;
  char32_t point = first & (0xFFU >> (character.size() + 1));
  for (const char c : character.substr(1)) {
    point = (point << 6U) | (static_cast<unsigned char>(c) & 0x3FU);
  }
  return point;
}

double WidthOfPoint(char32_t point) {
  constexpr std::string_view narrow = "iljtfrI.;:|!'()[] ";
  constexpr std::string_view broad = "mwMW@%";
  if (point >= 0x80) return IsIn(kAccents, point) ? 0 : IsIn(kWide, point) ? 15 : 9.5;
  const char letter = static_cast<char>(point);
  if (narrow.find(letter) != std::string_view::npos) return 5;
  if (broad.find(letter) != std::string_view::npos) return 12;
  return 'A' <= letter && letter <= 'Z' ? 9 : 7.7;
}

// Most texts are: nothing to clean, a byte a character.
bool IsPlain(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return ' ' <= c && c <= '~'; });
}

// Cleans until there is no more, or no room: `cost` of each character, `room` for all.
template <typename Cost>
std::string CleanedWithin(std::string_view any, Cost cost, double room, double ellipsis) {
  std::string clean;
  std::size_t kept = 0;  // bytes that leave room for the ellipsis
  double used = 0;
  std::size_t accents = 0;
  for (std::string_view character : Utf8Characters(any)) {
    const char32_t point = PointOf(character);
    if (point == '\n' || point == '\t' || point == '\r') {
      character = " ";
    } else if (IsIn(kHidden, point)) {
      character = kUnshowable;
    }
    accents = IsIn(kAccents, point) ? accents + 1 : 0;
    if (accents > kMostAccents) continue;
    used += cost(PointOf(character));
    if (used > room) return clean.substr(0, kept).append(kEllipsis);
    clean += character;
    if (used + ellipsis <= room) kept = clean.size();
  }
  return clean;
}

}  // namespace

std::string Cleaned(std::string_view any) {
  if (IsPlain(any)) return std::string(any);
  return CleanedWithin(any, [](char32_t) { return 0; }, 0, 0);
}

std::string Shortened(std::string_view any, std::size_t most) {
  if (any.size() <= most && IsPlain(any)) return std::string(any);
  return CleanedWithin(any, [](char32_t) { return 1; }, static_cast<double>(most), 1);
}

std::string Fitting(std::string_view any, double width) {
  return CleanedWithin(any, WidthOfPoint, width, WidthOf(kEllipsis));
}

double WidthOf(std::string_view text) {
  double width = 0;
  for (const std::string_view character : Utf8Characters(text)) {
    width += WidthOfPoint(PointOf(character));
  }
  return width;
}

std::string Escaped(std::string_view any) {
  std::string safe;
  for (const char c : Cleaned(any)) {
    if (c == '&') {
      safe += "&amp;";
    } else if (c == '<') {
      safe += "&lt;";
    } else if (c == '>') {
      safe += "&gt;";
    } else if (c == '"') {
      safe += "&quot;";
    } else {
      safe += c;
    }
  }
  return safe;
}

}  // namespace gauze::page
