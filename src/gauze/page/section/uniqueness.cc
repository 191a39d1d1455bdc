#include <fmt/format.h>

#include "gauze/page/chart/frame.h"
#include "gauze/page/parts.h"
#include "gauze/page/section/section.h"

namespace gauze::page {
namespace {

Html Columns(const Entry& columns) {
  Html names;
  for (const Entry& name : columns.items()) {
    names += (names.empty() ? Html() : Words(", ")) + Named(name.text());
  }
  return names;
}

// A share, and where not all was counted the rows that it may stand for.
std::vector<Html> Row(Html columns, const Entry& counted) {
  std::string rows = counted["unique_rows"].shown();
  if (const std::string low = counted["low"].shown(); !low.empty()) {
    rows = fmt::format("about {} ({} to {})", rows, low, counted["high"].shown());
  }
  return {std::move(columns), Words(rows), Words(ShareOfPeople(counted["share"]))};
}

Html ShowUniqueness(const Entry& evidence) {
  const Entry uniqueness = evidence["uniqueness"];
  if (!uniqueness) return {};
  std::vector<std::vector<Html>> rows;
  const auto add = [&](const char* which, const Entry& counted) {
    if (!counted) return;
    rows.push_back(Row(Words(fmt::format("{} ({})", which, counted["columns"].shown())), counted));
  };
  add("all released columns", uniqueness["all"]);
  add("those that are not sensitive", uniqueness["open"]);
  for (const Entry& set : uniqueness["sets"].items()) {
    rows.push_back(Row(Columns(set["columns"]), set));
  }
  return TableOf({"known about a person", "unique rows", "share"}, rows) +
         Paragraph(
             "A unique row is like no other. Somebody who knows these columns of a person finds "
             "everything else that the row says. What columns were called does not matter here: "
             "promises hold even if a column that identifies people was called insensitive. For "
             "each number of columns, those that single out the most rows are shown.");
}

}  // namespace

Section UniquenessSection() {
  return {"uniqueness", "Who can be singled out?", ShowUniqueness, true};
}

}  // namespace gauze::page
