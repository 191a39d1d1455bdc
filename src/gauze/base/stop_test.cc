#include "gauze/base/stop.h"

#include <gtest/gtest.h>

#include <atomic>

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

TEST(Stop, TasksOfOthersGoOn) {
  std::atomic<int> done{0};
  ForEach(1000, [&](std::size_t /*i*/) { ++done; });
  EXPECT_EQ(done, 1000);
}

}  // namespace
}  // namespace gauze
