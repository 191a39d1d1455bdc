#include "gauze/base/group_limits.h"

#include <gtest/gtest.h>

#include "gauze/base/testing/temp_folder.h"

namespace gauze {
namespace {

TEST(GroupLimits, TheLeastOfAGroupAndThoseAboveItCounts) {
  const TempFolder root;
  root.Write("proc/self/cgroup", "0::/slice/service\n");
  root.Write("sys/fs/cgroup/slice/memory.max", "2147483648\n");
  root.Write("sys/fs/cgroup/slice/cpu.max", "max 100000\n");
  root.Write("sys/fs/cgroup/slice/service/memory.max", "4294967296\n");
  root.Write("sys/fs/cgroup/slice/service/memory.high", "max\n");
  root.Write("sys/fs/cgroup/slice/service/cpu.max", "150000 100000\n");
  const GroupLimits limits = ReadGroupLimits(root.path());
  EXPECT_EQ(limits.memory, 2ULL << 30U);
  EXPECT_DOUBLE_EQ(limits.cores, 1.5);
}

// In a container the group's own path is not there: its files are where groups are mounted.
TEST(GroupLimits, SeesAContainersOwnLimits) {
  const TempFolder root;
  root.Write("proc/self/cgroup", "0::/\n");
  root.Write("sys/fs/cgroup/memory.max", "536870912\n");
  root.Write("sys/fs/cgroup/cpu.max", "50000 100000\n");
  EXPECT_EQ(ReadGroupLimits(root.path()).memory, 512ULL << 20U);
  EXPECT_DOUBLE_EQ(ReadGroupLimits(root.path()).cores, 0.5);
}

TEST(GroupLimits, ReadsTheFirstVersion) {
  const TempFolder root;
  root.Write("proc/self/cgroup", "9:memory:/docker/x\n4:cpu,cpuacct:/docker/x\n1:name=systemd:/\n");
  root.Write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  root.Write("sys/fs/cgroup/memory/docker/x/memory.limit_in_bytes", "1073741824\n");
  root.Write("sys/fs/cgroup/cpu,cpuacct/docker/x/cpu.cfs_quota_us", "200000\n");
  root.Write("sys/fs/cgroup/cpu,cpuacct/docker/x/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(ReadGroupLimits(root.path()).memory, 1ULL << 30U);
  EXPECT_DOUBLE_EQ(ReadGroupLimits(root.path()).cores, 2);
}

TEST(GroupLimits, NoneWhereThereIsNothingToRead) {
  const TempFolder root;
  EXPECT_EQ(ReadGroupLimits(root.path()).memory, 0U);
  root.Write("proc/self/cgroup", "0::/\n9:memory\ngarbage\n");
  root.Write("sys/fs/cgroup/memory.max", "max\n");
  root.Write("sys/fs/cgroup/cpu.max", "max 100000\n");
  EXPECT_EQ(ReadGroupLimits(root.path()).memory, 0U);
  EXPECT_EQ(ReadGroupLimits(root.path()).cores, 0);
  EXPECT_GT(UsableMemory(), 0U);
}

}  // namespace
}  // namespace gauze
