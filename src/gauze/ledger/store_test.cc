#include "gauze/ledger/store.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "gauze/base/digest.h"
#include "gauze/base/file.h"
#include "gauze/base/json.h"

namespace gauze::ledger {
namespace {

namespace fs = std::filesystem;

class StoreTest : public testing::Test {
 protected:
  void SetUp() override {
    const fs::path base = fs::path(testing::TempDir()) / ("store_test-" + std::to_string(getpid()));
    folder_ = base.string();
    fs::remove_all(folder_);
    ASSERT_TRUE(Store::Create(folder_, {{"about", "a test"}}));
  }
  void TearDown() override { fs::remove_all(folder_); }

  static std::string Waiting(int number) {
    return "private/00000" + std::to_string(number) + "-waiting/part";
  }

  // A release with a file that goes with the next one, as an append makes it.
  void Append(int number) {
    auto store = Store::Open(folder_, Store::Mode::kWrite);
    ASSERT_TRUE(store);
    const std::string path = store->Path(Waiting(number));
    fs::create_directories(fs::path(path).parent_path());
    ASSERT_TRUE(WriteFile(path, "who waits"));
    fs::create_directories(store->Path("staged/00000" + std::to_string(number)));
    ASSERT_TRUE(store->Begin());
    ASSERT_TRUE(store->AddRelease({.number = static_cast<std::uint32_t>(number),
                                   .figures = Json::object(),
                                   .files = {{.path = Waiting(number),
                                              .digest = Digest("who waits"),
                                              .bytes = 9,
                                              .lasting = false}}}));
    ASSERT_TRUE(store->Commit());
    ASSERT_TRUE(store->Publish(static_cast<std::uint32_t>(number)));
  }

  std::string folder_;
};

TEST_F(StoreTest, WhoReadsDuringTwoAppendsMissesNothing) {
  Append(0);
  auto reader = Store::Open(folder_, Store::Mode::kRead);
  ASSERT_TRUE(reader);
  Append(1);
  Append(2);
  ASSERT_FALSE(fs::exists(reader->Path(Waiting(0))));
  EXPECT_EQ(reader->ReleaseCount().value(), 1U);
  EXPECT_TRUE(reader->HasGrown().value());
  EXPECT_EQ(reader->Damage().value(), std::vector<std::string>{});
}

TEST_F(StoreTest, WhatWaitsNowMustBeThere) {
  Append(0);
  Append(1);
  auto reader = Store::Open(folder_, Store::Mode::kRead);
  ASSERT_TRUE(reader);
  fs::remove(reader->Path(Waiting(1)));
  EXPECT_FALSE(reader->HasGrown().value());
  EXPECT_EQ(reader->Damage().value(), std::vector<std::string>{Waiting(1) + " is missing"});
}

TEST_F(StoreTest, WhatWasChangedIsDamagedForWhoStillSeesIt) {
  Append(0);
  auto reader = Store::Open(folder_, Store::Mode::kRead);
  ASSERT_TRUE(reader);
  Append(1);
  ASSERT_TRUE(WriteFile(reader->Path(Waiting(0)), "others"));
  EXPECT_EQ(reader->Damage().value(),
            std::vector<std::string>{Waiting(0) + " differs from what was written"});
}

}  // namespace
}  // namespace gauze::ledger
