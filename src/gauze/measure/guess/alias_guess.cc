#include "gauze/measure/guess/alias_guess.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

#include "gauze/base/parallel.h"

namespace gauze {
namespace {

constexpr int kSplits = 100;     // the proportion of two aliases is looked for in steps of 1 %
constexpr double kAlike = 1e-9;  // misfits that differ by rounding only

double Sum(const std::vector<std::uint64_t>& rows) {
  return static_cast<double>(std::accumulate(rows.begin(), rows.end(), std::uint64_t{0}));
}

// Rows of each value that are expected behind aliases.
std::vector<double> HiddenRows(const AliasView& view) {
  const double known = Sum(view.known_rows);
  const double scale =
      known == 0 ? 0 : (Sum(view.alias_rows) + Sum(view.open_rows) + Sum(view.named_rows)) / known;
  std::vector<double> hidden(view.known_rows.size());
  for (std::size_t v = 0; v < hidden.size(); ++v) {
    hidden[v] = std::max(0.0, static_cast<double>(view.known_rows[v]) * scale -
                                  static_cast<double>(view.open_rows[v]));
  }
  return hidden;
}

// What an alias may stand for: one value, or several that share it.
struct Meaning {
  std::vector<std::size_t> values;
  std::size_t guess = 0;  // the likeliest of them
  double hidden = 0;
  std::uint64_t known = 0;  // decides between meanings that as many rows hide
};

Meaning MeaningOf(std::vector<std::size_t> values, const AliasView& view,
                  const std::vector<double>& hidden) {
  Meaning meaning;
  meaning.guess = *std::ranges::max_element(
      values, {}, [&](std::size_t v) { return std::pair(hidden[v], view.known_rows[v]); });
  for (const std::size_t v : values) {
    meaning.hidden += hidden[v];
    meaning.known += view.known_rows[v];
  }
  meaning.values = std::move(values);
  return meaning;
}

std::vector<Meaning> SingleMeanings(const AliasView& view, const std::vector<double>& hidden) {
  std::vector<Meaning> meanings;
  for (std::size_t v = 0; v < hidden.size(); ++v) meanings.push_back(MeaningOf({v}, view, hidden));
  return meanings;
}

// One for each group, without the rows that show its name.
std::vector<Meaning> GroupMeanings(const AliasView& view, const std::vector<double>& hidden) {
  std::vector<std::vector<std::size_t>> members;
  for (std::size_t v = 0; v < view.group.size(); ++v) {
    members.resize(std::max(members.size(), view.group[v] + 1));
    members[view.group[v]].push_back(v);
  }
  std::vector<Meaning> meanings;
  for (std::size_t g = 0; g < members.size(); ++g) {
    meanings.push_back(MeaningOf(std::move(members[g]), view, hidden));
    const double named = g < view.named_rows.size() ? static_cast<double>(view.named_rows[g]) : 0;
    meanings.back().hidden = std::max(0.0, meanings.back().hidden - named);
  }
  return meanings;
}

// What an alias can stand for.
std::vector<Meaning> Meanings(const AliasView& view, const std::vector<double>& hidden) {
  return view.group.empty() ? SingleMeanings(view, hidden) : GroupMeanings(view, hidden);
}

struct Expected {
  double rows;
  std::uint64_t known;
  std::size_t guess;
};

// Aliases and what is expected are both in decreasing order. Roots, because they make the chance
// error of a count the same whatever its size.
double Misfit(const std::vector<std::uint64_t>& rows, const std::vector<Expected>& expected) {
  double misfit = 0;
  for (std::size_t i = 0; i < std::max(rows.size(), expected.size()); ++i) {
    const double seen = i < rows.size() ? static_cast<double>(rows[i]) : 0;
    const double wanted = i < expected.size() ? expected[i].rows : 0;
    const double off = std::sqrt(seen) - std::sqrt(wanted);
    misfit += off * off;
  }
  return misfit;
}

std::vector<Expected> Split(const std::vector<Meaning>& meanings, double share, bool twice) {
  std::vector<Expected> expected;
  const auto add = [&](const Meaning& meaning, double part) {
    expected.push_back({meaning.hidden * part, meaning.known, meaning.guess});
  };
  for (const Meaning& meaning : meanings) {
    add(meaning, share);
    if (twice) add(meaning, 1 - share);
  }
  std::ranges::sort(expected, [](const Expected& a, const Expected& b) {
    return std::tuple(b.rows, b.known, a.guess) < std::tuple(a.rows, a.known, b.guess);
  });
  return expected;
}

// The logarithm of how likely each cell is beside a meaning. A cell that was never seen beside it
// is as likely as one known row spread over all cells makes it.
std::vector<double> LogChances(const AliasCompany& company, const std::vector<double>& everywhere,
                               const Meaning& meaning) {
  constexpr double kNeverSeen = 1e-12;
  std::vector<double> chances = everywhere;
  double rows = 1;
  for (const std::size_t v : meaning.values) {
    for (const auto& [cell, count] : company.values[v]) {
      chances[cell] += static_cast<double>(count);
      rows += static_cast<double>(count);
    }
  }
  for (double& chance : chances) chance = std::log(std::max(chance / rows, kNeverSeen));
  return chances;
}

std::vector<double> Everywhere(const AliasCompany& company) {
  std::vector<double> shares(company.cells);
  double rows = 0;
  for (const auto& cells : company.values) {
    for (const auto& [cell, count] : cells) {
      shares[cell] += static_cast<double>(count);
      rows += static_cast<double>(count);
    }
  }
  for (double& share : shares) share /= std::max(rows, 1.0);
  return shares;
}

}  // namespace

AliasGuesses GuessByRank(const AliasView& view) {
  std::vector<std::size_t> order(view.alias_rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    return view.alias_rows[a] != view.alias_rows[b] ? view.alias_rows[a] > view.alias_rows[b]
                                                    : a < b;
  });
  std::vector<std::uint64_t> rows;
  for (const std::size_t alias : order) rows.push_back(view.alias_rows[alias]);
  const std::vector<double> hidden = HiddenRows(view);
  const std::vector<Meaning> meanings = Meanings(view, hidden);
  std::vector<Expected> best;
  double least = std::numeric_limits<double>::infinity();
  // A value has two aliases, a group one.
  for (int percent = view.group.empty() ? 0 : kSplits; percent <= kSplits; ++percent) {
    std::vector<Expected> expected = Split(meanings, percent * 1.0 / kSplits, view.group.empty());
    const double misfit = Misfit(rows, expected);
    if (misfit > least - kAlike) continue;
    least = misfit;
    best = std::move(expected);
  }
  AliasGuesses guesses = GuessBlindly(view);
  for (std::size_t begin = 0; begin < order.size();) {
    std::vector<std::size_t> matched;
    std::size_t end = begin;
    for (; end < order.size() && rows[end] == rows[begin]; ++end) {
      if (end < best.size()) matched.push_back(best[end].guess);
    }
    std::ranges::sort(matched);
    for (; begin < end; ++begin) {
      if (!matched.empty()) guesses[order[begin]] = matched;
    }
  }
  return guesses;
}

