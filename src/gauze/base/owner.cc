#include "gauze/base/owner.h"

#include <sys/stat.h>
#include <unistd.h>

namespace gauze {

Status CheckOurs(const std::string& path) {
  struct stat there{};
  if (lstat(path.c_str(), &there) != 0 || there.st_uid == geteuid()) return {};
  return InputError("the folder belongs to another user", path, "choose a folder of your own");
}

}  // namespace gauze
