#include "gauze/attack/channels/search.h"

#include <algorithm>
#include <numeric>

#include "gauze/attack/channels/crowd_signatures.h"
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

// What two releases tell of a group of crowds.
struct Told {
  std::optional<Leak> difference;
  std::optional<Leak> intersection;
  std::optional<Multiset> newcomer;  // all they can have, if they came between the two
};

class Searcher {
 public:
  Searcher(const Series& series, const CrowdSignatures& signatures, std::size_t column,
           const Judge& judge, std::vector<Leaks>& leaks)
      : series_(series),
        signatures_(signatures),
        column_(column),
        judge_(judge),
        leaks_(leaks),
        known_(series.crowds.size()) {}

  void LookAt(std::uint32_t release) {
    ForEach(known_.size(), [&](std::size_t c) {
      if (release < series_.crowds[c].sure) return;
      const Multiset values = ValuesAt(c, release);
      Note(c, kOneRelease, Look(release, release, values, values));
      Learn(c, values);
    });
  }

  Status Compare(std::uint32_t earlier, std::uint32_t later, const Pair& pair) {
    const Groups groups = signatures_.Together({earlier, later});
    std::vector<Told> told(groups.first.size());
    ForEach(told.size(), [&](std::size_t group) {
      told[group] = Tell(groups.first[group], earlier, later, pair);
    });
    ForEach(known_.size(), [&](std::size_t c) {
      if (!groups.of[c]) return;
      const Told& mine = told[*groups.of[c]];
      Note(c, kDifference, mine.difference);
      Note(c, kIntersection, mine.intersection);
      if (mine.newcomer) Learn(c, *mine.newcomer);
    });
    return DeduceFrom({earlier, later}, groups);
  }

  Status Combine() {
    std::vector<std::uint32_t> all(series_.releases.size());
    std::iota(all.begin(), all.end(), 0U);
    GAUZE_TRY(DeduceFrom(all, signatures_.Together(all)));
    const std::uint32_t last = all.back();
    ForEach(known_.size(), [&](std::size_t c) {
      if (!known_[c].shown) return;
      Multiset left;
      for (const auto& [value, rows] : *known_[c].shown) {
        if (CountOf(*known_[c].most, value) > 0) left.emplace_back(value, rows);
      }
      Note(c, kCombination, Look(series_.crowds[c].first, last, left, ValuesAt(c, last)));
      for (const Kind kind : {kOneRelease, kDifference, kIntersection}) {
        if (leaks_[c][kind] && !leaks_[c][kCombination]) leaks_[c][kCombination] = leaks_[c][kind];
      }
    });
    return {};
  }

 private:
  Multiset ValuesAt(std::size_t c, std::uint32_t release) const {
    return ValuesOf(series_.releases[release], series_.crowds[c].places[release], column_);
  }

  Told Tell(std::size_t c, std::uint32_t earlier, std::uint32_t later, const Pair& pair) const {
    const Crowd& crowd = series_.crowds[c];
    Told told;
    if (later < crowd.sure) return told;
    const Multiset whole = ValuesAt(c, later);
    if (crowd.first > earlier) {
      for (const Multiset& left : pair.Differences(crowd.places[later], whole, column_)) {
        KeepWorse(told.difference, Look(earlier, later, left, whole));
      }
      told.newcomer = pair.Newcomer(crowd.places[later], column_);
    } else if (crowd.sure <= earlier) {
      // Nothing to learn that the releases by themselves have not taught already.
      told.intersection = Look(earlier, later, Common(ValuesAt(c, earlier), whole), whole);
    }
    return told;
  }

  // What is wrong with the values that are left of all those of a person's classes, if anything.
  std::optional<Leak> Look(std::uint32_t earlier, std::uint32_t later, const Multiset& left,
                           const Multiset& whole) const {
    if (judge_.Keeps(column_, left)) return std::nullopt;
    return MakeLeak(column_, earlier, later, left, whole);
  }

  static void KeepWorse(std::optional<Leak>& worst, const std::optional<Leak>& leak) {
    if (leak && (!worst || leak->WorseThan(*worst))) worst = leak;
  }

  void Note(std::size_t c, Kind kind, const std::optional<Leak>& leak) {
    KeepWorse(leaks_[c][kind], leak);
  }

  void Learn(std::size_t c, const Multiset& values) {
    auto& shown = known_[c].shown;
    shown = shown ? Common(*shown, values) : values;
  }

  // With fewer releases there are larger groups, of which more can be said than of each of their
  // crowds. Over all releases every crowd is one, and what is known of it already helps.
  Status DeduceFrom(const std::vector<std::uint32_t>& releases, const Groups& groups) {
    std::vector<std::vector<const Multiset*>> classes;
    for (const std::uint32_t t : releases) {
      auto& values = classes.emplace_back();
      for (const ShownClass& shown : series_.releases[t].classes) {
        values.push_back(&shown.values[column_]);
      }
    }
    const bool all = releases.size() == series_.releases.size();
    std::vector<PeopleAlike> parts;
    for (const std::uint32_t c : groups.first) {
      const Crowd& crowd = series_.crowds[c];
      PeopleAlike& part = parts.emplace_back();
      for (const std::uint32_t t : releases) {
        part.places.push_back(crowd.places[t]);
        part.sure.push_back(crowd.sure <= t);
      }
      if (all) part.most = MostOf(known_[c]);
    }
    for (std::size_t c = 0; c < known_.size(); ++c) {
      if (groups.of[c]) parts[*groups.of[c]].people += series_.crowds[c].people;
    }
    if (!Deduce(classes, parts)) return Disagree();
    ForEach(known_.size(), [&](std::size_t c) {
      if (!groups.of[c] || !parts[*groups.of[c]].most) return;
      const Multiset& most = *parts[*groups.of[c]].most;
      auto& mine = known_[c].most;
      mine = mine ? Common(*mine, most) : most;
    });
    return {};
  }

  static std::optional<Multiset> MostOf(const Known& known) {
    if (!known.shown || !known.most) return known.shown;
    return Common(*known.shown, *known.most);
  }

  static tl::unexpected<Error> Disagree() {
    return InputError("the releases contradict each other or the sources", "",
                      "give them in the order of publication; rows must not have been deleted or "
                      "changed between two of them");
  }

  const Series& series_;
  const CrowdSignatures& signatures_;
  std::size_t column_;
  const Judge& judge_;
  std::vector<Leaks>& leaks_;
  std::vector<Known> known_;  // one per crowd
};

}  // namespace

Leak MakeLeak(std::size_t column, std::uint32_t earlier, std::uint32_t later, const Multiset& left,
              const Multiset& whole) {
  return {.column = column,
          .earlier = earlier,
          .later = later,
          .values = left.size(),
          .rows = RowsOf(left),
          .of_values = whole.size(),
          .of_rows = RowsOf(whole)};
}

Result<std::vector<Leaks>> Search(const Series& series, std::size_t columns, const Judge& judge,
                                  Progress& progress) {
  std::vector<Leaks> leaks(series.crowds.size());
  const CrowdSignatures signatures(series);
  std::vector<Searcher> searchers;
  const auto releases = static_cast<std::uint32_t>(series.releases.size());
  for (std::size_t column = 0; column < columns; ++column) {
    searchers.emplace_back(series, signatures, column, judge, leaks);
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
