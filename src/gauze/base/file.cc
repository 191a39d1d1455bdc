#include "gauze/base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <vector>

namespace gauze {
namespace {

constexpr std::uintmax_t kLargestFile = 256ULL << 20U;

const char* WhatToDo(int problem) {
  switch (problem) {
    case ENOSPC:
    case EDQUOT:
      return "free some disk space";
    case ENOENT:
    case ENOTDIR:
      return "make its folder first, or choose another";
    default:
      return "check that you may write there, or choose another folder";
  }
}

// What errno says, as an error.
tl::unexpected<Error> Failure(const std::string& what, const std::string& path) {
  const int problem = errno;
  return ResourceError(what + ": " + std::generic_category().message(problem), path,
                       WhatToDo(problem));
}

}  // namespace

Result<std::string> ReadFile(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) {
    return InputError("the file does not exist", path,
                      "check the path; in a policy it is relative to the policy file");
  }
  if (std::filesystem::is_directory(path, error)) {
    return InputError("this is a folder, not a file", path, "name a file in it");
  }
  if (std::filesystem::file_size(path, error) > kLargestFile && !error) {
    return InputError("the file is larger than 256 MiB", path,
                      "policies and hierarchies are small: is this the right file?");
  }
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return ResourceError("the file cannot be read", path, "check its permissions");
  // Not by a stream: that would give half of a file for all of it where the disk fails.
  std::string text;
  std::vector<char> piece(std::size_t{1} << 16U);
  ssize_t got = 0;
  while ((got = read(file, piece.data(), piece.size())) != 0) {
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) break;
    text.append(piece.data(), static_cast<std::size_t>(got));
  }
  const std::string reason = std::generic_category().message(errno);
  close(file);
  if (got < 0) {
    return ResourceError("the file cannot be read: " + reason, path,
                         "check the disk that it is on");
  }
  return text;
}

namespace {

Status WriteAndClose(int file, std::string_view text, const std::string& path) {
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

// A new file that takes the place of what is there: that one may be readable by others, open in
// somebody's hands, or a link to elsewhere.
Status WritePrivate(const std::string& path, std::string_view text) {
  std::string name = path + ".XXXXXX";
  const int file = mkostemp(name.data(), O_CLOEXEC);
  if (file < 0) return Failure("cannot write the file", path);
  Status written = WriteAndClose(file, text, path);
  if (written && rename(name.c_str(), path.c_str()) != 0) {
    written = Failure("cannot write the file", path);
  }
  if (!written) unlink(name.c_str());
  return written;
}

}  // namespace

Status WriteFile(const std::string& path, std::string_view text, unsigned mode) {
  struct stat there{};
  const bool taken = lstat(path.c_str(), &there) == 0;
  if (taken && !S_ISREG(there.st_mode)) {
    return InputError("the path exists and is not a regular file", path, "choose another name");
  }
  if ((mode & 0077U) == 0) return WritePrivate(path, text);
  // What is there may be somebody else's, or have other names: it is left as it is.
  if (taken && unlink(path.c_str()) != 0) return Failure("cannot replace the file", path);
  const int file = open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, mode);
  if (file < 0) return Failure("cannot write the file", path);
  Status written = WriteAndClose(file, text, path);
  if (!written) unlink(path.c_str());  // half of it would be taken for all
  return written;
}

Status SyncPath(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return Failure("cannot open the file to sync it", path);
  const bool synced = fsync(file) == 0;
  auto failure = Failure("cannot sync to disk", path);
  close(file);
  if (!synced) return failure;
  return {};
}

}  // namespace gauze
