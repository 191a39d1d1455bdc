#include "gauze/report/ledger_picture.h"

#include <fmt/format.h>

#include <algorithm>

#include "gauze/base/counted.h"
#include "gauze/base/json.h"
#include "gauze/page/chart/panels.h"

namespace gauze::report {
namespace {

using page::Colour;
using page::Mark;
using page::Panel;
using page::Picture;

std::uint64_t Number(const Json& json, const char* name) {
  return json.at(name).get<std::uint64_t>();
}

// One figure of the log, release by release.
Panel Over(const Json& log, std::uint64_t releases, const char* figure, const char* caption,
           Colour colour) {
  Panel panel{.caption = caption, .mark = Mark::kLine, .colour = colour};
  for (std::uint64_t i = 0; i < releases; ++i) {
    panel.places.push_back(std::to_string(i));
    panel.counts.push_back(Number(log.at(i), figure));
  }
  return panel;
}

// From the release for which the oldest came up to the last.
Panel Ages(const Json& ages, std::uint64_t releases) {
  Panel panel{.caption = "Rows waiting now, by the release they arrived for",
              .mark = Mark::kBars,
              .colour = Colour::kOrange};
  const std::uint64_t oldest = Number(ages.at(0), "since");
  for (std::uint64_t i = oldest; i < releases; ++i) panel.places.push_back(std::to_string(i));
  panel.counts.resize(panel.places.size());
  for (const Json& age : ages) panel.counts.at(Number(age, "since") - oldest) = Number(age, "rows");
  return panel;
}

std::string Described(const Json& status) {
  std::string text = fmt::format(
      "{} in {}: {} arrived, {} released in {}, {} waiting{}. It shows rows released, classes and "
      "rows waiting after each release",
      status.at("sealed").get<bool>() ? "A sealed ledger" : "A ledger",
      Counted(Number(status, "releases"), "release", "releases"),
      Counted(Number(status, "came"), "row", "rows"), Grouped(Number(status, "released")),
      Counted(Number(status, "classes"), "class", "classes"), Grouped(Number(status, "waiting")),
      status.at("sealed").get<bool>() ? " for good" : "");
  if (!status.contains("waiting_since")) return text + ".";
  const Json& oldest = status.at("waiting_since").at(0);
  return text + fmt::format(
                    ", and rows waiting now by the release they arrived for: {} since release {} "
                    "is the longest wait.",
                    Counted(Number(oldest, "rows"), "row", "rows"), Number(oldest, "since"));
}

}  // namespace

Result<std::string> LedgerPicture(const Json& status, const Json& log) {
  const std::uint64_t releases = Number(status, "releases");
  if (releases == 0) {
    return InputError("there is no release to draw yet", "", "append a batch first");
  }
  Picture picture{.title = "Releases of a ledger", .description = Described(status)};
  picture.panels = {
      Over(log, releases, "released", "Rows released so far, by release", Colour::kBlue),
      Over(log, releases, "classes", "Classes, by release", Colour::kGreen),
      Over(log, releases, "waiting", "Rows waiting, by release", Colour::kOrange)};
  if (status.contains("waiting_since")) {
    picture.panels.push_back(Ages(status.at("waiting_since"), releases));
  }
  return page::Svg(picture);
}

}  // namespace gauze::report
