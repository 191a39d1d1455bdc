#include "gauze/release/files/private_folder.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gauze/base/testing/temp_folder.h"

namespace gauze {
namespace {

namespace fs = std::filesystem;

// A process that takes a folder, writes to it and is killed.
void LeaveFolder(const std::string& parent, const std::string& run) {
  const pid_t child = fork();
  if (child == 0) {
    auto folder = PrivateFolder::Take(parent, ".x-");
    if (folder) {
      (void)WriteFile(folder->path() + "/run", run);
      (void)WriteFile(folder->path() + "/work", "half done");
    }
    _exit(0);  // without destructors
  }
  int status = 0;
  waitpid(child, &status, 0);
}

TEST(PrivateFolder, IsOursAloneAndGoesWithItsOwner) {
  const TempFolder parent;
  {
    const auto folder = PrivateFolder::Take(parent.path(), ".x-");
    ASSERT_TRUE(folder);
    struct stat status{};
    ASSERT_EQ(stat(folder->path().c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777U, 0700U);
    EXPECT_EQ(LockFolder(folder->path()), -1);  // it is held
  }
  EXPECT_EQ(parent.Count(), 0U);
}

TEST(PrivateFolder, LeftoversGoUnlessTheyAreOfTheSameRun) {
  const TempFolder parent;
  LeaveFolder(parent.path(), "first");
  EXPECT_EQ(parent.Count(), 1U);
  {
    const auto other = PrivateFolder::Take(parent.path(), ".x-", "second");
    ASSERT_TRUE(other);
    EXPECT_FALSE(fs::exists(other->path() + "/work"));
    EXPECT_EQ(parent.Count(), 1U);
  }
  LeaveFolder(parent.path(), "first");
  const auto same = PrivateFolder::Take(parent.path(), ".x-", "first");
  ASSERT_TRUE(same);
  EXPECT_TRUE(fs::exists(same->path() + "/work"));
}

TEST(PrivateFolder, WhatIsHeldOrOpenToOthersIsNotTouched) {
  const TempFolder parent;
  const auto held = PrivateFolder::Take(parent.path(), ".x-");
  ASSERT_TRUE(held);
  parent.Write(".x-open/run", "first");
  fs::permissions(parent / ".x-open", fs::perms::all);
  parent.Write("elsewhere/run", "first");
  fs::permissions(parent / "elsewhere", fs::perms::owner_all);
  fs::create_directory_symlink(parent / "elsewhere", parent / ".x-link");
  const auto taken = PrivateFolder::Take(parent.path(), ".x-", "first");
  ASSERT_TRUE(taken);
  EXPECT_NE(taken->path(), held->path());
  EXPECT_FALSE(fs::exists(taken->path() + "/run"));
  for (const char* kept : {".x-open/run", "elsewhere/run", ".x-link"}) {
    EXPECT_TRUE(fs::exists(parent / kept)) << kept;
  }
  EXPECT_TRUE(fs::exists(held->path()));
}

TEST(PrivateFolder, ScratchSaysWhatToDoWhereNoneCanBeMade) {
  const TempFolder parent;
  const auto scratch = Scratch::Open(parent / "none");
  ASSERT_FALSE(scratch);
  EXPECT_EQ(scratch.error().code, ErrorCode::kResource);
  EXPECT_NE(scratch.error().hint.find("--temp"), std::string::npos);
}

// As for Ctrl-C: whatever is being made is gone when the process ends, without its destructors.
TEST(PrivateFolder, AllGoWhenTheProcessIsToldToStop) {
  const TempFolder parent;
  EXPECT_EXIT(
      {
        const auto first = PrivateFolder::Take(parent.path(), ".x-");
        const auto second = Scratch::Open(parent.path());
        if (!first || !second || parent.Count() != 2) std::exit(2);
        if (!WriteFile(second->folder() + "/rows", "private")) std::exit(3);
        PrivateFolder::RemoveAll();
        std::exit(parent.Count() == 0 ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
  EXPECT_EQ(parent.Count(), 0U);
}

}  // namespace
}  // namespace gauze
