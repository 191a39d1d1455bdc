#include "gauze/base/text/suggest.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

namespace gauze {
namespace {

std::size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row.back();
}

constexpr std::size_t kLongestList = 20;

}  // namespace

std::string DidYouMean(std::string_view wrong, const std::vector<std::string>& known) {
  const std::string* best = nullptr;
  std::size_t best_distance = std::max<std::size_t>(2, wrong.size() / 3) + 1;
  for (const std::string& name : known) {
    std::size_t distance = EditDistance(wrong, name);
    if (wrong.size() >= 3 && name.starts_with(wrong)) distance = 1;  // "quasi" for a longer name
    if (distance < best_distance) {
      best = &name;
      best_distance = distance;
    }
  }
  if (best != nullptr) return fmt::format("did you mean \"{}\"?", *best);
  if (known.empty() || known.size() > kLongestList) return "";
  return fmt::format("known: {}", fmt::join(known, ", "));
}

}  // namespace gauze
