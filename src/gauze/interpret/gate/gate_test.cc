// The first claim of gate.h, attacked by an adversary who combines answers.
#include "gauze/interpret/gate/gate.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <map>
#include <set>

#include "gauze/base/json.h"
#include "gauze/base/testing/test_rounds.h"
#include "gauze/interpret/gate/gate_listener.h"
#include "gauze/interpret/query/random_vault.h"

namespace gauze {
namespace {

// Every way in which a·x + b·y + c·z, with weights from -2 to 2, tells persons apart: the sets of
// patterns (in x, in y, in z) for which it has one value. A pattern is a bit of the byte.
std::set<std::uint8_t> LevelSets() {
  std::set<std::uint8_t> levels;
  for (int a = -2; a <= 2; ++a) {
    for (int b = -2; b <= 2; ++b) {
      for (int c = -2; c <= 2; ++c) {
        std::map<int, std::uint8_t> by_value;
        for (unsigned pattern = 0; pattern < 8; ++pattern) {
          const int value = a * static_cast<int>(pattern & 1U) +
                            b * static_cast<int>(pattern >> 1U & 1U) +
                            c * static_cast<int>(pattern >> 2U);
          by_value[value] |= static_cast<std::uint8_t>(1U << pattern);
        }
        for (const auto& [value, patterns] : by_value) levels.insert(patterns);
      }
    }
  }
  return levels;
}

// The fewest persons that any combination of up to three of the sets isolates. A triple may hold
// the same set twice, which makes it a pair.
int FewestIsolated(const std::vector<Mask>& sets, Mask everybody) {
  static const std::set<std::uint8_t> levels = LevelSets();
  int fewest = 64;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    for (std::size_t j = i; j < sets.size(); ++j) {
      for (std::size_t l = j; l < sets.size(); ++l) {
        std::array<int, 8> persons{};
        for (unsigned pattern = 0; pattern < 8; ++pattern) {
          persons.at(pattern) = std::popcount(everybody & (pattern & 1U ? sets[i] : ~sets[i]) &
                                              (pattern & 2U ? sets[j] : ~sets[j]) &
                                              (pattern & 4U ? sets[l] : ~sets[l]));
        }
        // A level set is at least as large as each of its patterns.
        if (std::ranges::all_of(persons, [&](int count) { return count == 0 || count >= fewest; }))
          continue;
        for (const std::uint8_t level : levels) {
          int count = 0;
          for (unsigned pattern = 0; pattern < 8; ++pattern)
            count += (level >> pattern & 1) * persons.at(pattern);
          if (count > 0) fewest = std::min(fewest, count);
        }
      }
    }
  }
  return fewest;
}

TEST(Gate, NoCombinationOfUpToThreeAnswersIsolatesFewerThanK) {
  std::uint64_t answered = 0;
  std::uint64_t refused = 0;
  for (std::uint64_t seed = 0; seed < TestRounds(10'000); ++seed) {
    RandomVault random(seed);
    const bool several_rows = seed % 2 == 1;
    const Vault vault = random.Make(12 + random.Below(50), several_rows);
    const auto k = static_cast<std::uint32_t>(2 + random.Below(3));
    Gate gate = GateOf(vault, k);
    Listener listener(vault);
    for (int i = 0; i < 12; ++i) {
      const bool is_tree = random.Below(8) == 0;
      const TreeQuery tree = is_tree ? random.Grow(vault) : TreeQuery();
      const Query query = is_tree ? Query() : random.Ask(vault);
      const Decision decision = is_tree ? gate.Decide(tree) : gate.Decide(query);
      gate.Commit(decision);
      ++(decision.answered ? answered : refused);
      if (!decision.answered) continue;
      const auto answer = nlohmann::json::parse(decision.answer_json);
      if (is_tree) {
        listener.Hear(tree, 0, Rows(vault.rows, true), answer.at("root"));
      } else {
        listener.Hear(query, answer);
      }
    }
    ASSERT_GE(FewestIsolated({listener.told().begin(), listener.told().end()}, Everybody(vault)),
              static_cast<int>(k))
        << "seed " << seed;
  }
  // The test would hold for a gate that answers nothing, too.
  EXPECT_GT(answered, (answered + refused) / 5);
  EXPECT_GT(refused, (answered + refused) / 5);
}

}  // namespace
}  // namespace gauze
