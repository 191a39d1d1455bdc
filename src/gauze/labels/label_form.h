#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// What a label looks like, whoever has written it, before anything is known of the values behind
// it. docs/attacking-files.md has the list of forms.

namespace gauze::labels {

enum class Kind : std::uint8_t {
  kValue,     // one value of the original
  kRange,     // all values between two ends, or beyond one
  kNode,      // a node of the column's hierarchy
  kSet,       // a list of values
  kMask,      // "130**": a star stands for any one character
  kAnything,  // "*": suppressed
  kMissing,   // the original has no value there
};
inline constexpr std::size_t kKinds = 7;
// "value", "range", …
std::string_view Name(Kind kind);

// A range as it is spelled. An end that is empty is not there: ">= 65".
struct RangeForm {
  std::string low;
  std::string high;
  bool low_belongs = true;
  bool high_belongs = true;
};

// "[20, 29]", "[20, 30)", "[20; 30[", "]19; 29]", "[20-29]", "20-29", "20 to 29", "20..29", ">=20",
// "<30", "30+". `is_value` says whether a text can be a value of the column: "2024-01-01" is a day
// and not a range of numbers. Nothing if the label is no range.
std::optional<RangeForm> FindRange(std::string_view label,
                                   const std::function<bool(std::string_view)>& is_value);

// "{a|b}" with \ before what is not meant so (ours), "{a, b}", "{a,b}", "['a', 'b']". Nothing if
// the label has no such brackets, or only one value in them.
std::optional<std::vector<std::string>> FindSet(std::string_view label);

// A single value of ours that looks like a list or an escape has a backslash before it and before
// whatever is special in it: "\\{a\\}". As it was, or the label itself if it is no such value.
std::string Unescaped(std::string_view label);
// The values of a list, or the one value of any other label.
std::vector<std::string> ValuesIn(std::string_view label);

// "a,b": its parts, if there are at least two and none is empty.
std::optional<std::vector<std::string>> FindBareList(std::string_view label);

// Whether some, but not all, of its characters are stars.
bool IsMask(std::string_view label);
// Whether a mask can stand for a value, or for everything that another mask can: character by
// character, equal or a star.
bool MaskCovers(std::string_view mask, std::string_view value);

// Without blanks at both ends.
std::string_view Trimmed(std::string_view text);

}  // namespace gauze::labels
