#include <fmt/format.h>

#include "gauze/page/chart/bars.h"
#include "gauze/page/parts.h"
#include "gauze/page/section/section.h"

namespace gauze::page {
namespace {

constexpr std::size_t kMostTargets = 10;

// Three bars for each column that is guessed.
Bars LearningPicture(const std::vector<Entry>& targets) {
  Bars bars{
      .title = "Right guesses",
      .description = fmt::format(
          "Share of guesses that were right, of rows that no model had seen: {} for the first "
          "column, after learning from {} rows.",
          targets.front()["rows_tested"].shown(), targets.front()["rows_trained"].shown()),
      .unit = Unit::kShare,
      .colour = Colour::kGreen,
      .names = "guessed, learnt from",
      .now = "right guesses"};
  for (const Entry& target : targets) {
    if (bars.bars.size() == 3 * kMostTargets) break;
    const std::string name = target["target"].text();
    const auto add = [&](const char* from, const char* field) {
      bars.bars.push_back({.name = name + ", " + from, .now = target[field].number()});
    };
    add("original", "original");
    add("release", "released");
    add("most frequent", "majority");
  }
  return bars;
}

Html ShowLearning(const Entry& evidence) {
  const Entry learning = evidence["learning"];
  const std::vector<Entry> targets = learning["targets"].items();
  if (targets.empty()) return {};
  return Explained(
      LearningPicture(targets),
      fmt::format("A simple model ({}) learns to guess one column from the others: once from the "
                  "original, once from the release. Both are tried on original rows that neither "
                  "has seen. The closer the second bar is to the first, the more can be learnt "
                  "from the release. The third is for always saying the most frequent value: a bar "
                  "as short as that has learnt nothing.",
                  learning["model"].text()));
}

}  // namespace

Section LearningSection() {
  return {"learning", "Can something still be learnt from it?", ShowLearning, true};
}

}  // namespace gauze::page
