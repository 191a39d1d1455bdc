#include "gauze/machine/folder_facts.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/magic.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

namespace gauze {
namespace {

struct FileSystem {
  std::uint64_t magic;
  const char* name;
  bool remote = false;
};

// Those without a name in <linux/magic.h> have it in the manual of statfs(2).
constexpr FileSystem kFileSystems[] = {
    {EXT4_SUPER_MAGIC, "ext4"},       {0x58465342, "xfs"},
    {BTRFS_SUPER_MAGIC, "btrfs"},     {0x2fc12fc1, "zfs"},
    {F2FS_SUPER_MAGIC, "f2fs"},       {TMPFS_MAGIC, "tmpfs"},
    {RAMFS_MAGIC, "ramfs"},           {OVERLAYFS_SUPER_MAGIC, "overlay"},
    {MSDOS_SUPER_MAGIC, "vfat"},      {NFS_SUPER_MAGIC, "nfs", true},
    {SMB_SUPER_MAGIC, "smb", true},   {0xfe534d42, "smb", true},
    {0xff534d42, "cifs", true},       {V9FS_MAGIC, "9p", true},
    {CEPH_SUPER_MAGIC, "ceph", true}, {AFS_SUPER_MAGIC, "afs", true},
    {0x65735546, "fuse", true},
};

std::string NameOf(std::uint64_t magic) {
  const auto* const found = std::ranges::find(kFileSystems, magic, &FileSystem::magic);
  return found != std::end(kFileSystems) ? found->name : fmt::format("{:#x}", magic);
}

double Seconds(std::chrono::steady_clock::time_point since) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - since).count();
}

// Bytes per second; 0 where writing fails.
double Speed(int file) {
  constexpr std::size_t kBlock = 16U << 20U;
  constexpr int kMost = 4;
  const std::vector<char> block(kBlock, 'g');
  const auto begin = std::chrono::steady_clock::now();
  double written = 0;
  for (int i = 0; i < kMost && Seconds(begin) < 1; ++i) {
    const ssize_t done = write(file, block.data(), block.size());
    if (done <= 0 || fdatasync(file) != 0) return 0;
    written += static_cast<double>(done);
  }
  return written / std::max(Seconds(begin), 1e-6);
}

}  // namespace

FolderFacts LookAtFolder(const std::string& path) {
  FolderFacts facts{.path = path};
  struct statfs system = {};
  if (statfs(path.c_str(), &system) == 0) {
    facts.free =
        static_cast<std::uint64_t>(system.f_bavail) * static_cast<std::uint64_t>(system.f_bsize);
    facts.file_system = NameOf(static_cast<std::uint32_t>(system.f_type));
  }
  std::string name = path + "/.gauze-doctor-XXXXXX";
  const int file = mkostemp(name.data(), O_CLOEXEC);
  if (file < 0) {
    facts.problem = std::strerror(errno);
    return facts;
  }
  unlink(name.c_str());  // gone, however this ends
  facts.bytes_per_second = Speed(file);
  facts.writable = facts.bytes_per_second > 0;
  if (!facts.writable) facts.problem = std::strerror(errno);
  close(file);
  return facts;
}

bool IsRemote(const std::string& file_system) {
  return std::ranges::any_of(kFileSystems, [&](const FileSystem& known) {
    return known.remote && file_system == known.name;
  });
}

}  // namespace gauze