AliasGuesses GuessByCompany(const AliasView& view) {
  const std::vector<double> hidden = HiddenRows(view);
  std::vector<Meaning> meanings = Meanings(view, hidden);
  // So that of meanings which are equally likely the one with most rows is found first.
  std::ranges::sort(meanings, [](const Meaning& a, const Meaning& b) {
    return std::tie(b.hidden, b.known, a.values) < std::tie(a.hidden, a.known, b.values);
  });
  std::vector<std::vector<double>> everywhere;
  for (const AliasCompany& company : view.company) everywhere.push_back(Everywhere(company));
  AliasGuesses guesses(view.alias_rows.size());
  std::vector<double> best(guesses.size(), -std::numeric_limits<double>::infinity());
  for (const Meaning& meaning : meanings) {
    std::vector<std::vector<double>> chances;
    for (std::size_t c = 0; c < view.company.size(); ++c) {
      chances.push_back(LogChances(view.company[c], everywhere[c], meaning));
    }
    ForEach(guesses.size(), [&](std::size_t alias) {
      double likelihood = 0;
      for (std::size_t c = 0; c < view.company.size(); ++c) {
        for (const auto& [cell, count] : view.company[c].aliases[alias]) {
          likelihood += static_cast<double>(count) * chances[c][cell];
        }
      }
      if (likelihood <= best[alias]) return;
      best[alias] = likelihood;
      guesses[alias] = {meaning.guess};
    });
  }
  return guesses;
}

std::vector<std::size_t> GuessInGroups(const AliasView& view) {
  std::vector<std::size_t> guesses;
  for (const Meaning& meaning : GroupMeanings(view, HiddenRows(view))) {
    guesses.push_back(meaning.guess);
  }
  return guesses;
}

AliasGuesses GuessBlindly(const AliasView& view) {
  const std::vector<double> hidden = HiddenRows(view);
  AliasGuesses guesses(view.alias_rows.size());
  if (hidden.empty()) return guesses;
  std::vector<std::size_t> values(hidden.size());
  std::iota(values.begin(), values.end(), std::size_t{0});
  const std::size_t most = MeaningOf(std::move(values), view, hidden).guess;
  for (auto& guess : guesses) guess = {most};
  return guesses;
}

}  // namespace gauze
