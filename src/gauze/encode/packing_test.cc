#include "gauze/encode/packing.h"

#include <gtest/gtest.h>

#include <random>

#include "gauze/base/testing/test_rounds.h"

namespace gauze {
namespace {

// Codes come back, and words compare as tuples do, column by column.
TEST(Packing, KeepsCodesAndTheirOrder) {
  std::mt19937_64 random(1);  // NOLINT(bugprone-random-generator-seed): the same tuples every time
  for (std::uint64_t round = 0; round < TestRounds(500); ++round) {
    std::vector<unsigned> bits(1 + random() % 12);
    for (unsigned& one : bits) one = static_cast<unsigned>(random() % 33);
    const Packing packing(bits);
    std::vector<std::vector<Code>> tuples(2, std::vector<Code>(bits.size()));
    std::vector<std::vector<std::uint64_t>> words(2, std::vector<std::uint64_t>(packing.words()));
    for (std::size_t t = 0; t < 2; ++t) {
      for (std::size_t c = 0; c < bits.size(); ++c) {
        const std::uint64_t values = std::uint64_t{1} << bits[c];
        // The second is often like the first, so that later columns decide.
        tuples[t][c] =
            t == 1 && random() % 3 > 0 ? tuples[0][c] : static_cast<Code>(random() % values);
        packing.Put(words[t].data(), c, tuples[t][c]);
      }
      for (std::size_t c = 0; c < bits.size(); ++c) {
        EXPECT_EQ(packing.Get(words[t].data(), c), tuples[t][c]);
      }
    }
    EXPECT_EQ(words[0] < words[1], tuples[0] < tuples[1]);
    EXPECT_EQ(words[0] == words[1], tuples[0] == tuples[1]);
  }
}

}  // namespace
}  // namespace gauze
