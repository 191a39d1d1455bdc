#include "gauze/studio/project/approvals.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/studio/testing/temporary_folder.h"

namespace gauze::studio {
namespace {

TEST(Approvals, AreOfOneReleaseAndCanBeTakenBack) {
  const TemporaryFolder folder;
  const Approvals approvals(folder / "approvals");
  EXPECT_EQ(approvals.Standing(), Json::object());
  ASSERT_TRUE(approvals.Add({.release = "a", .point = "roles", .name = "Ada", .remark = "fine"}));
  ASSERT_TRUE(approvals.Add({.release = "a", .point = "loss", .name = "Ada"}));
  ASSERT_TRUE(approvals.Add({.release = "b", .point = "roles", .name = "Ben"}));
  ASSERT_TRUE(approvals.Add({.release = "a", .point = "loss", .name = "Ada", .approved = false}));
  const Json standing = Approvals(folder / "approvals").Standing();
  EXPECT_EQ(standing["a"].size(), 1U);
  EXPECT_EQ(standing["a"]["roles"]["name"], "Ada");
  EXPECT_EQ(standing["a"]["roles"]["remark"], "fine");
  EXPECT_EQ(standing["b"]["roles"]["name"], "Ben");
  struct stat facts{};
  stat((folder / "approvals").c_str(), &facts);
  EXPECT_EQ(facts.st_mode & 0777U, 0600U);
}

TEST(Approvals, LeaveOutWhatWasTorn) {
  const TemporaryFolder folder;
  const Approvals approvals(folder / "approvals");
  ASSERT_TRUE(approvals.Add({.release = "a", .point = "roles", .name = "Ada"}));
  ASSERT_TRUE(WriteFile(folder / "approvals", *ReadFile(folder / "approvals") + "{\"rel\n[]\n"));
  EXPECT_EQ(approvals.Standing()["a"].size(), 1U);
}

}  // namespace
}  // namespace gauze::studio
