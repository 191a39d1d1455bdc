#include "gauze/attack/channels/search.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "gauze/attack/channels/deduce.h"
#include "gauze/attack/channels/pair.h"
#include "gauze/base/parallel.h"

namespace gauze::channels {
namespace {

// What is known of the people of a crowd: the values they can have, and how many of them at most.
struct Known {
  std::optional<Multiset>
      shown;                     // common to all that is shown of them; nothing: never surely shown
  std::optional<Multiset> most;  // as far as it was deduced
};

class Searcher {
 public:
  Searcher(const Series& series, std::size_t column, const Judge& judge, std::vector<Leaks>& leaks)
      : series_(series),
        column_(column),
        judge_(judge),
        leaks_(leaks),
        known_(series.crowds.size()) {
    for (std::uint32_t t = 0; t < series.releases.size(); ++t) {
      std::map<std::pair<Places, bool>, std::uint32_t> numbers;
      auto& spots = spots_.emplace_back();
      for (const Crowd& crowd : series.crowds) {
        const auto next = static_cast<std::uint32_t>(numbers.size());
        spots.push_back(
            numbers.emplace(std::pair(crowd.places[t], crowd.sure <= t), next).first->second);
      }
    }
  }

  void LookAt(std::uint32_t release) {
    ForEach(known_.size(), [&](std::size_t c) {
      const Crowd& crowd = series_.crowds[c];
      if (release < crowd.sure) return;
      const Multiset values = ValuesOf(series_.releases[release], crowd.places[release], column_);
      Note(c, kOneRelease, release, release, values);
      Learn(c, values);
    });
  }

  Status Compare(std::uint32_t earlier, std::uint32_t later, const Pair& pair) {
    ForEach(known_.size(), [&](std::size_t c) {
      const Crowd& crowd = series_.crowds[c];
      if (later < crowd.sure) return;
      if (crowd.first > earlier) {
        for (const std::uint32_t e : Compatible(pair, crowd.places[later])) {
          Note(c, kDifference, earlier, later, pair.Newcomer(crowd.places[later], e, column_));
        }
        Learn(c, pair.Newcomer(crowd.places[later], column_));
      } else if (crowd.sure <= earlier) {
        // Nothing that the releases by themselves have not taught already.
        Note(c, kIntersection, earlier, later,
             pair.Stayed(crowd.places[earlier], crowd.places[later], column_));
      }
    });
    return DeduceFrom({earlier, later});
  }

  Status Combine() {
    std::vector<std::uint32_t> all(series_.releases.size());
    std::iota(all.begin(), all.end(), 0U);
    GAUZE_TRY(DeduceFrom(all));
    const std::uint32_t last = all.back();
    ForEach(known_.size(), [&](std::size_t c) {
      if (!known_[c].shown) return;
      Multiset left;
      for (const auto& [value, rows] : *known_[c].shown) {
        if (CountOf(*known_[c].most, value) > 0) left.emplace_back(value, rows);
      }
      Note(c, kCombination, series_.crowds[c].first, last, left);
      for (const Kind kind : {kOneRelease, kDifference, kIntersection}) {
        if (leaks_[c][kind] && !leaks_[c][kCombination]) leaks_[c][kCombination] = leaks_[c][kind];
      }
    });
    return {};
  }

 private:
  static Places Compatible(const Pair& pair, const Places& later) {
    if (later.size() == 1) return pair.Predecessors(later.front());
    std::set<std::uint32_t> compatible;
    for (const std::uint32_t place : later) {
      compatible.insert(pair.Predecessors(place).begin(), pair.Predecessors(place).end());
    }
    return {compatible.begin(), compatible.end()};
  }

  void Learn(std::size_t c, const Multiset& values) {
    auto& shown = known_[c].shown;
    shown = shown ? Common(*shown, values) : values;
  }

  void Note(std::size_t c, Kind kind, std::uint32_t earlier, std::uint32_t later,
            const Multiset& values) {
    if (judge_.Keeps(column_, values)) return;
    const Multiset whole =
        ValuesOf(series_.releases[later], series_.crowds[c].places[later], column_);
    const Leak leak = {.column = column_,
                       .earlier = earlier,
                       .later = later,
                       .values = values.size(),
                       .rows = RowsOf(values),
                       .of_values = whole.size(),
                       .of_rows = RowsOf(whole)};
    auto& worst = leaks_[c][kind];
    if (!worst || leak.WorseThan(*worst)) worst = leak;
  }

