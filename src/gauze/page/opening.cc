#include "gauze/page/opening.h"

#include <fmt/format.h>

#include <algorithm>

#include "gauze/base/counted.h"
#include "gauze/page/chart/bars.h"
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
                fmt::format("Adversaries guess up to {} of what stands behind aliases and grades. ",
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

Html Judged(const Entry& promises) {
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
  return Tag{"p", {{"class", "verdict"}}}(Verdict(failing == 0, good.c_str(), bad.c_str()));
}

}  // namespace

std::string TitleOf(const Entry& evidence) {
  const Entry about = evidence["about"];
  if (const Entry risk = evidence["record_risk"]; risk && !about) {
    return fmt::format("The risk of {} records", risk["rows"].shown());
  }
  if (!about && evidence["attacks"]) return "An attack";
  const bool ledger = about["kind"].text() == "ledger";
  const std::string rows = about["rows"].shown();
  return fmt::format("{}{}", ledger ? "The last release of a ledger" : "A release",
                     rows.empty() ? "" : fmt::format(" of {} rows", rows));
}

Html Opening(const Entry& evidence) {
  const Entry about = evidence["about"];
  Html shown = Personal(evidence["personal"]);
  shown += Tag{"h1"}(Words(TitleOf(evidence)));
  shown += Judged(evidence["promises"]);
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
