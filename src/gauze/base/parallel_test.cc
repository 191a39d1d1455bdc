#include "gauze/base/parallel.h"

#include <gtest/gtest.h>

#include <numeric>
#include <stdexcept>
#include <thread>

#include "gauze/base/threads.h"

namespace gauze {
namespace {

TEST(Parallel, SortsWhatIsCutAndJoinedAgain) {
  std::vector<int> values(200'000);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<int>(i * 7919 % values.size());
  }
  ParallelSort(values, std::less<>());
  EXPECT_TRUE(std::ranges::is_sorted(values));
}

TEST(Together, WaitsForBothBeforeItThrows) {
  bool first_ended = false;
  EXPECT_THROW(
      Together([&] { first_ended = true; }, [] { throw std::runtime_error("the second"); }),
      std::runtime_error);
  EXPECT_TRUE(first_ended);
}

TEST(Beside, DoesOneThingAfterAnother) {
  for (const unsigned threads : {1U, 2U}) {
    const auto limit = LimitThreads(threads);
    std::vector<int> seen;  // by one piece of work at a time, without a lock
    {
      Beside beside;
      for (int i = 0; i < 100; ++i) beside.Start([&seen, i] { seen.push_back(i); });
      beside.Wait();
      EXPECT_EQ(seen.size(), 100);
      beside.Start([&seen] { seen.push_back(100); });
    }
    std::vector<int> expected(101);
    std::iota(expected.begin(), expected.end(), 0);
    EXPECT_EQ(seen, expected);
  }
}

// What another thread has thrown is read and freed here: many rounds, as it may also run in this
// one. The thread sanitizer looks on.
constexpr int kRounds = 500;

TEST(Beside, TellsWhoeverWaitsWhatWasThrown) {
  for (int round = 0; round < kRounds; ++round) {
    Beside beside;
    beside.Start([] { throw std::runtime_error("beside"); });
    std::this_thread::yield();
    EXPECT_THROW(beside.Wait(), std::runtime_error);
    beside.Start([] { throw std::runtime_error("nobody waits"); });
  }
}

TEST(ForEach, TellsWhatATaskHasThrown) {
  for (int round = 0; round < kRounds; ++round) {
    EXPECT_THROW(ForEach(8, [](std::size_t) { throw std::runtime_error("one of eight"); }),
                 std::runtime_error);
  }
}

TEST(Together, TellsWhatTheOtherThreadHasThrown) {
  for (int round = 0; round < kRounds; ++round) {
    EXPECT_THROW(
        Together([] { throw std::runtime_error("the first"); }, [] { std::this_thread::yield(); }),
        std::runtime_error);
  }
}

}  // namespace
}  // namespace gauze
