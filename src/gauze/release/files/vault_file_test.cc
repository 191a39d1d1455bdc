#include "gauze/release/files/vault_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "gauze/base/digest.h"
#include "gauze/base/testing/temp_folder.h"

namespace gauze {
namespace {

namespace fs = std::filesystem;

TEST(VaultFile, StaysOnlyIfItIsKept) {
  const TempFolder folder;
  {
    auto vault = VaultFile::Open(folder / "v", folder / "out");
    ASSERT_TRUE(vault);
    ASSERT_TRUE(vault->Place("sealed"));
    EXPECT_TRUE(fs::exists(folder / "v"));
  }
  EXPECT_EQ(folder.Count(), 0U);
  {
    auto vault = VaultFile::Open(folder / "v", folder / "out");
    ASSERT_TRUE(vault->Place("sealed"));
    vault->Keep();
  }
  EXPECT_EQ(*ReadFile(folder / "v"), "sealed");
  struct stat status{};
  ASSERT_EQ(stat((folder / "v").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
}

TEST(VaultFile, IsNeverReplacedNorPutIntoTheRelease) {
  const TempFolder folder;
  folder.Write("v", "of an older release");
  EXPECT_FALSE(VaultFile::Open(folder / "v", folder / "out"));
  EXPECT_FALSE(VaultFile::Open(folder / "out/v", folder / "out"));
  EXPECT_FALSE(VaultFile::Open(folder / "none/v", folder / "out"));
  fs::create_symlink("v", folder / "link");
  EXPECT_FALSE(VaultFile::Open(folder / "link", folder / "out"));
  // Somebody else's, made meanwhile.
  auto vault = VaultFile::Open(folder / "w", folder / "out");
  ASSERT_TRUE(vault);
  folder.Write("w", "theirs");
  EXPECT_FALSE(vault->Place("ours"));
  EXPECT_EQ(*ReadFile(folder / "w"), "theirs");
  EXPECT_EQ(*ReadFile(folder / "v"), "of an older release");
}

// A run was killed when the vault was in its place and its release was not.
TEST(VaultFile, OfAKilledRunMayGo) {
  const TempFolder folder;
  folder.Write("v", "sealed");
  folder.Write(".out.gauze-abcdef/release/manifest.json",
               R"({"personal": {"vault": "sha256:)" + *DigestFile(folder / "v") + R"("}})");
  EXPECT_FALSE(VaultFile::Open(folder / "v", folder / "out"));  // the folder is open to others
  fs::permissions(folder / ".out.gauze-abcdef", fs::perms::owner_all);
  EXPECT_FALSE(VaultFile::Open(folder / "v", folder / "other"));
  ASSERT_TRUE(VaultFile::Open(folder / "v", folder / "out/"));
  EXPECT_FALSE(fs::exists(folder / "v"));
}

}  // namespace
}  // namespace gauze
