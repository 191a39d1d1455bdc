#include "gauze/release/run/staging.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "gauze/base/testing/temp_folder.h"

namespace gauze {
namespace {

namespace fs = std::filesystem;

Status WriteNew(const Staging& staging) { return WriteFile(staging.release() + "/new", "new"); }

TEST(Staging, PublishesAllOrNothing) {
  const TempFolder folder;
  {
    auto staging = Staging::Open(folder / "out", "run 1", "");
    ASSERT_TRUE(staging);
    ASSERT_TRUE(WriteNew(*staging));
  }
  EXPECT_EQ(folder.Count(), 0U);  // not published: nothing is left
  {
    auto staging = Staging::Open(folder / "out/", "run 1", "");
    ASSERT_TRUE(staging);
    ASSERT_TRUE(WriteNew(*staging));
    ASSERT_TRUE(WriteFile(staging->scratch() + "/private", "x"));
    ASSERT_TRUE(staging->Publish());
  }
  EXPECT_EQ(folder.Count(), 1U);
  EXPECT_EQ(*ReadFile(folder / "out/new"), "new");
  EXPECT_FALSE(fs::exists(folder / "out/private"));
}

TEST(Staging, RefusesWhatIsNotARelease) {
  const TempFolder folder;
  folder.Write("mine/thesis.txt", "years of work");
  folder.Write("file", "x");
  folder.Write("nearly/manifest.json", "{}");
  fs::create_symlink("nowhere", folder / "dangling");
  for (const char* target : {"mine", "file", "nearly", "dangling"}) {
    const auto staging = Staging::Open(folder / target, "run", "");
    ASSERT_FALSE(staging) << target;
    EXPECT_EQ(staging.error().code, ErrorCode::kInput) << target;
  }
  EXPECT_EQ(*ReadFile(folder / "mine/thesis.txt"), "years of work");
}

// The target was empty when the run began, and is somebody's folder when it ends.
TEST(Staging, WhatCameMeanwhileStays) {
  const TempFolder folder;
  auto staging = Staging::Open(folder / "out", "run", "");
  ASSERT_TRUE(staging);
  ASSERT_TRUE(WriteNew(*staging));
  folder.Write("out/thesis.txt", "years of work");
  EXPECT_FALSE(staging->Publish());
  EXPECT_EQ(*ReadFile(folder / "out/thesis.txt"), "years of work");
  EXPECT_FALSE(fs::exists(folder / "out/new"));
}

TEST(Staging, ScratchMayBeElsewhere) {
  const TempFolder folder;
  const TempFolder temp;
  {
    const auto staging = Staging::Open(folder / "out", "run", temp.path());
    ASSERT_TRUE(staging);
    EXPECT_EQ(fs::path(staging->scratch()).parent_path(), temp.path());
    EXPECT_EQ(temp.Count(), 1U);
  }
  EXPECT_EQ(temp.Count(), 0U);
  EXPECT_FALSE(Staging::Open(folder / "out", "run", temp / "none"));
}

}  // namespace
}  // namespace gauze
