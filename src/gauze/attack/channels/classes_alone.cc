#include "gauze/attack/channels/classes_alone.h"

#include <algorithm>

#include "gauze/attack/channels/box_tree.h"
#include "gauze/attack/channels/pair.h"
#include "gauze/base/parallel.h"

namespace gauze::channels {
namespace {

// By class, whether its box touches no other of the release.
std::vector<bool> Apart(const ShownRelease& release) {
  std::vector<const Box*> boxes;
  for (const ShownClass& shown : release.classes) boxes.push_back(&shown.box);
  const BoxTree tree(std::move(boxes));
  std::vector<std::uint8_t> apart(release.classes.size());
  ForEach(apart.size(), [&](std::size_t c) {
    apart[c] = tree.Touching(release.classes[c].box).size() == 1 ? 1 : 0;
  });
  return {apart.begin(), apart.end()};
}

class ClassSearcher {
 public:
  ClassSearcher(const Series& series, const Judge& judge) : series_(series), judge_(judge) {
    for (const ShownRelease& release : series.releases) {
      apart_.push_back(Apart(release));
      found_.overlapping += static_cast<std::uint64_t>(std::ranges::count(apart_.back(), false));
    }
  }

  void Enter(std::uint32_t later) {
    for (auto& people : people_) people.assign(series_.releases[later].classes.size(), 0);
  }

  void LookAt(std::uint32_t release, std::size_t column) {
    const auto& classes = series_.releases[release].classes;
    for (std::size_t c = 0; c < classes.size(); ++c) {
      const Multiset& values = classes[c].values[column];
      if (!apart_[release][c] || judge_.Keeps(column, values)) continue;
      Note(kOneRelease, c, classes[c].rows, MakeLeak(column, release, release, values, values));
    }
  }

  void Compare(std::uint32_t earlier, std::uint32_t later, const Pair& pair, std::size_t column) {
    const auto& before = series_.releases[earlier].classes;
    const auto& after = series_.releases[later].classes;
    for (std::uint32_t c = 0; c < after.size(); ++c) {
      if (!apart_[later][c]) continue;
      const Multiset& whole = after[c].values[column];
      const std::uint64_t fresh =
          RowsOf(Less(whole, ValuesOf(series_.releases[earlier], pair.Predecessors(c), column)));
      if (fresh > 0) {
        for (const Multiset& left : pair.Differences({c}, whole, column)) {
          if (judge_.Keeps(column, left)) continue;
          Note(kDifference, c, fresh, MakeLeak(column, earlier, later, left, whole));
        }
      }
      std::uint64_t stayed = 0;
      std::optional<Leak> worst;
      for (const std::uint32_t e : pair.Predecessors(c)) {
        if (!apart_[earlier][e]) continue;
        const Multiset both = Common(before[e].values[column], whole);
        if (judge_.Keeps(column, both)) continue;
        Places others = pair.Successors(e);
        std::erase(others, c);
        const std::uint64_t certain = RowsOf(
            Less(before[e].values[column], ValuesOf(series_.releases[later], others, column)));
        const Leak leak = MakeLeak(column, earlier, later, both, whole);
        if (certain > 0 && (!worst || leak.WorseThan(*worst))) worst = leak;
        stayed += certain;
      }
      if (worst) Note(kIntersection, c, stayed, *worst);
    }
  }

  void Leave() {
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      std::uint64_t people = 0;
      for (const std::uint64_t more : people_[kind]) people += more;
      found_.people[kind] = std::max(found_.people[kind], people);
    }
  }

  const CertainLeaks& found() const { return found_; }

 private:
  void Note(Kind kind, std::size_t c, std::uint64_t people, const Leak& leak) {
    people_[kind][c] = std::max(people_[kind][c], people);
    auto& worst = found_.worst[kind];
    if (!worst || leak.WorseThan(*worst)) worst = leak;
  }

  const Series& series_;
  const Judge& judge_;
  std::vector<std::vector<bool>> apart_;                   // [release][class]
  std::array<std::vector<std::uint64_t>, kKinds> people_;  // by class of the later release
  CertainLeaks found_;
};

}  // namespace

CertainLeaks SearchClasses(const Series& series, std::size_t columns, const Judge& judge,
                           Progress& progress) {
  ClassSearcher searcher(series, judge);
  const auto releases = static_cast<std::uint32_t>(series.releases.size());
  progress.Stage("comparing releases", std::uint64_t{releases} * (releases - 1) / 2);
  for (std::uint32_t later = 0; later < releases; ++later) {
    searcher.Enter(later);
    for (std::size_t column = 0; column < columns; ++column) searcher.LookAt(later, column);
    for (std::uint32_t earlier = 0; earlier < later; ++earlier) {
      const Pair pair(series.releases[earlier], series.releases[later], columns);
      for (std::size_t column = 0; column < columns; ++column) {
        searcher.Compare(earlier, later, pair, column);
      }
      progress.Advance(1);
    }
    searcher.Leave();
  }
  return searcher.found();
}

}  // namespace gauze::channels
