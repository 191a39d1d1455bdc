#include "gauze/engine/duckdb/query_watch.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <iterator>
#include <string>
#include <thread>

#include "gauze/base/stop.h"
#include "gauze/engine/duckdb/database.h"

namespace gauze {
namespace {

using namespace std::chrono_literals;

// Hours of work, of which one thread sees nothing.
const std::string kLong = "SELECT count(*) FROM range(1000000000000) WHERE hash(range) = 1";
const std::string kShort = "SELECT count(*) FROM range(1000)";

std::size_t Threads() {
  return static_cast<std::size_t>(
      std::distance(std::filesystem::directory_iterator("/proc/self/task"), {}));
}

// Runs on its own thread what is asked to stop after a while.
template <typename Work>
void StopAfter(std::chrono::milliseconds time, Work work) {
  std::jthread thread([&](const std::stop_token& token) {
    const StopScope scope(&token);
    work();
  });
  std::this_thread::sleep_for(time);
  thread.request_stop();
}

TEST(QueryWatch, InterruptsWhatRunsWheneverItIsAsked) {
  Database database = Database::Open({.threads = 1}).value();
  for (const auto wait : {0ms, 1ms, 120ms}) {
    StopAfter(wait, [&] {
      try {
        EXPECT_FALSE(database.Run(kLong).has_value());
      } catch (const Stopped&) {  // before it began
      }
    });
    // Nothing of it is left for the next.
    EXPECT_TRUE(database.Run(kShort).has_value());
  }
}

TEST(QueryWatch, InterruptsTheSecondStatement) {
  Database database = Database::Open({.threads = 1}).value();
  StopAfter(300ms, [&] {
    EXPECT_TRUE(database.Run(kShort).has_value());
    EXPECT_FALSE(database.Run(kLong).has_value());
  });
  StopAfter(0ms, [&] {
    std::this_thread::sleep_for(100ms);
    EXPECT_THROW(static_cast<void>(database.Run(kShort)), Stopped);
  });
}

TEST(QueryWatch, TakesOneThreadForAllStatements) {
  StopAfter(0ms, [] {});  // whatever a first thread brings with it
  std::jthread([](const std::stop_token& token) {
    const StopScope scope(&token);
    const std::size_t before = Threads();
    Database database = Database::Open({.threads = 1}).value();
    for (int i = 0; i < 20; ++i) EXPECT_TRUE(database.Run(kShort).has_value());
    EXPECT_EQ(Threads(), before + 1);
  }).join();
}

TEST(QueryWatch, TellsHowFarAStatementIs) {
  Database database = Database::Open({.threads = 1}).value();
  NoProgress progress;
  std::jthread([&](const std::stop_token& token) {
    const StopScope scope(&token);
    // Row group by row group of what is read; half a second or so.
    ASSERT_TRUE(database.Run("CREATE TABLE numbers AS FROM range(600000)").has_value());
    ASSERT_TRUE(database
                    .Run("CREATE TABLE hashes AS SELECT md5(md5(md5(range::VARCHAR))) FROM numbers",
                         &progress)
                    .has_value());
  }).join();
  EXPECT_GT(progress.done(), 0U);
}

}  // namespace
}  // namespace gauze
