#include <fmt/format.h>

#include "gauze/page/chart/bars.h"
#include "gauze/page/parts.h"
#include "gauze/page/section/section.h"

namespace gauze::page {
namespace {

Bars LearningPicture(const Entry& target) {
  const auto bar = [&](const char* name, const char* field) {
    return Bar{.name = name, .now = target[field].number(), .instead = ""};
  };
  return {.title = "Guessing " + target["target"].text(),
          .description = fmt::format(
              "Share of guesses that were right, of {} rows that no model had seen; the models had "
              "learnt from {} rows.",
              target["rows_tested"].shown(), target["rows_trained"].shown()),
          .unit = Unit::kShare,
          .colour = Colour::kGreen,
          .names = "learnt from",
          .now = "right guesses",
          .bars = {bar("the original", "original"), bar("the release", "released"),
                   bar("the most frequent", "majority")}};
}

Html ShowLearning(const Entry& evidence) {
  const Entry learning = evidence["learning"];
  std::vector<Html> pictures;
  for (const Entry& target : learning["targets"].items()) {
    if (pictures.size() < 20) pictures.push_back(Figure(LearningPicture(target)));
  }
  if (pictures.empty()) return {};
  return Side(pictures) +
         Paragraph(fmt::format(
             "A simple model ({}) learns to guess one column from the others: once from the "
             "original, "
             "once from the release. Both are tried on original rows that neither has seen. The "
             "closer the second bar is to the first, the more can be learnt from the release. "
             "The last bar always says the most frequent value: a bar as short as that has learnt "
             "nothing.",
             learning["model"].text()));
}

}  // namespace

Section LearningSection() {
  return {"learning", "Can something still be learnt from it?", ShowLearning};
}

}  // namespace gauze::page
