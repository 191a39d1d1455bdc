#pragma once

#include <cstdint>
#include <string>

namespace gauze {

// What a folder is good for. Nothing stays in it.
struct FolderFacts {
  std::string path;
  bool writable = false;
  std::string problem;          // why not, in the system's words
  std::uint64_t free = 0;       // bytes for somebody who is not root
  std::string file_system;      // "ext4", "nfs", "tmpfs", or "0x…" for one that we do not know
  double bytes_per_second = 0;  // of a file that was written and came to the disk
};

// Writes a private file of some megabytes, for at most about a second.
FolderFacts LookAtFolder(const std::string& path);

// Every read and write goes over a network, or through another program.
bool IsRemote(const std::string& file_system);

}  // namespace gauze