  // Crowds that these releases do not tell apart are one part: with fewer releases there are larger
  // parts, of which more can be said than of each of their crowds.
  Status DeduceFrom(const std::vector<std::uint32_t>& releases) {
    std::vector<std::vector<const Multiset*>> classes;
    for (const std::uint32_t t : releases) {
      auto& values = classes.emplace_back();
      for (const ShownClass& shown : series_.releases[t].classes) {
        values.push_back(&shown.values[column_]);
      }
    }
    const std::vector<std::optional<std::size_t>> part_of = PartsOf(releases);
    const bool all = releases.size() == series_.releases.size();
    std::vector<Part> parts;
    for (std::size_t c = 0; c < known_.size(); ++c) {
      if (!part_of[c]) continue;
      const Crowd& crowd = series_.crowds[c];
      if (*part_of[c] == parts.size()) {
        Part& part = parts.emplace_back();
        for (const std::uint32_t t : releases) {
          part.places.push_back(crowd.places[t]);
          part.sure.push_back(crowd.sure <= t);
        }
        if (all) part.most = MostOf(known_[c]);
      }
      parts[*part_of[c]].people += crowd.people;
    }
    if (!Deduce(classes, parts)) return Disagree();
    for (std::size_t c = 0; c < known_.size(); ++c) {
      if (!part_of[c]) continue;
      const auto& most = parts[*part_of[c]].most;
      if (!most) continue;
      auto& mine = known_[c].most;
      mine = mine ? Common(*mine, *most) : *most;
    }
    return {};
  }

  // Parts by number, in the order in which crowds meet them; crowds that came later are in none.
  // Over all releases every crowd is a part, and what is known of it already helps.
  std::vector<std::optional<std::size_t>> PartsOf(
      const std::vector<std::uint32_t>& releases) const {
    std::vector<std::optional<std::size_t>> part_of(known_.size());
    const bool all = releases.size() == series_.releases.size();
    std::map<std::vector<std::uint32_t>, std::size_t> numbers;
    for (std::size_t c = 0; c < known_.size(); ++c) {
      if (series_.crowds[c].first > releases.back()) continue;
      std::vector<std::uint32_t> key;
      for (const std::uint32_t t : releases) key.push_back(spots_[t][c]);
      part_of[c] = all ? c : numbers.emplace(std::move(key), numbers.size()).first->second;
    }
    return part_of;
  }

  static std::optional<Multiset> MostOf(const Known& known) {
    if (!known.shown || !known.most) return known.shown;
    return Common(*known.shown, *known.most);
  }

  static tl::unexpected<Error> Disagree() {
    return InputError("the releases do not agree with each other and with the sources", "",
                      "they must be given in the order of publication, and nobody may have left or "
                      "have got another value between two of them");
  }

  const Series& series_;
  std::size_t column_;
  const Judge& judge_;
  std::vector<Leaks>& leaks_;
  std::vector<Known> known_;  // one a crowd
  // [release][crowd]: numbers for what the release tells of where a crowd is.
  std::vector<std::vector<std::uint32_t>> spots_;
};

}  // namespace

Result<std::vector<Leaks>> Search(const Series& series, std::size_t columns, const Judge& judge,
                                  Progress& progress) {
  std::vector<Leaks> leaks(series.crowds.size());
  std::vector<Searcher> searchers;
  const auto releases = static_cast<std::uint32_t>(series.releases.size());
  for (std::size_t column = 0; column < columns; ++column) {
    searchers.emplace_back(series, column, judge, leaks);
    for (std::uint32_t t = 0; t < releases; ++t) searchers.back().LookAt(t);
  }
  progress.Stage("comparing releases", std::uint64_t{releases} * (releases - 1) / 2);
  for (std::uint32_t later = 1; later < releases; ++later) {
    for (std::uint32_t earlier = 0; earlier < later; ++earlier) {
      const Pair pair(series.releases[earlier], series.releases[later], columns);
      for (Searcher& searcher : searchers) GAUZE_TRY(searcher.Compare(earlier, later, pair));
      progress.Advance(1);
    }
  }
  progress.Stage("combining releases", columns);
  for (Searcher& searcher : searchers) GAUZE_TRY(searcher.Combine());
  return leaks;
}

}  // namespace gauze::channels
