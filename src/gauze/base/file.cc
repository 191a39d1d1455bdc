#include "gauze/base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

namespace gauze {
namespace {

constexpr std::uintmax_t kLargestFile = 256ULL << 20U;

// What errno says, as an error.
tl::unexpected<Error> Failure(const std::string& what, const std::string& path) {
  const bool full = errno == ENOSPC || errno == EDQUOT;
  return ResourceError(what + ": " + std::generic_category().message(errno), path,
                       full ? "free some disk space" : "");
}

}  // namespace

Result<std::string> ReadFile(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) {
    return InputError("there is no such file", path,
                      "check the path; in a policy it is relative to the policy file");
  }
  if (std::filesystem::is_directory(path, error)) {
    return InputError("this is a folder, not a file", path, "name a file in it");
  }
  if (std::filesystem::file_size(path, error) > kLargestFile && !error) {
    return InputError("the file is larger than 256 MiB", path,
                      "policies and hierarchies are small: is this the right file?");
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) return ResourceError("the file cannot be read", path, "check its permissions");
  std::ostringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

Status WriteFile(const std::string& path, std::string_view text, unsigned mode) {
  const int file = open(path.c_str(), O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, mode);
  if (file < 0) return Failure("cannot write the file", path);
  while (!text.empty()) {
    const ssize_t written = write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      auto failure = Failure("cannot write the file", path);
      close(file);
      return failure;
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  const bool synced = fsync(file) == 0;
  auto failure = Failure("cannot write the file to disk", path);
  close(file);
  if (!synced) return failure;
  return {};
}

Status SyncPath(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return Failure("cannot open for writing to disk", path);
  const bool synced = fsync(file) == 0;
  auto failure = Failure("cannot write to disk", path);
  close(file);
  if (!synced) return failure;
  return {};
}

}  // namespace gauze
