#include "gauze/studio/folder/folder.h"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

namespace gauze::studio {
namespace {

namespace fs = std::filesystem;

// The same words whether there is nothing, or something that is not ours to see: nobody finds out
// by asking what lies elsewhere.
tl::unexpected<Error> NotBelow() {
  return InputError("there is no such file in the studio's folder", "",
                    "the studio sees what lies below the folder that it was started for; "
                    "`gauze studio --folder` names another one");
}

int OpenBeneath(int folder, const std::string& path, int flags) {
  open_how how{};
  how.flags = static_cast<std::uint64_t>(flags) | O_CLOEXEC;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
  return static_cast<int>(syscall(SYS_openat2, folder, path.c_str(), &how, sizeof how));
}

// Where a descriptor leads; empty if that has no name any more.
std::string PathOf(int descriptor) {
  std::error_code error;
  return fs::read_symlink("/proc/self/fd/" + std::to_string(descriptor), error).string();
}

}  // namespace

OpenFile::OpenFile(OpenFile&& other) noexcept : descriptor_(other.Release()) {}
OpenFile::~OpenFile() {
  if (descriptor_ >= 0) close(descriptor_);
}
int OpenFile::Release() { return std::exchange(descriptor_, -1); }

Result<Folder> Folder::Open(const std::string& path) {
  OpenFile root(open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (root.get() < 0) return InputError("there is no such folder", path, "name one that exists");
  const int probe = OpenBeneath(root.get(), ".", O_PATH | O_DIRECTORY);
  if (probe < 0) {
    return ResourceError("this kernel cannot keep a program inside a folder", path,
                         "the studio needs Linux 5.6 or newer (openat2)");
  }
  close(probe);
  std::string real = PathOf(root.get());
  return Folder(std::move(root), std::move(real));
}

Result<OpenFile> Folder::OpenBelow(const std::string& path, int flags) const {
  const std::string named = path.empty() ? "." : path;
  // The kernel would stop reading at a zero.
  if (named.find('\0') != named.npos) return NotBelow();
  OpenFile file(OpenBeneath(root_->get(), named, flags));
  if (file.get() < 0) return NotBelow();
  return file;
}

Result<std::string> Folder::Resolve(const std::string& path) const {
  GAUZE_ASSIGN(const OpenFile file, OpenBelow(path, O_PATH));
  const std::string real = PathOf(file.get());
  if (real == path_) return ".";
  const std::string begin = path_ == "/" ? "/" : path_ + "/";
  if (!real.starts_with(begin)) return NotBelow();  // it was moved meanwhile
  return real.substr(begin.size());
}

Result<std::string> Folder::ResolveNew(const std::string& path) const {
  if (auto there = Resolve(path)) return there;
  const fs::path named(path);
  const std::string name = named.filename().string();
  if (named.is_absolute() || name.empty() || name == "." || name == "..") return NotBelow();
  // A link that leads nowhere yet would lead somewhere once it is written to.
  GAUZE_ASSIGN(const OpenFile parent,
               OpenBelow(named.parent_path().string(), O_PATH | O_DIRECTORY));
  struct stat facts{};
  if (fstatat(parent.get(), name.c_str(), &facts, AT_SYMLINK_NOFOLLOW) == 0) return NotBelow();
  GAUZE_ASSIGN(const std::string folder, Resolve(named.parent_path().string()));
  return (fs::path(folder) / name).lexically_normal().string();
}

Result<std::string> Folder::Read(const std::string& path, std::size_t most) const {
  GAUZE_ASSIGN(const OpenFile file, OpenBelow(path, O_RDONLY | O_NONBLOCK));
  struct stat facts{};
  if (fstat(file.get(), &facts) != 0 || !S_ISREG(facts.st_mode)) return NotBelow();
  std::string text;
  char buffer[1U << 16U];
  for (ssize_t got = 0; (got = read(file.get(), buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<std::size_t>(got));
    if (text.size() > most) return InputError("the file is too large to be shown", path, "");
  }
  return text;
}

}  // namespace gauze::studio
