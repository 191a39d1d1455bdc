#include <fmt/format.h>

#include "gauze/page/parts.h"
#include "gauze/page/section/section.h"

namespace gauze::page {
namespace {

// "The worst class has the value 5, in 5 rows."
Html Worst(const Entry& worst) {
  if (!worst) return {};
  const std::string of = worst["of"].text();
  std::string words =
      fmt::format("Where it is closest to failing (the worst {}), the checked figure is {}",
                  of.empty() ? "class" : of, worst["value"].shown());
  if (worst["rows"]) words += fmt::format("; rows there: {}", worst["rows"].shown());
  return Paragraph(words + ".");
}

Html Promise(const Entry& promise) {
  const bool holds = promise["holds"].flag().value_or(false);
  const std::string claim = promise["claim"].text();
  Html card = Tag{"h3"}(Verdict(holds, "Holds: ", "Does not hold: ") +
                        Tag{"code"}(Named(claim.empty() ? promise["model"].text() : claim, 200)));
  if (const std::string guarantees = promise["guarantees"].text(); !guarantees.empty()) {
    card += Tag{"p"}(Tag{"strong"}(Words("It means: ")) + Words(Sentence(guarantees)));
  }
  card += Worst(promise["worst"]);
  card += Facts(FactsOf(promise["figures"]));
  if (const std::string limits = promise["does_not"].text(); !limits.empty()) {
    card += Tag{"p"}(Tag{"strong"}(Words("It does not mean: ")) + Words(Sentence(limits)));
  }
  if (promise["checked"].text() == "when released") {
    card += Paragraph(
        "This was checked when the release was made; the released file alone cannot show it.");
  }
  return Tag{"div", {{"class", "card"}}}(card);
}

Html ShowPromises(const Entry& evidence) {
  const Entry promises = evidence["promises"];
  Html all;
  for (const Entry& promise : promises.items()) all += Promise(promise);
  if (all.empty()) return {};
  return Paragraph(
             "Each promise was checked on the released file by separate code that does not know "
             "how the file was made.") +
         all + LeftOut(promises, promises.items().size(), "promises");
}

}  // namespace

Section PromisesSection() {
  return {"promises", "What was promised, and does it hold?", ShowPromises};
}

}  // namespace gauze::page
