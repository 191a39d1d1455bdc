#include "gauze/studio/folder/folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "gauze/base/json.h"
#include "gauze/studio/testing/temporary_folder.h"

namespace gauze::studio {
namespace {

namespace fs = std::filesystem;

// A folder with files, links in it and out of it, and something beside it.
struct Tree {
  Tree() {
    fs::create_directories(outer_ / "in/sub");
    std::ofstream(outer_ / "secret.csv") << "secret\n";
    std::ofstream(outer_ / "in/a.csv") << "a\n";
    std::ofstream(outer_ / "in/sub/b.yaml") << "b\n";
    fs::create_symlink("sub/b.yaml", outer_ / "in/good");
    fs::create_symlink("../secret.csv", outer_ / "in/up.csv");
    fs::create_symlink(outer_ / "secret.csv", outer_ / "in/far.csv");
    fs::create_directory_symlink("..", outer_ / "in/out");
    fs::create_symlink("../new.csv", outer_ / "in/nowhere");
  }

  std::string operator/(const std::string& file) const { return outer_ / file; }

  TemporaryFolder outer_;
};

class FolderTest : public testing::Test {
 protected:
  Tree outer_;
  Folder folder_ = *Folder::Open(outer_ / "in");
};

TEST_F(FolderTest, FindsWhatLiesBelow) {
  EXPECT_EQ(*folder_.Resolve("a.csv"), "a.csv");
  EXPECT_EQ(*folder_.Resolve("sub/../a.csv"), "a.csv");
  EXPECT_EQ(*folder_.Resolve("good"), "sub/b.yaml");
  EXPECT_EQ(*folder_.Resolve(""), ".");
  EXPECT_EQ(*folder_.ResolveNew("sub/new"), "sub/new");
  EXPECT_EQ(*folder_.ResolveNew("new"), "new");
  EXPECT_EQ(*folder_.Read("good", 100), "b\n");
  EXPECT_FALSE(folder_.Read("good", 1));
}

TEST_F(FolderTest, FindsNothingElse) {
  for (const std::string& path :
       {std::string("../secret.csv"), std::string("up.csv"), std::string("far.csv"),
        std::string("out/secret.csv"), outer_ / "secret.csv", outer_ / "in/a.csv",
        std::string("/etc/passwd"), std::string("sub/../../secret.csv"), std::string("out"),
        std::string("a.csv\0x", 7), std::string("nowhere"), std::string("../in/a.csv")}) {
    EXPECT_FALSE(folder_.Resolve(path)) << path;
    EXPECT_FALSE(folder_.ResolveNew(path)) << path;
    EXPECT_FALSE(folder_.Read(path, 100)) << path;
    EXPECT_FALSE(folder_.List(path)) << path;
  }
  EXPECT_FALSE(folder_.ResolveNew("absent/new"));
  EXPECT_FALSE(folder_.Read("sub", 100));
}

TEST_F(FolderTest, ListsWithoutLinksThatLeadOut) {
  std::ofstream(outer_ / "in/.hidden") << "";
  fs::create_directory(outer_ / "in/made");
  std::ofstream(outer_ / "in/made/manifest.json") << "{}";
  std::string listed;
  const Json list = *folder_.List("");
  for (const Json& entry : list["entries"]) {
    listed += entry["name"].get<std::string>() + " " + entry["kind"].get<std::string>() + "; ";
  }
  EXPECT_EQ(listed, "a.csv table; good other; made release; sub folder; ");
  EXPECT_EQ((*folder_.List("sub"))["entries"][0]["path"], "sub/b.yaml");
  EXPECT_EQ(*folder_.KindOf("sub/b.yaml"), "policy");
}

TEST_F(FolderTest, KnowsPoliciesInJsonByWhatTheySay) {
  std::ofstream(outer_ / "in/policy.json") << R"({"version": 1, "attributes": {}})";
  std::ofstream(outer_ / "in/tree.json") << R"({"*": {"version": [], "attributes": []}})";
  std::ofstream(outer_ / "in/broken.json") << R"({"version": 1, "attributes": )";
  EXPECT_EQ(*folder_.KindOf("policy.json"), "policy");
  EXPECT_EQ(*folder_.KindOf("tree.json"), "other");
  EXPECT_EQ(*folder_.KindOf("broken.json"), "other");
}

}  // namespace
}  // namespace gauze::studio
