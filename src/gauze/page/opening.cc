#include "gauze/page/opening.h"

#include <fmt/format.h>

#include <algorithm>

#include "gauze/base/counted.h"
#include "gauze/page/head.h"
#include "gauze/page/in_short.h"
#include "gauze/page/parts.h"
#include "gauze/page/recovered.h"
#include "gauze/page/remaining_risk.h"

namespace gauze::page {
namespace {

// The worst first, in a card of its own; green only where promises are about all of it.
Html WorstRisk(const std::vector<RemainingRisk>& risks) {
  if (risks.empty()) return {};
  Html card =
      Tag{"h2"}(Words("The worst risk that remains")) + Tag{"p"}(Tag{"strong"}(risks.front().told));
  Html others;
  for (std::size_t i = 1; i < risks.size(); ++i) others += Tag{"li"}(risks[i].told);
  if (!others.empty()) card += Tag{"p"}(Words("What else remains:")) + Tag{"ul"}(others);
  return Tag{"div",
             {{"class", risks.front().open ? "card caution-card worst" : "card worst"}}}(card);
}

constexpr std::size_t kMostClaims = 5;  // more are told by model

// Promises of one model, with their verdict.
struct ModelPromises {
  std::string model;
  std::string claim;  // of the first
  std::vector<std::string> columns;
  bool hold = true;
};

// "t_closeness for illness, pay and debts"; one alone as it is.
Html PromisedByModel(const std::vector<Entry>& promises) {
  std::vector<ModelPromises> models;
  for (const Entry& promise : promises) {
    const std::string model = promise["model"].text();
    auto found = std::ranges::find(models, model, &ModelPromises::model);
    if (found == models.end()) found = models.insert(found, {model, promise["claim"].text(), {}});
    found->columns.push_back(promise["parameters"]["attribute"].text());
    found->hold = found->hold && promise["holds"].flag().value_or(false);
  }
  Html items;
  for (const auto& [model, claim, columns, hold] : models) {
    items += Tag{"li"}(Verdict(hold, "", "") +
                       (columns.size() == 1
                            ? Tag{"code"}(Named(claim, 200))
                            : Tag{"code"}(Named(model)) + Words(" for ") + ListedNames(columns)));
  }
  return items;
}

Html PromisedInShort(const Entry& promises) {
  const std::vector<Entry> all = promises.items();
  Html items;
  if (all.size() > kMostClaims) {
    items = PromisedByModel(all);
  } else {
    for (const Entry& promise : all) {
      items += Tag{"li"}(Verdict(promise["holds"].flag().value_or(false), "", "") +
                         Tag{"code"}(Named(promise["claim"].text(), 200)));
    }
  }
  if (items.empty()) return {};
  return Tag{"div", {{"class", "card promised"}}}(Tag{"h2"}(Words("Promised")) +
                                                  Tag{"ul", {{"class", "plain"}}}(items));
}

// What promises are not about, beside them.
Html SingledOutInShort(const Entry& uniqueness) {
  std::vector<std::vector<Html>> rows;
  const auto add = [&](Html columns, const Entry& counted) {
    if (!counted["share"].number()) return;
    rows.push_back({std::move(columns), Words(counted["unique_rows"].shown()),
                    Words(ShareOfPeople(counted["share"]))});
  };
  const auto all_of = [](const char* which, const Entry& counted) {
    return Words(fmt::format("{} ({})", which, counted["columns"].shown()));
  };
  add(all_of("all released columns", uniqueness["all"]), uniqueness["all"]);
  if (uniqueness["open"]) {
    add(all_of("those that are not sensitive", uniqueness["open"]), uniqueness["open"]);
  }
  if (rows.empty()) return {};
  return Tag{"div",
             {{"class", "card singled-out"}}}(Tag{"h2"}(Words("Rows that can be singled out")) +
                                              TableOf({"by", "unique rows", "share"}, rows));
}

Html Judged(const Entry& promises, bool doubted) {
  const std::vector<Entry> all = promises.items();
  if (all.empty()) return {};
  const auto failing = static_cast<std::uint64_t>(std::ranges::count_if(
      all, [](const Entry& promise) { return !promise["holds"].flag().value_or(false); }));
  const std::string good = all.size() == 1 ? "The promise holds."
                           : all.size() == 2
                               ? "Both promises hold."
                               : fmt::format("All {} promises hold.", Grouped(all.size()));
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
  const std::vector<RemainingRisk> risks = RemainingRisks(evidence);
  const bool doubted =
      std::ranges::any_of(risks, [](const RemainingRisk& risk) { return risk.open; });
  const bool open = evidence["form"].text() == "public";
  return Recovered(evidence["personal"]) + Head(evidence) + Judged(evidence["promises"], doubted) +
         InShort(evidence) + WorstRisk(risks) +
         Beside(
             {PromisedInShort(evidence["promises"]), SingledOutInShort(evidence["uniqueness"])}) +
         Tag{"p", {{"class", "soft"}}}(Words(
             open ? "Public form: it tells nothing that the release itself does not show."
                  : "Internal form: it shows figures of the original. Keep it with the original."));
}

}  // namespace gauze::page
