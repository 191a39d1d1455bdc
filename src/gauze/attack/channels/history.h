#pragma once

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "gauze/attack/channels/series.h"

// For tests: small histories of releases, and an adversary who has all of these.

namespace gauze::channels {

inline constexpr Code kValues = 3;

struct Person {
  std::uint64_t age = 0;
  std::uint32_t came = 0;   // the source that lists the person
  std::uint32_t shown = 0;  // the first release that does; may be past the last
  Code value = 0;
};

// People, and releases of them. Everybody who is shown stays.
struct History {
  std::vector<Person> persons;
  std::vector<ShownRelease> releases;
};

// Classes in which everybody of some group is; equal boxes are one class.
inline ShownRelease Show(const std::vector<Person>& persons,
                         const std::map<std::size_t, int>& group_of) {
  std::map<int, std::vector<std::size_t>> groups;
  for (const auto& [person, group] : group_of) groups[group].push_back(person);
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::map<Code, std::uint64_t>> classes;
  for (const auto& [group, members] : groups) {
    Reach ages{.low = persons[members.front()].age, .high = persons[members.front()].age};
    for (const std::size_t p : members) {
      ages.low = std::min(ages.low, persons[p].age);
      ages.high = std::max(ages.high, persons[p].age);
    }
    for (const std::size_t p : members) ++classes[{ages.low, ages.high}][persons[p].value];
  }
  ShownRelease release;
  for (const auto& [ages, values] : classes) {
    ShownClass shown{.box = {{.low = ages.first, .high = ages.second}},
                     .values = {Multiset(values.begin(), values.end())}};
    shown.rows = RowsOf(shown.values[0]);
    release.rows += shown.rows;
    release.classes.push_back(std::move(shown));
  }
  return release;
}

class Maker {
 public:
  explicit Maker(std::uint64_t seed) : random_(seed) {}

  // `apart`: no two boxes of a release touch. `waiting`: some are shown later than they came.
  History Make(std::size_t people, std::uint32_t releases, bool apart, bool waiting) {
    History history;
    for (std::size_t p = 0; p < people; ++p) {
      const std::uint32_t came = p == 0 ? 0 : Below(releases);
      const std::uint32_t late = waiting && Below(3) == 0 ? 1 + Below(2) : 0;
      history.persons.push_back(
          {.age = Below(9), .came = came, .shown = came + late, .value = Below(kValues)});
    }
    for (std::uint32_t t = 0; t < releases; ++t) {
      std::vector<std::uint64_t> cuts = {Below(10), Below(10)};
      std::map<std::size_t, int> group_of;
      for (std::size_t p = 0; p < people; ++p) {
        const Person& one = history.persons[p];
        if (one.shown > t) continue;
        const auto passed =
            std::ranges::count_if(cuts, [&](std::uint64_t cut) { return one.age >= cut; });
        group_of[p] = apart ? static_cast<int>(passed) : static_cast<int>(Below(3));
      }
      history.releases.push_back(Show(history.persons, group_of));
    }
    return history;
  }

  std::uint32_t Below(std::uint32_t count) { return static_cast<std::uint32_t>(random_() % count); }

 private:
  std::mt19937_64 random_;
};

// An adversary who knows everybody's age and source and has all releases goes through everything
// that can be true: who is shown from when on, who is in which of the classes that can hold them,
// and who has which value.
class Everything {
 public:
  explicit Everything(const History& history)
      : history_(history),
        value_(history.persons.size()),
        shown_(history.persons.size()),
        possible_(history.persons.size()) {
    ChooseShown(0);
  }

  const std::set<Code>& Possible(std::size_t person) const { return possible_[person]; }

 private:
  void ChooseShown(std::size_t p) {
    const auto releases = static_cast<std::uint32_t>(history_.releases.size());
    if (p < shown_.size()) {
      for (shown_[p] = history_.persons[p].came; shown_[p] <= releases; ++shown_[p]) {
        ChooseShown(p + 1);
      }
      return;
    }
    for (std::uint32_t t = 0; t < releases; ++t) {
      const auto there = std::ranges::count_if(shown_, [&](auto first) { return first <= t; });
      if (static_cast<std::uint64_t>(there) != history_.releases[t].rows) return;
    }
    ChooseValue(0);
  }

  void ChooseValue(std::size_t p) {
    if (p < value_.size()) {
      for (value_[p] = 0; value_[p] < kValues; ++value_[p]) ChooseValue(p + 1);
      return;
    }
    for (std::uint32_t t = 0; t < history_.releases.size(); ++t) {
      std::vector<Multiset> left;
      for (const ShownClass& shown : history_.releases[t].classes) left.push_back(shown.values[0]);
      if (!Fits(t, 0, left)) return;
    }
    for (std::size_t one = 0; one < value_.size(); ++one) possible_[one].insert(value_[one]);
  }

  // Whether everybody from this person on finds a class with their value left.
  bool Fits(std::uint32_t t, std::size_t p, std::vector<Multiset>& left) const {
    while (p < value_.size() && shown_[p] > t) ++p;
    if (p == value_.size()) return true;
    for (std::size_t c = 0; c < left.size(); ++c) {
      if (!history_.releases[t].classes[c].box[0].Has(history_.persons[p].age)) continue;
      if (CountOf(left[c], value_[p]) == 0) continue;
      const Multiset before = left[c];
      left[c] = Less(left[c], {{value_[p], 1}});
      if (Fits(t, p + 1, left)) return true;
      left[c] = before;
    }
    return false;
  }

  const History& history_;
  std::vector<Code> value_;
  std::vector<std::uint32_t> shown_;
  std::vector<std::set<Code>> possible_;
};

}  // namespace gauze::channels
