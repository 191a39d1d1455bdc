#include <fmt/format.h>

#include "gauze/page/chart/bars.h"
#include "gauze/page/parts.h"
#include "gauze/page/section/section.h"

namespace gauze::page {
namespace {

Html ShowClassSizes(const Entry& evidence) {
  const Entry sizes = evidence["class_sizes"];
  if (!sizes) return {};
  Bars bars{.title = "Rows, by the size of their class",
            .description = fmt::format("How many rows are in classes of which size. The smallest "
                                       "class has {} rows, the middle one {}, the largest {}.",
                                       sizes["smallest"].shown(), sizes["median"].shown(),
                                       sizes["largest"].shown()),
            .names = "rows in a class",
            .now = "rows in such classes"};
  for (const Entry& bin : sizes["bins"].items()) {
    const std::string from = bin["from"].shown();
    const std::string to = bin["to"].shown();
    bars.bars.push_back({.name = from == to ? from : from + "–" + to,
                         .before = {},
                         .now = bin["rows"].number(),
                         .instead = bin["rows"].text()});
  }
  return Beside(
      {Figure(bars),
       Tag{"div"}(
           Facts({{"classes", evidence["about"]["classes"].shown()},
                  {"smallest class", sizes["smallest"].shown()},
                  {"middle class", sizes["median"].shown()},
                  {"largest class", sizes["largest"].shown()}}) +
           Paragraph("A class is a group of rows that look exactly alike in every column by which "
                     "a person could be recognised. Somebody who looks for a person finds the "
                     "whole class, not the person. The larger the class, the better somebody is "
                     "hidden in it."))});
}

}  // namespace

Section ClassSizesSection() {
  return {"class-sizes", "How large are the crowds that people hide in?", ShowClassSizes, true};
}

}  // namespace gauze::page
