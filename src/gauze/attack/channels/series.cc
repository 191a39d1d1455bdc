#include "gauze/attack/channels/series.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "gauze/attack/channels/box_tree.h"
#include "gauze/base/parallel.h"

namespace gauze::channels {
namespace {

std::string NameOf(std::size_t release) { return fmt::format("release {}", release + 1); }

// For each release whether it shows everybody who came until then.
Result<std::vector<bool>> FullReleases(const std::vector<ShownRelease>& releases,
                                       const std::vector<People>& people) {
  std::vector<std::uint64_t> came(releases.size());
  for (const People& one : people) came[one.first] += one.count;
  std::vector<bool> full;
  std::uint64_t until_now = 0;
  for (std::size_t t = 0; t < releases.size(); ++t) {
    until_now += came[t];
    if (releases[t].rows > until_now) {
      return InputError(
          fmt::format("the release has {} rows, but the sources up to it have only {} people",
                      releases[t].rows, until_now),
          NameOf(t), "give one source per release, with the people who first appear in it");
    }
    full.push_back(releases[t].rows == until_now);
  }
  return full;
}

std::uint32_t SureFrom(const std::vector<bool>& full, std::uint32_t first) {
  while (first < full.size() && !full[first]) ++first;
  return first;
}

}  // namespace

Result<std::vector<Crowd>> FindPlaces(const std::vector<ShownRelease>& releases,
                                      const std::vector<People>& people) {
  GAUZE_ASSIGN(const std::vector<bool> full, FullReleases(releases, people));
  std::vector<std::vector<Places>> places(people.size(), std::vector<Places>(releases.size()));
  for (std::uint32_t t = 0; t < releases.size(); ++t) {
    std::vector<const Box*> boxes;
    for (const ShownClass& shown : releases[t].classes) boxes.push_back(&shown.box);
    const BoxTree tree(std::move(boxes));
    ForEach(people.size(), [&](std::size_t i) {
      if (people[i].first <= t) places[i][t] = tree.Touching(people[i].box);
    });
    for (std::size_t i = 0; i < people.size(); ++i) {
      if (places[i][t].empty() && full[t] && people[i].first <= t) {
        return InputError(
            fmt::format("somebody in source {} fits no class", people[i].first + 1), NameOf(t),
            "are these the hierarchies and the people that the release was made with?");
      }
    }
  }
  std::map<std::pair<std::uint32_t, std::vector<Places>>, std::uint64_t> alike;
  for (std::size_t i = 0; i < people.size(); ++i) {
    alike[{people[i].first, std::move(places[i])}] += people[i].count;
  }
  std::vector<Crowd> crowds;
  for (const auto& [key, count] : alike) {
    crowds.push_back({.first = key.first,
                      .people = count,
                      .places = key.second,
                      .sure = SureFrom(full, key.first)});
  }
  return crowds;
}

Multiset ValuesOf(const ShownRelease& release, const Places& places, std::size_t column) {
  if (places.size() == 1) return release.classes[places.front()].values[column];
  Total total;
  for (const std::uint32_t place : places) total.Add(release.classes[place].values[column]);
  return total.Values();
}

}  // namespace gauze::channels
