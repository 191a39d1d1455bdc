#include "gauze/encode/distinct_counter.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "gauze/base/hash.h"

namespace gauze {
namespace {

TEST(DistinctCounterTest, IsExactWhereItSaysSo) {
  std::mt19937_64 random(1);
  for (const std::uint64_t values : {2ULL, 64ULL, 65ULL, 262'144ULL}) {
    DistinctCounter counter;
    std::set<std::uint64_t> seen;
    for (int i = 0; i < 300'000; ++i) {
      // Zero is a hash as good as any.
      const std::uint64_t value = random() % values;
      const std::uint64_t hash = value == 0 ? 0 : Mix(value, 1);
      counter.Add(hash);
      seen.insert(hash);
    }
    EXPECT_TRUE(counter.exact());
    EXPECT_EQ(counter.count(), seen.size()) << values;
  }
}

TEST(DistinctCounterTest, IsCloseBeyondAndTheSameForAnyOrderAndSharing) {
  constexpr std::uint64_t kValues = 1'500'000;
  DistinctCounter one;
  std::vector<DistinctCounter> shared(3);
  for (std::uint64_t i = 0; i < kValues; ++i) one.Add(Mix(i, 1));
  for (std::uint64_t i = kValues; i-- > 0;) {
    shared[i % 16 == 0 ? 0 : i % 2 + 1].Add(Mix(i, 1));
    shared[2].Add(Mix(i / 8, 1));  // what another has, too
  }
  DistinctCounter joined;
  for (const DistinctCounter& counter : shared) joined.Join(counter);
  EXPECT_FALSE(one.exact());
  EXPECT_FALSE(joined.exact());
  EXPECT_EQ(one.count(), joined.count());
  EXPECT_NEAR(static_cast<double>(one.count()), kValues, 0.01 * kValues);
}

}  // namespace
}  // namespace gauze
