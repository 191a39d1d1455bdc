#include "gauze/attack/channels/search.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

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
        known_(series.crowds.size()) {}

  void LookAt(std::uint32_t release) {
    ForEach(known_.size(), [&](std::size_t c) {
      const Crowd& crowd = series_.crowds[c];
      if (release < crowd.sure) return;
      Learn(c, kOneRelease, release, release,
            ValuesOf(series_.releases[release], crowd.places[release], column_));
    });
  }

  Status Compare(std::uint32_t earlier, std::uint32_t later, const Pair& pair) {
    ForEach(known_.size(), [&](std::size_t c) {
      const Crowd& crowd = series_.crowds[c];
      if (later < crowd.sure) return;
      if (crowd.first > earlier) {
        Learn(c, kDifference, earlier, later, pair.Newcomer(crowd.places[later], column_));
      } else if (crowd.sure <= earlier) {
        Learn(c, kIntersection, earlier, later,
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
  void Learn(std::size_t c, Kind kind, std::uint32_t earlier, std::uint32_t later,
             const Multiset& values) {
    Note(c, kind, earlier, later, values);
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
    const bool all = releases.size() == series_.releases.size();
    // Over all releases every crowd is a part, and what is already known of it helps.
    using Key = std::tuple<std::vector<Places>, std::vector<bool>, std::size_t>;
    std::map<Key, std::size_t> part_of;
    std::vector<std::optional<std::size_t>> part_of_crowd(known_.size());
    std::vector<Part> parts;
    for (std::size_t c = 0; c < known_.size(); ++c) {
      const Crowd& crowd = series_.crowds[c];
      if (crowd.first > releases.back()) continue;
      Part part;
      for (const std::uint32_t t : releases) {
        part.places.push_back(crowd.places[t]);
        part.sure.push_back(crowd.sure <= t);
      }
      const auto [place, fresh] =
          part_of.emplace(Key(part.places, part.sure, all ? c : 0), parts.size());
      part_of_crowd[c] = place->second;
      if (fresh) parts.push_back(std::move(part));
      Part& mine = parts[place->second];
      mine.people += crowd.people;
      if (all) mine.most = MostOf(known_[c]);
    }
    if (!Deduce(classes, parts)) return Disagree();
    for (std::size_t c = 0; c < known_.size(); ++c) {
      if (!part_of_crowd[c]) continue;
      const auto& most = parts[*part_of_crowd[c]].most;
      if (!most) continue;
      auto& mine = known_[c].most;
      mine = mine ? Common(*mine, *most) : *most;
    }
    return {};
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
