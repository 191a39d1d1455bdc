#include "gauze/taxonomy/suggest/code_signs.h"

#include <algorithm>

#include "gauze/base/text/ascii.h"
#include "gauze/taxonomy/library/spelling.h"

namespace gauze {
namespace {

constexpr std::uint64_t kFewValues = 50;
constexpr std::int64_t kSmall = 1000;
constexpr std::size_t kShortestCode = 4;

}  // namespace

bool LooksNominal(std::string_view column, std::uint64_t distinct, std::int64_t smallest,
                  std::int64_t largest) {
  const std::string name = CodeSpelling(column);
  const bool named = name == "ID" || name.ends_with("_ID") || column.ends_with("Id") ||
                     name.ends_with("CODE") || name.ends_with("TYPE");
  return named && distinct <= kFewValues && smallest >= 0 && largest < kSmall;
}

bool LostLeadingZeros(const std::vector<Value>& values) {
  std::size_t longest = 0;
  for (const Value& value : values) {
    if (!AllDigits(value.text) || value.text.front() == '0') return false;
    longest = std::max(longest, value.text.size());
  }
  const auto full = static_cast<std::size_t>(std::ranges::count_if(
      values, [&](const Value& value) { return value.text.size() == longest; }));
  return longest >= kShortestCode && full < values.size() && full * 2 > values.size();
}

}  // namespace gauze
