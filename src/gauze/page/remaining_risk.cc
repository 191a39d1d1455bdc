#include "gauze/page/remaining_risk.h"

#include <fmt/format.h>

#include <algorithm>

#include "gauze/base/counted.h"
#include "gauze/page/chart/scale.h"
#include "gauze/page/parts.h"

namespace gauze::page {
namespace {

void AddBroken(const Entry& evidence, std::vector<RemainingRisk>& risks) {
  for (const Entry& promise : evidence["promises"].items()) {
    if (promise["holds"].flag().value_or(false)) continue;
    risks.push_back(
        {Words("A promise does not hold: ") + Tag{"code"}(Named(promise["claim"].text(), 200))});
  }
  for (const Entry& attack : evidence["attacks"].items()) {
    if (attack["holds"].flag().value_or(true)) continue;
    const std::string sentence = attack["sentence"].text();
    risks.push_back({Words("An attack succeeded: ") + Named(Spoken(attack["attack"].text())) +
                     Words(". ") +
                     WithNames(Sentence(sentence.substr(0, sentence.find(". "))), evidence)});
  }
}

// "6 of 200 rows", "about 6 of 200 rows": how the run begins its warning of the same.
std::string UniqueOf(const Entry& uniqueness, const Entry& counted) {
  const bool sampled = uniqueness["one_in"].number().value_or(1) > 1;
  return fmt::format("{}{} of {} row", sampled ? "about " : "", counted["unique_rows"].shown(),
                     uniqueness["rows"].shown());
}

void AddSingledOut(const Entry& evidence, std::vector<RemainingRisk>& risks) {
  const Entry uniqueness = evidence["uniqueness"];
  if (!uniqueness) {
    if (evidence["about"]) {
      risks.push_back(
          {Words("How many rows can be singled out by released columns was not counted.")});
    }
    return;
  }
  const Entry open = uniqueness["open"];
  if (open["unique_rows"].number().value_or(0) > 0) {
    risks.push_back({Words(ShortSentences(fmt::format(
        "{}s ({}) are unique by the {} released columns that are not sensitive; anyone who knows "
        "these columns of a person finds the row, and no promise rules that out",
        UniqueOf(uniqueness, open), ShareOfPeople(open["share"]), open["columns"].shown())))});
  }
  // A count that is not told may be any.
  if (uniqueness["all"]["unique_rows"].number().value_or(1) > 0) {
    const char* means =
        " Anyone who knows so much of a person finds the row, and all else that it says.";
    risks.push_back({WithNames(Sentence(uniqueness["sentence"].text()), evidence) +
                     Words(uniqueness["sets"] ? means : "")});
  }
}

void AddWarnings(const Entry& evidence, std::vector<RemainingRisk>& risks) {
  const std::string told = UniqueOf(evidence["uniqueness"], evidence["uniqueness"]["open"]);
  for (const Entry& warning : evidence["warnings"].items()) {
    if (!warning.text().starts_with(told)) {
      risks.push_back({Words(ShortSentences(warning.text()))});
    }
  }
}

void AddAllowed(const Entry& evidence, std::vector<RemainingRisk>& risks) {
  const std::optional<double> highest = evidence["risk"]["after"]["highest"].number();
  if (!highest || !(*highest > 0)) return;
  risks.push_back(
      {Words(fmt::format("Somebody who looks for a person among those who look alike guesses right "
                         "with a chance of at most {}.",
                         Written(*highest, Unit::kShare))),
       false});
}

}  // namespace

std::vector<RemainingRisk> RemainingRisks(const Entry& evidence) {
  std::vector<RemainingRisk> risks;
  AddBroken(evidence, risks);
  AddSingledOut(evidence, risks);
  AddWarnings(evidence, risks);
  AddAllowed(evidence, risks);
  return risks;
}

}  // namespace gauze::page
