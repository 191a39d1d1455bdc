#include "gauze/labels/label_form.h"

#include <algorithm>
#include <array>

#include "gauze/base/text/utf8.h"

namespace gauze::labels {
namespace {

using IsValue = std::function<bool(std::string_view)>;

// What may stand between two ends, the least likely to be part of a number first.
constexpr std::array<std::string_view, 7> kBetween = {";", ", ", "..", " to ", ",", "\u2013", "-"};

// The first place at which both sides are values.
std::optional<RangeForm> Split(std::string_view inside, const IsValue& is_value) {
  for (const std::string_view between : kBetween) {
    for (auto at = inside.find(between, 1); at != inside.npos; at = inside.find(between, at + 1)) {
      const std::string_view low = Trimmed(inside.substr(0, at));
      const std::string_view high = Trimmed(inside.substr(at + between.size()));
      if (is_value(low) && is_value(high)) {
        return RangeForm{.low = std::string(low), .high = std::string(high)};
      }
    }
  }
  return std::nullopt;
}

struct OneSided {
  std::string_view begins;
  bool above;
  bool belongs;
};
constexpr std::array<OneSided, 6> kOneSided = {{{">=", true, true},
                                                {"\u2265", true, true},
                                                {"<=", false, true},
                                                {"\u2264", false, true},
                                                {">", true, false},
                                                {"<", false, false}}};

RangeForm Beyond(std::string_view end, bool above, bool belongs) {
  if (above) return {.low = std::string(end), .high = "", .low_belongs = belongs};
  return {.low = "", .high = std::string(end), .high_belongs = belongs};
}

std::optional<RangeForm> FindOneSided(std::string_view label, const IsValue& is_value) {
  for (const OneSided& form : kOneSided) {
    if (!label.starts_with(form.begins)) continue;
    const std::string_view end = Trimmed(label.substr(form.begins.size()));
    if (!is_value(end)) return std::nullopt;
    return Beyond(end, form.above, form.belongs);
  }
  if (!label.ends_with('+')) return std::nullopt;
  const std::string_view end = Trimmed(label.substr(0, label.size() - 1));
  if (!is_value(end)) return std::nullopt;
  return Beyond(end, true, true);
}

bool IsQuoted(std::string_view part, char quote) {
  return part.size() >= 2 && part.starts_with(quote) && part.ends_with(quote);
}

// At a separator outside quotes; a backslash takes the next character as it is.
std::vector<std::string> SplitList(std::string_view inside, char separator) {
  std::vector<std::string> parts(1);
  for (std::size_t i = 0; i < inside.size(); ++i) {
    if (inside[i] == separator) {
      parts.emplace_back();
    } else {
      if (separator == '|' && inside[i] == '\\' && i + 1 < inside.size()) ++i;
      parts.back() += inside[i];
    }
  }
  return parts;
}

// Whether a list is written as ours: at least two values, with a bar that nothing escapes.
bool HasBar(std::string_view inside) {
  for (std::size_t i = 0; i < inside.size(); ++i) {
    if (inside[i] == '|') return true;
    if (inside[i] == '\\') ++i;
  }
  return false;
}

}  // namespace

std::string_view Name(Kind kind) {
  constexpr std::array<std::string_view, kKinds> kNames = {"value", "range",    "node",   "set",
                                                           "mask",  "anything", "missing"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string_view Trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t");
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

std::optional<RangeForm> FindRange(std::string_view label, const IsValue& is_value) {
  label = Trimmed(label);
  if (label.size() < 2) return std::nullopt;
  const bool opens = label.front() == '[' || label.front() == ']' || label.front() == '(';
  const bool closes = label.back() == ']' || label.back() == '[' || label.back() == ')';
  if (!opens || !closes) {
    if (auto range = Split(label, is_value)) return range;
    return FindOneSided(label, is_value);
  }
  auto range = Split(label.substr(1, label.size() - 2), is_value);
  if (!range) return std::nullopt;
  range->low_belongs = label.front() == '[';
  range->high_belongs = label.back() == ']';
  return range;
}

std::optional<std::vector<std::string>> FindSet(std::string_view label) {
  const bool braces = label.size() > 2 && label.front() == '{' && label.back() == '}';
  const bool brackets = label.size() > 2 && label.front() == '[' && label.back() == ']';
  if (!braces && !brackets) return std::nullopt;
  const std::string_view inside = label.substr(1, label.size() - 2);
  if (braces && HasBar(inside)) return SplitList(inside, '|');
  std::vector<std::string> parts;
  for (const std::string& part : SplitList(inside, ',')) {
    std::string_view value = Trimmed(part);
    const bool quoted = IsQuoted(value, '\'') || IsQuoted(value, '"');
    // Square brackets are those of a range, unless texts in quotes are in them.
    if (value.empty() || (brackets && !quoted)) return std::nullopt;
    if (quoted) value = value.substr(1, value.size() - 2);
    parts.emplace_back(value);
  }
  if (parts.size() < 2) return std::nullopt;
  return parts;
}

std::string Unescaped(std::string_view label) {
  // Ours begin so, and no others: "\\N" is some other tool's.
  const bool escaped = label.starts_with("\\{") || label.starts_with("\\\\");
  if (!escaped) return std::string(label);
  std::string value;
  for (std::size_t i = 0; i < label.size(); ++i) {
    if (label[i] == '\\' && i + 1 < label.size()) ++i;
    value += label[i];
  }
  return value;
}

std::vector<std::string> ValuesIn(std::string_view label) {
  if (auto parts = FindSet(label)) return *std::move(parts);
  return {Unescaped(label)};
}

std::optional<std::vector<std::string>> FindBareList(std::string_view label) {
  std::vector<std::string> parts;
  for (const std::string& part : SplitList(label, ',')) {
    const std::string_view value = Trimmed(part);
    if (value.empty()) return std::nullopt;
    parts.emplace_back(value);
  }
  if (parts.size() < 2) return std::nullopt;
  return parts;
}

bool IsMask(std::string_view label) {
  const auto stars = std::ranges::count(label, '*');
  return stars > 0 && stars < static_cast<std::ptrdiff_t>(label.size());
}

bool MaskCovers(std::string_view mask, std::string_view value) {
  const auto stars = Utf8Characters(mask);
  const auto letters = Utf8Characters(value);
  return std::ranges::equal(stars, letters, [](std::string_view star, std::string_view letter) {
    return star == "*" || star == letter;
  });
}

}  // namespace gauze::labels
