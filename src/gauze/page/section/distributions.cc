#include <fmt/format.h>

#include "gauze/page/chart/bars.h"
#include "gauze/page/parts.h"
#include "gauze/page/section/section.h"

namespace gauze::page {
namespace {

constexpr std::size_t kMostPictures = 100;
constexpr std::size_t kMostBins = 24;

std::string NameOf(const Entry& bin) {
  if (!bin["from"]) return bin["label"].text();
  const std::string from = bin["from"].shown();
  const std::string to = bin["to"].shown();
  return from == to ? from : from + " – " + to;
}

struct Sums {
  double original = 0;
  double released = 0;
};

std::optional<double> Share(const Entry& count, double sum) {
  const std::optional<double> number = count.number();
  return number && sum > 0 ? std::optional(*number / sum) : std::nullopt;
}

Bars DistributionsPicture(const Entry& distribution) {
  std::vector<std::pair<std::string, Entry>> bins;
  for (const Entry& bin : distribution["bins"].items()) {
    if (bins.size() < kMostBins) bins.emplace_back(NameOf(bin), bin);
  }
  if (distribution["other"]["values"].number().value_or(0) > 0) {
    bins.emplace_back("(other values)", distribution["other"]);
  }
  const Entry missing = distribution["missing"];
  if (missing["original"].number().value_or(0) + missing["released"].number().value_or(0) > 0) {
    bins.emplace_back("(no value)", missing);
  }
  Sums sums;
  for (const auto& [name, bin] : bins) {
    sums.original += bin["original"].number().value_or(0);
    sums.released += bin["released"].number().value_or(0);
  }
  const std::string attribute = distribution["attribute"].text();
  Bars bars{.title = attribute,
            .description = "Share of rows at each value, in the original and in the release.",
            .unit = Unit::kShare,
            .names = "value"};
  for (const auto& [name, bin] : bins) {
    bars.bars.push_back({.name = name,
                         .before = Share(bin["original"], sums.original),
                         .now = Share(bin["released"], sums.released),
                         .instead = bin["released"].text()});
  }
  return bars;
}

Html ShowDistributions(const Entry& evidence) {
  const Entry distributions = evidence["distributions"];
  std::vector<Html> pictures;
  for (const Entry& distribution : distributions.items()) {
    if (pictures.size() == kMostPictures) break;
    Html figure = Figure(DistributionsPicture(distribution));
    if (const auto distance = distribution["distance"].number()) {
      figure += Paragraph(fmt::format("Moved: {} of the rows.", Written(*distance, Unit::kShare)));
    }
    pictures.push_back(Tag{"div", {{"class", "picture"}}}(figure));
  }
  if (pictures.empty()) return {};
  Html shown =
      Side(pictures) + LeftOut(distributions, pictures.size(), "columns") +
      Paragraph(
          "The outline is the original, the bar inside it the release. A released range counts "
          "evenly over everything that it covers. Where the two agree, counting one column "
          "gives nearly the same answer as before.");
  for (const Entry& column : evidence["sample"]["left_out"].items()) {
    shown += Tag{"p"}(Words("Not drawn: ") + Named(column["attribute"].text()) +
                      Words(": " + column["why"].text() + "."));
  }
  return shown;
}

}  // namespace

Section DistributionsSection() {
  return {"distributions", "Does each column still look the same?", ShowDistributions};
}

}  // namespace gauze::page
