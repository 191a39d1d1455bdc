#include <algorithm>

#include "gauze/page/parts.h"
#include "gauze/page/section/section.h"

namespace gauze::page {
namespace {

constexpr std::size_t kMostTwins = 3;  // more need the whole width

// Promises of one model mean the same; they share a card.
struct Twins {
  std::string means;
  std::string does_not;
  std::vector<Entry> promises;
};

std::vector<Twins> Joined(const Entry& promises) {
  std::vector<Twins> cards;
  for (const Entry& promise : promises.items()) {
    const std::string means = promise["guarantees"].text();
    const std::string does_not = promise["does_not"].text();
    auto card = std::ranges::find_if(cards, [&](const Twins& twins) {
      return !means.empty() && twins.means == means && twins.does_not == does_not;
    });
    if (card == cards.end()) card = cards.insert(card, {means, does_not, {}});
    card->promises.push_back(promise);
  }
  return cards;
}

// "k_anonymity(k=5) holds: the smallest of 31 classes has 5 people.", as the run said it.
Html Sentenced(const Entry& promise, bool holds, const Entry& evidence) {
  const std::string claim = promise["claim"].text();
  std::string rest = promise["sentence"].text();
  if (rest.starts_with(claim)) {
    rest.erase(0, claim.size());
  } else {
    rest = holds ? " holds" : " does not hold";
  }
  return Verdict(holds, "", "") +
         Tag{"code"}(Named(claim.empty() ? promise["model"].text() : claim, 200)) +
         WithNames(rest + ".", evidence);
}

bool WhenReleased(const Entry& promise) { return promise["checked"].text() == "when released"; }

// With a note on when it was checked, unless that is the same for all.
Html Promise(const Entry& promise, bool note, const Entry& evidence) {
  const bool holds = promise["holds"].flag().value_or(false);
  Html told = Tag{"p", {{"class", "claim"}}}(Sentenced(promise, holds, evidence)) +
              Facts(FactsOf(promise["figures"]));
  if (note && WhenReleased(promise)) {
    told += Paragraph(
        "This was checked when the release was made; the released file alone cannot show it.");
  }
  return told;
}

Html Card(const Twins& twins, bool note, const Entry& evidence) {
  Html card;
  for (const Entry& promise : twins.promises) card += Promise(promise, note, evidence);
  if (!twins.means.empty()) {
    card += Tag{"p"}(Tag{"strong"}(Words("It means: ")) + Words(ShortSentences(twins.means)));
  }
  if (!twins.does_not.empty()) {
    card += Tag{"p"}(Tag{"strong"}(Words("It does not mean: ")) +
                     Words(ShortSentences(twins.does_not)));
  }
  return Tag{"div", {{"class", "card"}}}(card);
}

Html ShowPromises(const Entry& evidence) {
  const Entry promises = evidence["promises"];
  const std::vector<Entry> all = promises.items();
  const bool before = std::ranges::all_of(all, WhenReleased);
  std::vector<Html> cards;
  Html wide;
  for (const Twins& twins : Joined(promises)) {
    const Html card = Card(twins, !before, evidence);
    if (twins.promises.size() > kMostTwins) {
      wide += card;
    } else {
      cards.push_back(card);
    }
  }
  if (cards.empty() && wide.empty()) return {};
  return Paragraph(before ? "Each promise was checked when the release was made, by separate code "
                            "that does not know how. The released file alone cannot show it."
                          : "Each promise was checked on the released file by separate code that "
                            "does not know how the file was made.") +
         Beside(cards) + wide + LeftOut(promises, all.size(), "promises");
}

}  // namespace

Section PromisesSection() {
  return {"promises", "What was promised, and does it hold?", ShowPromises};
}

}  // namespace gauze::page
