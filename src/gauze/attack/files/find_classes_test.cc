#include "gauze/attack/files/find_classes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <random>

#include "gauze/base/testing/test_rounds.h"

namespace gauze {
namespace {

using labels::AnyRelease;
using labels::KnownPeople;
using labels::Label;

// Labels from a single place to the whole domain, with gaps, or of nothing.
class RandomFiles {
 public:
  RandomFiles(std::uint64_t seed, std::size_t columns) : random_(seed), columns_(columns) {
    for (std::size_t j = 0; j < columns; ++j) {
      places_.push_back(2 + random_() % 60);
      widths_.push_back(1 + random_() % places_.back());
    }
  }

  AnyRelease Release(std::size_t classes) {
    AnyRelease release;
    for (std::size_t j = 0; j < columns_; ++j) {
      release.columns.emplace_back();
      for (int label = 0; label < 100; ++label) release.columns[j].labels.push_back(RandomLabel(j));
    }
    for (std::size_t i = 0; i < classes * columns_; ++i) {
      release.class_labels.push_back(static_cast<std::uint32_t>(random_() % 100));
    }
    release.class_rows.assign(classes, 1);
    return release;
  }

  KnownPeople People(std::size_t count) {
    KnownPeople people;
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = 0; j < columns_; ++j) {
        people.places.push_back(static_cast<Code>(random_() % places_[j]));
      }
    }
    people.rows.assign(count, 1);
    return people;
  }

 private:
  Label RandomLabel(std::size_t column) {
    Label label;
    if (random_() % 20 == 0) return label;
    Code from = static_cast<Code>(random_() % places_[column]);
    for (auto more = 1 + random_() % 3; more > 0 && from < places_[column]; --more) {
      const auto to = static_cast<Code>(
          std::min<std::uint64_t>(places_[column] - 1, from + random_() % widths_[column]));
      label.spans.push_back({from, to});
      from = to + 2;
    }
    return label;
  }

  std::mt19937_64 random_;
  std::size_t columns_;
  std::vector<std::uint64_t> places_;
  std::vector<std::uint64_t> widths_;
};

bool Covers(const AnyRelease& release, std::size_t one, const KnownPeople& people,
            std::size_t person, const std::vector<bool>& known) {
  for (std::size_t j = 0; j < known.size(); ++j) {
    const Code place = people.places[person * known.size() + j];
    if (known[j] && !release.LabelOf(one, j).Covers(place)) return false;
  }
  return true;
}

TEST(FindClasses, AreThoseThatLookingAtEachFinds) {
  std::mt19937_64 random(7);
  // Some are small enough to stay together, some are cut many times.
  for (std::uint64_t round = 0; round < TestRounds(24); ++round) {
    const std::size_t columns = 1 + random() % 4;
    RandomFiles files(random(), columns);
    const AnyRelease release = files.Release(random() % (round % 2 == 0 ? 6000 : 100));
    const KnownPeople people = files.People(random() % (round % 3 == 0 ? 100 : 3000));
    std::vector<bool> known(columns);
    for (std::size_t j = 0; j < columns; ++j) known[j] = random() % 3 > 0;
    known[random() % columns] = true;
    std::vector<std::vector<std::uint32_t>> found(people.size());
    std::vector<std::atomic<int>> visits(people.size());
    NoProgress progress;
    FindClasses(release, known, people, progress,
                [&](std::size_t person, const std::vector<std::uint32_t>& classes) {
                  found[person] = classes;
                  ++visits[person];
                });
    for (std::size_t person = 0; person < people.size(); ++person) {
      std::vector<std::uint32_t> all;
      for (std::uint32_t one = 0; one < release.classes(); ++one) {
        if (Covers(release, one, people, person, known)) all.push_back(one);
      }
      ASSERT_EQ(found[person], all) << "round " << round << ", person " << person;
      ASSERT_EQ(visits[person], 1);
    }
    EXPECT_EQ(progress.done(), people.size());
  }
}

}  // namespace
}  // namespace gauze
