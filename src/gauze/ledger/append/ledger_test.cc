#include "gauze/ledger/append/ledger.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <functional>
#include <utility>

#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/ledger/append/append.h"

namespace gauze {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPolicy = R"(version: 1
attributes:
  age: {role: quasi_identifying, type: integer}
  illness: {role: sensitive}
protect:
  - k_anonymity: {k: 2}
ledger: {method: {pool: {most_waiting: 0}}}
)";

class LedgerTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / ("ledger_test-" + std::to_string(getpid()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    ASSERT_TRUE(WriteFile(folder_ / "policy.yaml", kPolicy));
    // One record per batch: it waits until the next comes.
    ASSERT_TRUE(WriteFile(folder_ / "batch.csv", "age,illness\n30,flu\n"));
    ASSERT_TRUE(InitLedger(folder_ / "policy.yaml", Ledger()));
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string Ledger() const { return folder_ / "ledger"; }
  Result<Json> Append() const {
    NoProgress silent;
    return AppendBatch({.ledger = Ledger(), .batch = {folder_ / "batch.csv"}, .threads = 1},
                       silent);
  }

  fs::path folder_;
};

// Does something when work begins for the first time.
class Interruption final : public Progress {
 public:
  explicit Interruption(std::function<void()> act) : act_(std::move(act)) {}

 private:
  void Begin(std::string_view /*name*/, std::uint64_t /*total*/,
             std::string_view /*unit*/) override {
    if (auto act = std::exchange(act_, nullptr)) act();
  }

  std::function<void()> act_;
};

TEST_F(LedgerTest, StatusOutlivesTheFilesThatItReads) {
  ASSERT_TRUE(Append());
  Interruption progress([&] {
    EXPECT_TRUE(Append());
    EXPECT_TRUE(Append());
  });
  const auto status = LedgerStatus(Ledger(), progress);
  ASSERT_TRUE(status) << status.error().Text();
  EXPECT_EQ(status->at("releases"), 3);
  EXPECT_EQ(status->at("waiting"), 1);
}

}  // namespace
}  // namespace gauze
