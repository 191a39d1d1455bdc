#include "gauze/page/parts.h"
#include "gauze/page/section/section.h"

namespace gauze::page {
namespace {

Html Attack(const Entry& attack) {
  Html card = Tag{"h3"}(Named(Spoken(attack["attack"].text())));
  if (const auto holds = attack["holds"].flag()) {
    card = Tag{"h3"}(Verdict(*holds, "Withstood: ", "Broken: ") +
                     Named(Spoken(attack["attack"].text())));
  }
  card += Paragraph(ShortSentences(attack["asks"].text()));
  if (const std::string sentence = attack["sentence"].text(); !sentence.empty()) {
    card += Tag{"p"}(Tag{"strong"}(Words("Found: ")) + Words(ShortSentences(sentence)));
  }
  if (const auto facts = FactsOf(attack["figures"]); !facts.empty()) {
    card += Folded("The numbers", Facts(facts));
  }
  return Tag{"div", {{"class", "card"}}}(card);
}

Html NotTried(const std::vector<Entry>& attacks) {
  Html items;
  for (const Entry& attack : attacks) {
    const std::string why = attack["not_tried"].text();
    if (why.empty()) continue;
    items += Named(Spoken(attack["attack"].text())) + Words(": " + why + ". ");
  }
  if (items.empty()) return items;
  return Tag{"p", {{"class", "names"}}}(Tag{"strong"}(Words("Not tried, and why: ")) + items);
}

Html ShowAttacks(const Entry& evidence) {
  const Entry attacks = evidence["attacks"];
  const std::vector<Entry> all = attacks.items();
  std::vector<Html> tried;
  for (const Entry& attack : all) {
    if (attack["not_tried"].text().empty()) tried.push_back(Attack(attack));
  }
  const Html not_tried = NotTried(all);
  if (tried.empty() && not_tried.empty()) return {};
  return Paragraph(
             "Programs that act as adversaries attacked this release. They have the released files "
             "and what their card says. They do not know how the files were made.") +
         Beside(tried) + not_tried + LeftOut(attacks, all.size(), "attacks");
}

}  // namespace

Section AttacksSection() { return {"attacks", "What did adversaries achieve?", ShowAttacks}; }

}  // namespace gauze::page
