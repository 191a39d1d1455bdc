#include "gauze/base/text/suggest.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "gauze/base/text/ascii.h"

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

std::string Asked(const std::string& name) { return fmt::format("did you mean \"{}\"?", name); }

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
  if (best != nullptr) return Asked(*best);
  if (known.empty() || known.size() > kLongestList) return "";
  return fmt::format("known: {}", fmt::join(known, ", "));
}

bool NamesColumns(const std::vector<std::string>& first_line, std::size_t found) {
  return found >= 2 && 2 * found >= first_line.size();
}

std::string DidYouMeanColumn(std::string_view wrong, const std::vector<std::string>& first_line,
                             std::size_t found) {
  if (NamesColumns(first_line, found)) return DidYouMean(wrong, first_line);
  const std::size_t most = wrong.size() < 3 ? 0 : wrong.size() < 5 ? 1 : 2;
  const std::string folded = LowerCase(wrong);
  for (std::size_t distance = 0; distance <= most; ++distance) {
    for (const std::string& name : first_line) {
      if (EditDistance(folded, LowerCase(name)) == distance) return Asked(name);
    }
  }
  return "does the first line name the columns, spelled like this? gauze profile FILE lists them";
}

}  // namespace gauze
