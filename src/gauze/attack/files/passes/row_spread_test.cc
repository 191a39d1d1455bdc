#include "gauze/attack/files/passes/row_spread.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>

#include "gauze/base/testing/test_rounds.h"

namespace gauze {
namespace {

// Goes through all ways to put every row of every class into a cell.
struct EveryWay {
  const std::vector<RowSpread::Class>& classes;
  std::vector<std::uint64_t> room;
  std::vector<std::vector<std::uint64_t>> placed;
  std::function<void()> visit;

  void Go(std::size_t one, std::size_t place, std::uint64_t left) {
    if (one == classes.size()) return visit();
    const auto& cells = classes[one].cells;
    if (place == cells.size()) {
      if (left == 0) Go(one + 1, 0, one + 1 < classes.size() ? classes[one + 1].rows : 0);
      return;
    }
    for (std::uint64_t here = 0; here <= std::min(left, room[cells[place]]); ++here) {
      room[cells[place]] -= here;
      placed[one][place] = here;
      Go(one, place + 1, left - here);
      room[cells[place]] += here;
    }
  }
};

TEST(RowSpread, AsInAllWaysToSpreadRows) {
  std::mt19937 random(11);
  const auto below = [&](std::size_t end) { return random() % end; };
  std::uint64_t certain = 0;
  std::uint64_t impossible = 0;
  const std::uint64_t rounds = TestRounds(4'000);
  for (std::uint64_t round = 0; round < rounds; ++round) {
    std::vector<std::uint64_t> room(1 + below(4));
    for (auto& each : room) each = below(4);
    std::vector<RowSpread::Class> classes(1 + below(3));
    for (auto& one : classes) {
      one.rows = 1 + below(4);
      for (std::uint32_t cell = 0; cell < room.size(); ++cell) {
        if (below(3) > 0) one.cells.push_back(cell);
      }
    }
    RowSpread spread(classes, room);
    std::vector<std::vector<std::vector<std::uint64_t>>> ways;
    EveryWay every{classes, room, {}, {}};
    for (const auto& one : classes) every.placed.emplace_back(one.cells.size());
    every.visit = [&] { ways.push_back(every.placed); };
    every.Go(0, 0, classes.front().rows);
    ASSERT_EQ(spread.possible(), !ways.empty()) << round;
    if (ways.empty()) {
      ++impossible;
      continue;
    }
    // In any order, as one question leaves the rows where the next one finds them.
    for (int question = 0; question < 6; ++question) {
      const auto one = static_cast<std::uint32_t>(below(classes.size()));
      std::vector<std::uint32_t> chosen;
      for (std::uint32_t place = 0; place < classes[one].cells.size(); ++place) {
        if (below(2) == 0) chosen.push_back(place);
      }
      std::uint64_t fewest = classes[one].rows;
      for (const auto& way : ways) {
        std::uint64_t rows = 0;
        for (const std::uint32_t place : chosen) rows += way[one][place];
        fewest = std::min(fewest, rows);
      }
      ASSERT_EQ(spread.Fewest(one, chosen), fewest) << round;
      certain += fewest > 0 ? 1 : 0;
    }
  }
  EXPECT_GT(certain, rounds / 4);
  EXPECT_GT(impossible, rounds / 20);
}

}  // namespace
}  // namespace gauze
