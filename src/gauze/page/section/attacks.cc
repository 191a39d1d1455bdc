#include <algorithm>
#include <optional>

#include "gauze/page/chart/bars.h"
#include "gauze/page/parts.h"
#include "gauze/page/section/section.h"

namespace gauze::page {
namespace {

constexpr std::size_t kMostFound = 3;      // sentences of a card; the others are folded
constexpr std::size_t kBesidePicture = 5;  // cards that have room beside the picture

// Where the first sentences end.
std::size_t FirstSentences(std::string_view text) {
  std::size_t end = 0;
  for (std::size_t i = 0; i < kMostFound; ++i) {
    const std::size_t stop = text.find(". ", end);
    if (stop == std::string_view::npos) return text.size();
    end = stop + 2;
  }
  return end;
}

Html Attack(const Entry& attack, const Entry& evidence) {
  Html card = Tag{"h3"}(Named(Spoken(attack["attack"].text())));
  if (const auto holds = attack["holds"].flag()) {
    card = Tag{"h3"}(Verdict(*holds, "Withstood: ", "Broken: ") +
                     Named(Spoken(attack["attack"].text())));
  }
  const std::string found = ShortSentences(attack["sentence"].text());
  const std::size_t first = FirstSentences(found);
  if (!found.empty()) {
    card += Tag{"p"}(Tag{"strong"}(Words("Found: ")) + WithNames(found.substr(0, first), evidence));
  }
  Html more = Paragraph(ShortSentences(attack["asks"].text()));
  if (first < found.size()) more += Tag{"p"}(WithNames(found.substr(first), evidence));
  more += Facts(FactsOf(attack["figures"]));
  card += Folded("How, and the numbers", more);
  return Tag{"div", {{"class", "card"}}}(card);
}

// By chance, somebody who has only the published shares of values would have been as often right.
bool LearntNothing(const Entry& attack) {
  const Entry figures = attack["figures"];
  const auto low = figures["success.low"].number();
  const auto guess = figures["guess"].number();
  return !attack["holds"].flag() && low && guess && *low <= *guess;
}

// Named; what they found is folded.
Html Fruitless(const std::vector<Entry>& attacks, const Entry& evidence) {
  if (attacks.empty()) return {};
  Html names;
  std::vector<Html> cards;
  for (const Entry& attack : attacks) {
    names += (names.empty() ? Html() : Words(", ")) + Named(Spoken(attack["attack"].text()));
    cards.push_back(Attack(attack, evidence));
  }
  return Tag{"p", {{"class", "names"}}}(
             Tag{"strong"}(Words("Learnt no more than the published shares of values tell: ")) +
             names + Words(".")) +
         Folded("What these found", Beside(cards));
}

// By reason: "linkage, known set: the release is large. "
Html NotTried(const std::vector<Entry>& attacks) {
  std::vector<std::pair<std::string, Html>> reasons;
  for (const Entry& attack : attacks) {
    const std::string why = attack["not_tried"].text();
    if (why.empty()) continue;
    auto found = std::ranges::find(reasons, why, &std::pair<std::string, Html>::first);
    if (found == reasons.end()) found = reasons.insert(found, {why, Html()});
    found->second +=
        (found->second.empty() ? Html() : Words(", ")) + Named(Spoken(attack["attack"].text()));
  }
  Html items;
  for (const auto& [why, names] : reasons) items += names + Words(": " + why + ". ");
  if (items.empty()) return items;
  return Tag{"p", {{"class", "names"}}}(Tag{"strong"}(Words("Not tried, and why: ")) + items);
}

// How often attacks were right, beside others who know less: those that say so.
Html SuccessPicture(const std::vector<Entry>& attacks) {
  Bars bars{
      .title = "How often they were right",
      .description =
          "Share of what each adversary claimed that is right. Below it the same for somebody "
          "who has only the published shares of values, and for people who are not in the "
          "release, where such a table was given.",
      .unit = Unit::kShare,
      .names = "attack",
      .now = "right"};
  for (const Entry& attack : attacks) {
    const Entry figures = attack["figures"];
    if (!figures["success"].number() || !figures["guess"].number()) continue;
    const std::string name = Spoken(attack["attack"].text());
    bars.bars.push_back({.name = name, .now = figures["success"].number()});
    bars.bars.push_back({.name = name + ", by guessing", .now = figures["guess"].number()});
    if (figures["control"].number()) {
      bars.bars.push_back({.name = name + ", of others", .now = figures["control"].number()});
    }
  }
  return bars.bars.empty() ? Html() : Figure(bars);
}

// The first cards beside the picture, with what has no card below it; the others follow.
Html Arranged(const Html& picture, const Html& told, const std::vector<Html>& cards) {
  if (picture.empty()) return Beside(cards) + told;
  const std::size_t beside = std::min(cards.size(), kBesidePicture);
  const auto end = cards.begin() + static_cast<std::ptrdiff_t>(beside);
  Html first;
  for (auto card = cards.begin(); card != end; ++card) first += *card;
  return Beside({Tag{"div"}(picture + told), Tag{"div"}(first)}) + Beside({end, cards.end()});
}

Html ShowAttacks(const Entry& evidence) {
  const Entry attacks = evidence["attacks"];
  const std::vector<Entry> all = attacks.items();
  std::vector<Html> tried;
  std::vector<Entry> fruitless;
  // What succeeded first, and last what promises withstood.
  for (const std::optional<bool> holds :
       {std::optional(false), std::optional<bool>(), std::optional(true)}) {
    for (const Entry& attack : all) {
      if (attack["holds"].flag() != holds || !attack["not_tried"].text().empty()) continue;
      if (LearntNothing(attack)) {
        fruitless.push_back(attack);
      } else {
        tried.push_back(Attack(attack, evidence));
      }
    }
  }
  const Html not_tried = NotTried(all);
  if (tried.empty() && fruitless.empty() && not_tried.empty()) return {};
  return Paragraph(
             "Programs that act as adversaries attacked this release. They have the released files "
             "and what their card says. They do not know how the files were made. A bar that is no "
             "longer than the one below it tells nothing that the shares of values do not.") +
         Arranged(SuccessPicture(all), Fruitless(fruitless, evidence) + not_tried, tried) +
         LeftOut(attacks, all.size(), "attacks");
}

}  // namespace

Section AttacksSection() { return {"attacks", "What did adversaries achieve?", ShowAttacks}; }

}  // namespace gauze::page
