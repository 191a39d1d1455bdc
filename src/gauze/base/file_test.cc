// Files as they are on a machine that is not at its best.
#include "gauze/base/file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>

#include "gauze/base/digest.h"
#include "gauze/base/testing/temp_folder.h"

namespace gauze {
namespace {

namespace fs = std::filesystem;

// While it lives, no file of this process grows beyond so many bytes: as on a disk that is full.
class SmallDisk {
 public:
  explicit SmallDisk(rlim_t bytes) : former_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &limit_);
    const rlimit small{bytes, limit_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
  }
  ~SmallDisk() {
    setrlimit(RLIMIT_FSIZE, &limit_);
    std::signal(SIGXFSZ, former_);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

 private:
  rlimit limit_{};
  void (*former_)(int);
};

TEST(File, IsReadAsItIs) {
  const TempFolder folder;
  for (const std::string& text :
       {std::string(), std::string("a\0\r\n\xff", 5), std::string(300'000, 'x')}) {
    folder.Write("file", text);
    EXPECT_EQ(*ReadFile(folder / "file"), text);
    EXPECT_EQ(*DigestFile(folder / "file"), Digest(text));
  }
}

// Whoever took what was read for all of it would leave out what a policy promises at its end.
TEST(File, HalfOfAFileIsNotTakenForAllOfIt) {
  // The first page of a process is nobody's: to read it fails, as on a broken disk.
  const auto text = ReadFile("/proc/self/mem");
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().code, ErrorCode::kResource);
  const auto digest = DigestFile("/proc/self/mem");
  ASSERT_FALSE(digest);
  EXPECT_EQ(digest.error().code, ErrorCode::kResource);
}

TEST(File, WhatIsNoFileIsRefused) {
  const TempFolder folder;
  EXPECT_EQ(ReadFile(folder / "none").error().code, ErrorCode::kInput);
  EXPECT_EQ(ReadFile(folder.path().string()).error().code, ErrorCode::kInput);
  folder.Write("large", "");
  fs::resize_file(folder / "large", (256ULL << 20U) + 1);
  EXPECT_EQ(ReadFile(folder / "large").error().code, ErrorCode::kInput);
  EXPECT_FALSE(DigestFile(folder / "none"));
  EXPECT_FALSE(DigestFile(folder.path().string()));
}

TEST(File, LinksAndPipesAreNotWrittenTo) {
  const TempFolder folder;
  folder.Write("target", "mine");
  fs::create_symlink(folder / "target", folder / "link");
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  for (const char* name : {"link", "pipe"}) {
    for (const unsigned mode : {0644U, 0600U}) {
      const Status written = WriteFile(folder / name, "text", mode);
      ASSERT_FALSE(written) << name;
      EXPECT_EQ(written.error().code, ErrorCode::kInput);
    }
  }
  EXPECT_EQ(*ReadFile(folder / "target"), "mine");
}

TEST(File, ANewFileTakesThePlaceAndTheModeOfTheOldOne) {
  const TempFolder folder;
  for (const unsigned mode : {0644U, 0600U}) {
    folder.Write("file", "old");
    fs::create_hard_link(folder / "file", folder / "elsewhere");
    ASSERT_TRUE(WriteFile(folder / "file", "new", mode));
    EXPECT_EQ(*ReadFile(folder / "file"), "new");
    EXPECT_EQ(*ReadFile(folder / "elsewhere"), "old") << "that name may be somebody else's";
    struct stat found{};
    ASSERT_EQ(stat((folder / "file").c_str(), &found), 0);
    EXPECT_EQ(found.st_mode & 0777U & ~mode, 0U);
    fs::remove(folder / "elsewhere");
  }
}

TEST(File, AFullDiskLeavesNoHalfFile) {
  const TempFolder folder;
  folder.Write("private", "old");
  const std::string text(10'000, 'x');
  {
    const SmallDisk disk(5'000);
    const Status shown = WriteFile(folder / "shown", text);
    ASSERT_FALSE(shown);
    EXPECT_EQ(shown.error().code, ErrorCode::kResource);
    EXPECT_FALSE(WriteFile(folder / "private", text, 0600));
  }
  EXPECT_FALSE(fs::exists(folder / "shown"));
  EXPECT_EQ(*ReadFile(folder / "private"), "old");
  EXPECT_EQ(folder.Count(), 1U) << "nothing of what was tried is left";
}

TEST(File, WhereNobodyMayWriteIsAnError) {
  const TempFolder folder;
  for (const unsigned mode : {0644U, 0600U}) {
    const Status written = WriteFile(folder / "none/file", "text", mode);
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().code, ErrorCode::kResource);
    EXPECT_EQ(written.error().hint, "make its folder first, or choose another");
  }
  EXPECT_FALSE(SyncPath(folder / "none"));
  EXPECT_TRUE(SyncPath(folder.path().string()));
}

}  // namespace
}  // namespace gauze
