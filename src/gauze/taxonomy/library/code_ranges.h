#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gauze {

// Ranges of codes with titles, level by level, from a data file of the form
// `level,first,last,title`. Immutable.
class CodeRanges {
 public:
  struct Range {
    std::string level;
    std::string first;
    std::string last;
    std::string title;

    // "E10-E14 Diabetes mellitus", "A Alimentary tract and metabolism"
    std::string Label() const;
  };

  // From data/hierarchies/NAME.csv.
  explicit CodeRanges(std::string_view name);

  // The range of the level that holds the code, which is as long as its ends; nullptr if none does.
  const Range* Find(std::string_view level, std::string_view code) const;
  const std::vector<Range>& all() const { return ranges_; }

 private:
  std::vector<Range> ranges_;
};

}  // namespace gauze
