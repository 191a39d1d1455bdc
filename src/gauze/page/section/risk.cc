#include <fmt/format.h>

#include "gauze/page/chart/bars.h"
#include "gauze/page/parts.h"
#include "gauze/page/section/section.h"

namespace gauze::page {
namespace {

constexpr std::size_t kMostSource = 300;  // characters

Bars RiskPicture(const Entry& risk) {
  Bars bars{.title = "Chance of being found",
            .description =
                "The chance that somebody who looks for a person in the table picks the right "
                "row. First at most, then on average over all rows.",
            .unit = Unit::kShare,
            .colour = Colour::kBlue,
            .names = "risk"};
  const auto bar = [&](const char* name, const char* field) {
    bars.bars.push_back({.name = name,
                         .before = risk["before"][field].number(),
                         .now = risk["after"][field].number(),
                         .instead = risk["after"][field].text()});
  };
  bar("highest", "highest");
  bar("average", "mean");
  return bars;
}

Html Meets(const Entry& flag) {
  const std::optional<bool> meets = flag.flag();
  return meets ? Verdict(*meets, "met", "not met") : Words("–");
}

Html Thresholds(const Entry& risk) {
  std::vector<std::vector<Html>> rows;
  std::vector<std::vector<Html>> sources;
  const bool before = static_cast<bool>(risk["before"]);
  const std::vector<Entry> above = risk["after"]["above"].items();
  for (const Entry& threshold : risk["thresholds"].items()) {
    std::vector<Html>& row = rows.emplace_back();
    const Html name = Named(threshold["name"].text());
    row.push_back(name);
    sources.push_back({name, Named(threshold["source"].text(), kMostSource)});
    const std::optional<double> limit = threshold["limit"].number();
    row.push_back(Words(limit ? fmt::format("{:.3g} %", 100 * *limit) : "–"));
    if (before) row.push_back(Meets(threshold["before_meets"]));
    row.push_back(Meets(threshold["after_meets"]));
    const std::size_t i = rows.size() - 1;
    const std::optional<double> share =
        i < above.size() ? above[i]["share"].number() : std::nullopt;
    row.push_back(Words(share ? Written(*share, Unit::kShare) : "–"));
  }
  if (rows.empty()) return {};
  std::vector<std::string> head = {"threshold", "highest risk allowed"};
  if (before) head.emplace_back("original");
  head.insert(head.end(), {"released", "released rows above it"});
  return TableOf(head, rows) +
         Folded("Where the thresholds come from", TableOf({"threshold", "source"}, sources));
}

Html ShowRisk(const Entry& evidence) {
  const Entry risk = evidence["risk"];
  if (!risk) return {};
  return Explained(
             RiskPicture(risk),
             "Somebody looks for one person, knows that the person is in the table, and knows "
             "everything that the recognisable columns say. In a class of 5 rows they pick the "
             "right one with a chance of 1 in 5, that is 20 %. The thresholds are what others have "
             "laid down. Which of them applies to you is a decision, not a measurement.") +
         Thresholds(risk);
}

}  // namespace

Section RiskSection() { return {"risk", "How likely is it that somebody is found?", ShowRisk}; }

}  // namespace gauze::page
