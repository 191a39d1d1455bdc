#include "gauze/taxonomy/half_open.h"

#include "gauze/base/read_number.h"

namespace gauze {
namespace {

// Takes a number such as "-2.5" from the front; empty if there is none.
std::string_view TakeNumber(std::string_view& text) {
  const auto digits = [&](std::size_t from) {
    std::size_t end = from;
    while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
    return end - from;
  };
  const std::size_t sign = text.starts_with('-') ? 1 : 0;
  const std::size_t whole = digits(sign);
  if (whole == 0) return {};
  std::size_t size = sign + whole;
  if (size < text.size() && text[size] == '.' && digits(size + 1) > 0) size += 1 + digits(size + 1);
  const std::string_view number = text.substr(0, size);
  text.remove_prefix(size);
  return number;
}

}  // namespace

std::optional<HalfOpen> HalfOpen::Parse(std::string_view text) {
  if (!text.starts_with('[') || !text.ends_with(')')) return std::nullopt;
  text.remove_prefix(1);
  text.remove_suffix(1);
  HalfOpen range;
  range.low_text = TakeNumber(text);
  for (const std::string_view separator : {", ", ",", "-"}) {
    if (!text.starts_with(separator)) continue;
    range.separator = separator;
    text.remove_prefix(separator.size());
    break;
  }
  range.high_text = TakeNumber(text);
  if (!text.empty() || range.separator.empty() || range.low_text.empty() ||
      range.high_text.empty()) {
    return std::nullopt;
  }
  range.low = ReadNumber(range.low_text);
  range.high = ReadNumber(range.high_text);
  return range.low < range.high ? std::optional(range) : std::nullopt;
}

bool HalfOpen::Touches(const HalfOpen& next) const { return high == next.low; }

std::vector<HalfOpen> HalfOpenRanges(const std::vector<Value>& values) {
  std::vector<HalfOpen> ranges;
  for (const Value& value : values) {
    auto range = HalfOpen::Parse(value.text);
    if (!range || (!ranges.empty() && range->separator != ranges.front().separator)) return {};
    ranges.push_back(*std::move(range));
  }
  return ranges;
}

}  // namespace gauze
