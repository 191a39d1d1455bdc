#include "gauze/release/run/pace_watch.h"

#include <gtest/gtest.h>

#include <atomic>

namespace gauze {
namespace {

using namespace std::chrono_literals;

struct Heard {
  std::atomic<int> times{0};
  std::atomic<double> seconds{0};

  PaceWatch::Warn Listener() {
    return [this](double told) {
      seconds = told;
      ++times;
    };
  }
  // Whether something is heard in that time.
  bool Within(std::chrono::milliseconds most) const {
    const auto end = std::chrono::steady_clock::now() + most;
    while (times == 0 && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(5ms);
    return times > 0;
  }
};

TEST(PaceWatchTest, ForeseesFromWhatIsDone) {
  NoProgress progress;
  progress.Advance(50);
  Heard heard;
  {
    // A tenth of a second or more for five parts in a hundred: two seconds and more.
    const PaceWatch watch(progress, {.seconds = 0.15, .units = 1000}, 100ms, heard.Listener());
    EXPECT_TRUE(heard.Within(20s));
  }
  EXPECT_EQ(heard.times, 1);
  EXPECT_GT(heard.seconds, 1.5);
}

TEST(PaceWatchTest, SaysWhatHasPassedWhereNothingCanBeForeseen) {
  NoProgress progress;
  Heard heard;
  const PaceWatch watch(progress, {.seconds = 0.01}, 20ms, heard.Listener());
  EXPECT_TRUE(heard.Within(20s));
  EXPECT_GE(heard.seconds, 0.1);
}

TEST(PaceWatchTest, IsSilentAboutWhatGoesAsExpected) {
  NoProgress progress;
  progress.Advance(900);
  Heard heard;
  {
    const PaceWatch watch(progress, {.seconds = 600, .units = 1000}, 10ms, heard.Listener());
    std::this_thread::sleep_for(100ms);
  }
  EXPECT_EQ(heard.times, 0);
}

}  // namespace
}  // namespace gauze
