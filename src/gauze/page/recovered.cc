#include "gauze/page/recovered.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gauze/page/chart/bars.h"
#include "gauze/page/parts.h"

namespace gauze::page {
namespace {

constexpr std::size_t kMostColumns = 20;
constexpr std::size_t kMostRates = 24;  // of one column

// What an adversary knows, in words that need no list of attacks.
struct Knowing {
  std::string_view attack;
  std::string_view adversary;
  const char* words;
};
constexpr std::array kKnowing = {
    Knowing{"frequency", "blindly", "knows the most frequent value"},
    Knowing{"frequency", "by_rank", "knows how frequent each value is"},
    Knowing{"frequency", "by_company", "knows its other cells, too"},
    Knowing{"sorting", "blindly", "knows the most frequent number"},
    Knowing{"sorting", "by_place", "knows how numbers are spread"},
    Knowing{"sorting", "by_steps", "knows one person's number"}};

// Attacks that guess nothing, but look at what people who look alike suggest of one of them.
struct Suggesting {
  std::string_view attack;
  const char* words;
};
constexpr std::array kSuggesting = {
    Suggesting{"proximity", "are close to their own number"},
    Suggesting{"divergence", "suggest something unrelated to their own value"}};

std::string NameOf(std::string_view attack, std::string_view adversary) {
  for (const Knowing& knowing : kKnowing) {
    if (knowing.attack == attack && knowing.adversary == adversary) return knowing.words;
  }
  return Spoken(attack) + ", " + Spoken(adversary);
}

const Suggesting* FindSuggesting(std::string_view attack) {
  const auto found = std::ranges::find(kSuggesting, attack, &Suggesting::attack);
  return found == kSuggesting.end() ? nullptr : &*found;
}

// A picture a column: bars by what adversaries know.
std::vector<Bars> Rates(const Entry& attacks) {
  std::vector<Bars> rates;
  for (const auto& [attack, columns] : attacks.members()) {
    if (FindSuggesting(attack) != nullptr) continue;
    for (const auto& [column, adversaries] : columns.members()) {
      const std::string title = column + ": guessed right";
      auto bars = std::ranges::find(rates, title, &Bars::title);
      if (bars == rates.end()) {
        if (rates.size() == kMostColumns) continue;
        bars =
            rates.insert(bars, {.title = title,
                                .description = "Share of cells that each adversary guesses right.",
                                .unit = Unit::kShare,
                                .colour = Colour::kOrange,
                                .names = "what the adversary knows",
                                .now = "guessed right"});
      }
      for (const auto& [adversary, rate] : adversaries.members()) {
        if (bars->bars.size() == kMostRates) break;
        bars->bars.push_back(
            {.name = NameOf(attack, adversary), .now = rate.number(), .instead = rate.text()});
      }
    }
  }
  return rates;
}

// "income: for 20 % of the people, at least half of those who look alike …"
Html Suggested(const Entry& attacks) {
  Html items;
  for (const auto& [attack, columns] : attacks.members()) {
    const Suggesting* suggesting = FindSuggesting(attack);
    if (suggesting == nullptr) continue;
    for (const auto& [column, rates] : columns.members()) {
      if (!rates["breached"].number()) continue;
      items += Tag{"li"}(
          Named(column) +
          Words(fmt::format(": for {} of the people, at least half of those who look alike {}.",
                            ShareOfPeople(rates["breached"]), suggesting->words)));
    }
  }
  return items.empty() ? items : Tag{"ul"}(items);
}

}  // namespace

Html Recovered(const Entry& personal) {
  if (!personal) return {};
  double most = 0;
  std::vector<Html> figures;
  for (const Bars& bars : Rates(personal["attacks"])) {
    for (const Bar& bar : bars.bars) most = std::max(most, bar.now.value_or(0));
    figures.push_back(Figure(bars));
  }
  Html first = Words(ShortSentences(personal["note"].text()));
  if (!figures.empty()) {
    first = Tag{"strong"}(Words(
                fmt::format("Adversaries guess up to {} of the values behind aliases and grades. ",
                            Written(most, Unit::kShare)))) +
            first;
  }
  Html card = Tag{"p"}(first);
  if (!figures.empty()) card += Side(figures);
  card += Suggested(personal["attacks"]);
  if (const std::string recipient = personal["recipient"].text(); !recipient.empty()) {
    card += Tag{"p"}(Words("Made for: ") + Named(recipient));
  }
  return Tag{"div", {{"class", "card first"}}}(card);
}

}  // namespace gauze::page
