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
  card += Paragraph(Sentence(attack["asks"].text()));
  if (const std::string sentence = attack["sentence"].text(); !sentence.empty()) {
    card += Tag{"p"}(Tag{"strong"}(Words("Found: ")) + Words(Sentence(sentence)));
  }
  if (const std::string why = attack["not_tried"].text(); !why.empty()) {
    card += Tag{"p"}(Tag{"strong"}(Words("Not tried: ")) + Words(Sentence(why)));
  }
  if (const auto facts = FactsOf(attack["figures"]); !facts.empty()) {
    card += Tag{"details"}(Tag{"summary"}(Words("The numbers")) + Facts(facts));
  }
  return Tag{"div", {{"class", "card"}}}(card);
}

Html ShowAttacks(const Entry& evidence) {
  const Entry attacks = evidence["attacks"];
  Html all;
  for (const Entry& attack : attacks.items()) all += Attack(attack);
  if (all.empty()) return {};
  return Paragraph(
             "Programs that act as adversaries attacked this release. They have the released files "
             "and what their card says, but do not know how the files were made.") +
         all + LeftOut(attacks, attacks.items().size(), "attacks");
}

}  // namespace

Section AttacksSection() { return {"attacks", "What did adversaries achieve?", ShowAttacks}; }

}  // namespace gauze::page
