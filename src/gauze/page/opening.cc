#include "gauze/page/opening.h"

#include <fmt/format.h>

#include <algorithm>

#include "gauze/base/counted.h"
#include "gauze/page/chart/bars.h"
#include "gauze/page/head.h"
#include "gauze/page/parts.h"

namespace gauze::page {
namespace {

constexpr std::size_t kMostColumns = 20;
constexpr std::size_t kMostRates = 24;  // of one column

// A picture a column: bars by attack and adversary.
std::vector<Bars> Rates(const Entry& attacks) {
  std::vector<Bars> rates;
  for (const auto& [attack, columns] : attacks.members()) {
    for (const auto& [column, adversaries] : columns.members()) {
      auto bars = std::ranges::find(rates, "Recovered of " + column, &Bars::title);
      if (bars == rates.end()) {
        if (rates.size() == kMostColumns) continue;
        bars =
            rates.insert(bars, {.title = "Recovered of " + column,
                                .description = "Share of cells that each adversary guesses right.",
                                .unit = Unit::kShare,
                                .colour = Colour::kOrange,
                                .names = "attack, adversary",
                                .now = "guessed right"});
      }
      for (const auto& [adversary, rate] : adversaries.members()) {
        if (bars->bars.size() == kMostRates) break;
        bars->bars.push_back({.name = Spoken(attack) + ", " + Spoken(adversary),
                              .now = rate.number(),
                              .instead = rate.text()});
      }
    }
  }
  return rates;
}

Html Personal(const Entry& personal) {
  if (!personal) return {};
  double most = 0;
  std::vector<Html> figures;
  for (const Bars& bars : Rates(personal["attacks"])) {
    for (const Bar& bar : bars.bars) most = std::max(most, bar.now.value_or(0));
    figures.push_back(Figure(bars));
  }
  Html first = Words(Sentence(personal["note"].text()));
  if (!figures.empty()) {
    first = Tag{"strong"}(Words(
                fmt::format("Adversaries guess up to {} of the values behind aliases and grades. ",
                            Written(most, Unit::kShare)))) +
            first;
  }
  Html card = Tag{"p"}(first);
  if (!figures.empty()) card += Side(figures);
  if (const std::string recipient = personal["recipient"].text(); !recipient.empty()) {
    card += Tag{"p"}(Words("Made for: ") + Named(recipient));
  }
  return Tag{"div", {{"class", "card first"}}}(card);
}

// What promises do not tell: who can be singled out by columns that no promise is about, and what
// the run warned of. A page with any of it is not green, whatever was promised.
std::vector<Html> Doubts(const Entry& evidence) {
  std::vector<Html> doubts;
  const Entry uniqueness = evidence["uniqueness"];
  if (!uniqueness && evidence["about"]) {
    doubts.push_back(
        Words("How many rows can be singled out by released columns was not counted."));
  } else if (uniqueness["all"]["unique_rows"].number().value_or(1) > 0) {
    const std::string sentence = uniqueness["sentence"].text();
    doubts.push_back(Tag{"strong"}(Words(Sentence(sentence))));
  }
  for (const Entry& warning : evidence["warnings"].items()) {
    doubts.push_back(Words(Sentence(warning.text())));
  }
  return doubts;
}

Html ToLookAt(const std::vector<Html>& doubts) {
  if (doubts.empty()) return {};
  Html items;
  for (const Html& doubt : doubts) items += Tag{"li"}(doubt);
  return Tag{"div", {{"class", "card caution-card"}}}(
      Tag{"p"}(Tag{"strong", {{"class", "caution"}}}(Words("! Not covered by any promise:"))) +
      Tag{"ul"}(items));
}

Html Judged(const Entry& promises, bool doubted) {
  const std::vector<Entry> all = promises.items();
  if (all.empty()) return {};
  const auto failing = static_cast<std::uint64_t>(std::ranges::count_if(
      all, [](const Entry& promise) { return !promise["holds"].flag().value_or(false); }));
  const std::string good =
      all.size() == 1 ? "The promise holds." : fmt::format("All {} promises hold.", all.size());
  const std::string bad = fmt::format(
      "{} of {}. Do not share it.",
      failing == 1 ? "1 promise does not hold" : Grouped(failing) + " promises do not hold",
      Grouped(all.size()));
  if (failing == 0 && doubted) {
    return Tag{"p", {{"class", "verdict"}}}(Tag{"strong", {{"class", "caution"}}}(
        Words("! " + good + " But that is not all there is to know.")));
  }
  return Tag{"p", {{"class", "verdict"}}}(Verdict(failing == 0, good.c_str(), bad.c_str()));
}

}  // namespace

Html Opening(const Entry& evidence) {
  const Entry about = evidence["about"];
  Html shown = Personal(evidence["personal"]);
  shown += Head(evidence);
  const std::vector<Html> doubts = Doubts(evidence);
  shown += Judged(evidence["promises"], !doubts.empty());
  shown += ToLookAt(doubts);
  std::vector<Fact> facts;
  const auto add = [&](const char* name, const Entry& value) {
    if (const std::string text = value.shown(); !text.empty()) facts.push_back({name, text});
  };
  add("rows of the original", about["rows_in"]);
  add("rows released", about["rows"]);
  add(about["kind"].text() == "ledger" ? "rows waiting" : "rows left out",
      about["suppressed_rows"]);
  add("classes", about["classes"]);
  add("smallest class", evidence["class_sizes"]["smallest"]);
  shown += Facts(facts);
  const bool open = evidence["form"].text() == "public";
  return shown +
         Tag{"p", {{"class", "soft"}}}(Words(
             open ? "Public form: it tells nothing that the release itself does not show."
                  : "Internal form: it shows figures of the original. Keep it with the original."));
}

}  // namespace gauze::page
