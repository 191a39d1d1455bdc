#include <algorithm>

#include "gauze/page/chart/bars.h"
#include "gauze/page/parts.h"
#include "gauze/page/section/section.h"

namespace gauze::page {
namespace {

Html ShowLoss(const Entry& evidence) {
  const Entry loss = evidence["loss"];
  Html shown;
  if (loss) {
    Bars bars{.title = "Detail lost, by column",
              .description =
                  "How much of its detail each column lost: 0 % is every value as it was, 100 % is "
                  "nothing left.",
              .unit = Unit::kShare,
              .colour = Colour::kPurple,
              .names = "column",
              .now = "detail lost"};
    for (const Entry& column : loss.items()) {
      bars.bars.push_back({.name = column["attribute"].text(),
                           .before = {},
                           .now = column["ncp"].number(),
                           .instead = ""});
    }
    std::ranges::stable_sort(bars.bars, std::ranges::greater(),
                             [](const Bar& bar) { return bar.now.value_or(0); });
    shown += Explained(
        bars,
        "Values are made coarser until people cannot be told apart: an age becomes a range of "
        "ages, a town becomes a region. 0 % means that a column is as it was. 100 % means that it "
        "says nothing any more. Rows that were left out count as 100 %.");
  }
  if (const auto facts = FactsOf(evidence["measures"]); !facts.empty()) {
    shown += Folded("All measures of the release", Facts(facts));
  }
  return shown;
}

}  // namespace

Section LossSection() { return {"loss", "How much detail was lost?", ShowLoss, true}; }

}  // namespace gauze::page
