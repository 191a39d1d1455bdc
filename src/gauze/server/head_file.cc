#include "gauze/server/head_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

#include "gauze/base/file.h"
#include "gauze/base/read_number.h"

namespace gauze::server {
namespace {

constexpr std::size_t kNumber = 20;
constexpr std::size_t kHex = 64;
// serial number:hash digest
constexpr std::size_t kLine = kNumber + 1 + kNumber + 1 + kHex + 1 + kHex + 1;

struct NotedHead {
  std::uint64_t serial = 0;
  AuditHead head;
};

std::string HeadLine(const NotedHead& noted, const KeyedDigest& key) {
  const std::string text =
      fmt::format("{:020} {:020}:{}", noted.serial, noted.head.number, noted.head.hash);
  return fmt::format("{} {}\n", text, key.Of("head", text));
}

// Nothing if the line is not one that this server wrote.
std::optional<NotedHead> ReadHeadLine(std::string_view line, const KeyedDigest& key) {
  if (line.size() != kLine) return std::nullopt;
  NotedHead noted;
  noted.serial = ReadAll<std::uint64_t>(line.substr(0, kNumber)).value_or(0);
  noted.head.number = ReadAll<std::uint64_t>(line.substr(kNumber + 1, kNumber)).value_or(0);
  noted.head.hash = line.substr(kNumber + 1 + kNumber + 1, kHex);
  if (HeadLine(noted, key) != line) return std::nullopt;
  return noted;
}

}  // namespace

HeadFile::HeadFile(int file, std::string path, KeyedDigest key)
    : file_(file), path_(std::move(path)), key_(std::move(key)) {}

HeadFile::HeadFile(HeadFile&& other) noexcept
    : file_(std::exchange(other.file_, -1)),
      path_(std::move(other.path_)),
      key_(std::move(other.key_)),
      head_(std::move(other.head_)),
      serial_(other.serial_) {}

HeadFile::~HeadFile() {
  if (file_ >= 0) close(file_);
}

Result<HeadFile> HeadFile::Open(const std::string& folder, KeyedDigest key) {
  const std::string path = folder + "/head";
  const int file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0) {
    return ResourceError("the state folder is missing or cannot be written", path,
                         "create the folder that `state` names, for the user of gauzed only");
  }
  HeadFile head(file, path, std::move(key));
  // Made by root (gauzed adopt), it must still be readable by the server.
  struct stat owner{};
  if (geteuid() == 0 && stat(folder.c_str(), &owner) == 0 &&
      fchown(file, owner.st_uid, owner.st_gid) != 0) {
    return ResourceError("cannot change the owner of the file to that of its folder", path);
  }
  GAUZE_TRY(SyncPath(folder));
  GAUZE_TRY(head.Read());
  return head;
}

Result<std::optional<AuditHead>> HeadFile::Look(const std::string& folder, const KeyedDigest& key) {
  const std::string path = folder + "/head";
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0 && errno == ENOENT) return std::optional<AuditHead>();
  if (file < 0) return ResourceError("the head cannot be read", path);
  HeadFile head(file, path, key);
  GAUZE_TRY(head.Read());
  return head.head();
}

Status HeadFile::Read() {
  std::array<char, 2 * kLine> bytes{};
  const ssize_t size = pread(file_, bytes.data(), bytes.size(), 0);
  if (size < 0) return ResourceError("the head cannot be read", path_);
  const std::string_view text(bytes.data(), static_cast<std::size_t>(size));
  for (std::size_t from = 0; from < text.size(); from += kLine) {
    const auto noted = ReadHeadLine(text.substr(from, kLine), key_);
    if (!noted || noted->serial < serial_) continue;
    serial_ = noted->serial;
    head_ = noted->head;
  }
  if (head_ || text.empty()) return {};
  return tl::unexpected(Error{ErrorCode::kPromise, "the head was not written by this server", path_,
                              "somebody changed it, or the master key is not the same; see "
                              "docs/server-deployment.md, \"When the database was changed\""});
}

Status HeadFile::Note(const AuditHead& head) {
  const std::string line = HeadLine({serial_ + 1, head}, key_);
  const auto from = static_cast<off_t>((serial_ + 1) % 2 * kLine);
  if (pwrite(file_, line.data(), line.size(), from) != static_cast<ssize_t>(line.size()) ||
      fdatasync(file_) != 0) {
    return ResourceError("the head cannot be written", path_, "is the disk full?");
  }
  ++serial_;
  head_ = head;
  return {};
}

}  // namespace gauze::server
