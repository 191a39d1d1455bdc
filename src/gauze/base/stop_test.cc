#include "gauze/base/stop.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "gauze/base/parallel.h"

namespace gauze {
namespace {

TEST(Stop, NobodyAsksOutsideOfAScope) {
  std::stop_source source;
  source.request_stop();
  EXPECT_NO_THROW(StopIfAsked());
  {
    const std::stop_token token = source.get_token();
    const StopScope scope(&token);
    EXPECT_THROW(StopIfAsked(), Stopped);
    const StopScope inside(nullptr);
    EXPECT_NO_THROW(StopIfAsked());
  }
  EXPECT_FALSE(StopAsked());
}

TEST(Stop, TasksAreAskedWithTheThreadThatSpawnedThem) {
  std::stop_source source;
  const std::stop_token token = source.get_token();
  const StopScope scope(&token);
  std::atomic<int> begun{0};
  EXPECT_THROW(ForEach(10'000,
                       [&](std::size_t /*i*/) {
                         if (++begun == 10) source.request_stop();
                       }),
               Stopped);
  EXPECT_LT(begun, 10'000);
  EXPECT_THROW(Together([] {}, [] { StopIfAsked(); }), Stopped);
}

// Once, a group of tasks was left while one of them was throwing, and the program ended.
TEST(Stop, BothSidesMayThrowAtOnce) {
  for (int round = 0; round < 20'000; ++round) {
    std::atomic<int> there{0};
    const auto fail = [&] {
      ++there;
      for (int i = 0; i < 1000 && there < 2; ++i) std::this_thread::yield();
      throw Stopped();
    };
    EXPECT_THROW(Together(fail, fail), Stopped);
  }
}

TEST(Stop, TasksOfOthersGoOn) {
  std::atomic<int> done{0};
  ForEach(1000, [&](std::size_t /*i*/) { ++done; });
  EXPECT_EQ(done, 1000);
}

}  // namespace
}  // namespace gauze
