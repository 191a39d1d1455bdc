#include <fmt/format.h>

#include <algorithm>

#include "gauze/page/chart/bars.h"
#include "gauze/page/parts.h"
#include "gauze/page/section/section.h"

namespace gauze::page {
namespace {

constexpr std::size_t kMostPictures = 100;
constexpr std::size_t kMostBars = 7;  // of values, and of ranges of values
constexpr std::size_t kMostCoarser = 4;
constexpr std::size_t kFirst = 3;    // pictures that are not folded
constexpr double kNothing = 0.0005;  // a distance that is written as 0.0 %

// A bar: rows at a value, in a range, or under a label that the original does not have.
struct Place {
  std::string name;
  double original = 0;
  double released = 0;
  bool in_original = true;
};

double Rows(const Entry& count) { return std::max(0.0, count.number().value_or(0)); }

std::string Between(const std::string& from, const std::string& to) {
  return from == to ? from : from + " – " + to;
}

// Neighbours are joined until there are few enough to be read.
std::vector<Place> Ranges(const std::vector<Entry>& bins) {
  const std::size_t together = (bins.size() + kMostBars - 1) / kMostBars;
  std::vector<Place> places;
  for (std::size_t i = 0; i < bins.size(); i += together) {
    const std::size_t last = std::min(i + together, bins.size()) - 1;
    Place& place = places.emplace_back();
    place.name = Between(bins[i]["from"].shown(), bins[last]["to"].shown());
    for (std::size_t j = i; j <= last; ++j) {
      place.original += Rows(bins[j]["original"]);
      place.released += Rows(bins[j]["released"]);
    }
  }
  return places;
}

// The most frequent, and all others as one.
std::vector<Place> Values(const std::vector<Entry>& bins, const Entry& other) {
  std::vector<Place> places;
  Place others{.name = "(other values)",
               .original = Rows(other["original"]),
               .released = Rows(other["released"])};
  for (const Entry& bin : bins) {
    if (places.size() < kMostBars) {
      places.push_back({.name = bin["label"].text(),
                        .original = Rows(bin["original"]),
                        .released = Rows(bin["released"])});
    } else {
      others.original += Rows(bin["original"]);
      others.released += Rows(bin["released"]);
    }
  }
  if (others.original + others.released > 0) places.push_back(others);
  return places;
}

// What the release shows in place of values.
void AddCoarser(const Entry& distribution, std::vector<Place>& places) {
  const auto add = [&](std::string name, double rows) {
    if (rows > 0) {
      places.push_back({.name = std::move(name), .released = rows, .in_original = false});
    }
  };
  double others = Rows(distribution["other_labels"]["released"]);
  const std::vector<Entry> labels = distribution["labels"].items();
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (i < kMostCoarser) {
      add(labels[i]["label"].text(), Rows(labels[i]["released"]));
    } else {
      others += Rows(labels[i]["released"]);
    }
  }
  add("(other coarser labels)", others);
  add("* (not shown)", Rows(distribution["suppressed"]));
}

std::vector<Place> Places(const Entry& distribution) {
  const std::vector<Entry> bins = distribution["bins"].items();
  std::vector<Place> places =
      !bins.empty() && bins.front()["from"] ? Ranges(bins) : Values(bins, distribution["other"]);
  const Entry missing = distribution["missing"];
  const Place none{.name = "(no value)",
                   .original = Rows(missing["original"]),
                   .released = Rows(missing["released"])};
  if (none.original + none.released > 0) places.push_back(none);
  AddCoarser(distribution, places);
  return places;
}

struct Distribution {
  Bars bars;
  double coarser = 0;      // share of rows that show another label than the original
  double hidden = 0;       // share of rows that show *
  std::size_t number = 0;  // in the evidence
};

Distribution Compared(const Entry& distribution) {
  const std::vector<Place> places = Places(distribution);
  double originals = 0;
  double released = 0;
  double coarser = 0;
  for (const Place& place : places) {
    originals += place.original;
    released += place.released;
    if (!place.in_original) coarser += place.released;
  }
  const auto share = [](double rows, double of) {
    return of > 0 ? std::optional(rows / of) : std::nullopt;
  };
  Distribution compared;
  compared.bars = {.title = distribution["attribute"].text(),
                   .description =
                       "Share of rows at each value, in the original and in the release; labels "
                       "that are coarser than values have bars of their own.",
                   .unit = Unit::kShare,
                   .names = "value or label"};
  for (const Place& place : places) {
    compared.bars.bars.push_back(
        {.name = place.name,
         .before = place.in_original ? share(place.original, originals) : std::nullopt,
         .now = share(place.released, released)});
  }
  compared.hidden = share(Rows(distribution["suppressed"]), released).value_or(0);
  compared.coarser = share(coarser, released).value_or(0) - compared.hidden;
  return compared;
}

Html Pictured(const Distribution& compared) {
  std::string told =
      fmt::format("Coarser in {} of the rows", Written(compared.coarser, Unit::kShare));
  if (compared.hidden > 0) {
    told += fmt::format(", not shown in {}", Written(compared.hidden, Unit::kShare));
  }
  return Tag{"div", {{"class", "picture"}}}(Figure(compared.bars) + Paragraph(told + "."));
}

// Columns with pictures that say nothing new: their names, and the pictures for whoever asks.
Html Unchanged(const std::vector<Distribution>& columns) {
  if (columns.empty()) return {};
  Html names;
  std::vector<Html> pictures;
  for (const Distribution& column : columns) {
    names += (names.empty() ? Html() : Words(", ")) + Named(column.bars.title);
    pictures.push_back(Figure(column.bars));
  }
  return Tag{"p", {{"class", "names"}}}(
             Tag{"strong"}(Words(columns.size() == 1 ? "1 column is as it was: "
                                                     : fmt::format("{} columns are as they were: ",
                                                                   columns.size()))) +
             names + Words(".")) +
         Folded("Show them", Side(pictures));
}

// Narrow ranges lie within one bar, and are coarser than values nevertheless.
bool Lost(const Entry& evidence, const Distribution& compared) {
  return std::ranges::any_of(evidence["loss"].items(), [&](const Entry& column) {
    return column["attribute"].text() == compared.bars.title &&
           column["ncp"].number().value_or(0) > 0;
  });
}

Html ShowDistributions(const Entry& evidence) {
  const Entry distributions = evidence["distributions"];
  // Without rows that were left out, shares of exact values differ by what was sampled only.
  const Entry about = evidence["about"];
  const bool whole = about["rows"].number() && about["rows"].number() == about["rows_in"].number();
  std::vector<Distribution> changed;
  std::vector<Distribution> unchanged;
  for (const Entry& distribution : distributions.items()) {
    if (changed.size() + unchanged.size() == kMostPictures) break;
    Distribution compared = Compared(distribution);
    compared.number = changed.size() + unchanged.size();
    const bool same = compared.coarser + compared.hidden == 0 && !Lost(evidence, compared) &&
                      (whole || distribution["distance"].number().value_or(0) < kNothing);
    (same ? unchanged : changed).push_back(std::move(compared));
  }
  const std::size_t shown = changed.size() + unchanged.size();
  if (shown == 0) return {};
  std::ranges::sort(changed, {}, [](const Distribution& column) {
    return std::pair(-(column.coarser + column.hidden), column.number);
  });
  std::vector<Html> first;
  std::vector<Html> rest;
  for (const Distribution& column : changed) {
    (first.size() < kFirst ? first : rest).push_back(Pictured(column));
  }
  Html section = Paragraph(
      "The outline is the original, the bar inside it the release. What the release shows by a "
      "range, a group or * has a bar of its own, without an outline. Where outline and bar agree, "
      "counting the column gives the same answer as before.");
  if (!first.empty()) section += Side(first);
  if (!rest.empty()) {
    section += Folded(fmt::format("{} more columns that changed less", rest.size()), Side(rest));
  }
  section += Unchanged(unchanged) + LeftOut(distributions, shown, "columns");
  for (const Entry& column : evidence["sample"]["left_out"].items()) {
    section += Tag{"p"}(Words("Not drawn: ") + Named(column["attribute"].text()) +
                        Words(": " + column["why"].text() + "."));
  }
  return section;
}

}  // namespace

Section DistributionsSection() {
  return {"distributions", "Does each column still look the same?", ShowDistributions};
}

}  // namespace gauze::page
