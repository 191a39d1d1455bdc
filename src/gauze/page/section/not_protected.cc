#include <algorithm>

#include "gauze/page/parts.h"
#include "gauze/page/section/section.h"

namespace gauze::page {
namespace {

// "k_anonymity: the people of …": what stands on the card of a promise.
bool IsOnACard(const std::string& sentence, const Entry& promises) {
  return std::ranges::any_of(promises.items(), [&](const Entry& promise) {
    const std::string caveat = promise["does_not"].text();
    return !caveat.empty() && sentence == promise["model"].text() + ": " + caveat;
  });
}

// What the run warned of is told at the top of the page.
Html ShowNotProtected(const Entry& evidence) {
  Html items;
  bool on_cards = false;
  for (const Entry& entry : evidence["not_protected"].items()) {
    const std::string sentence = entry.text();
    if (IsOnACard(sentence, evidence["promises"])) {
      on_cards = true;
    } else {
      items += Tag{"li"}(Words(ShortSentences(sentence)));
    }
  }
  if (items.empty()) return {};
  if (on_cards) {
    items += Tag{"li"}(Words("What each ") + Tag{"a", {{"href", "#promises"}}}(Words("promise")) +
                       Words(" does not mean, as its card says."));
  }
  return Tag{"ul"}(items);
}

}  // namespace

Section NotProtectedSection() {
  return {"not-protected", "What is not protected?", ShowNotProtected};
}

}  // namespace gauze::page
