#include "gauze/taxonomy/library/code_ranges.h"

#include <fmt/format.h>

#include "gauze/base/error.h"
#include "gauze/taxonomy/library/library_data.h"

namespace gauze {

std::string CodeRanges::Range::Label() const {
  return first == last ? fmt::format("{} {}", first, title)
                       : fmt::format("{}-{} {}", first, last, title);
}

CodeRanges::CodeRanges(std::string_view name) {
  const auto records = LibraryRecords(name);
  for (std::size_t i = 1; i < records.size(); ++i) {
    const auto& cells = records[i];
    Check(cells.size() == 4 && cells[1].size() == cells[2].size() && cells[1] <= cells[2],
          "a line of codes is level,first,last,title");
    ranges_.push_back({cells[0], cells[1], cells[2], cells[3]});
  }
}

const CodeRanges::Range* CodeRanges::Find(std::string_view level, std::string_view code) const {
  for (const Range& range : ranges_) {
    if (range.level == level && range.first.size() == code.size() && range.first <= code &&
        code <= range.last) {
      return &range;
    }
  }
  return nullptr;
}

}  // namespace gauze
