#include "gauze/encode/record_spool.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

namespace gauze {
namespace {

// Everything or an error number.
int WriteAll(int file, const char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t written = write(file, data, size);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    data += written;
    size -= static_cast<std::size_t>(written);
  }
  return 0;
}

int ReadAll(int file, char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t got = read(file, data, size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return errno;
    if (got == 0) return EIO;
    data += got;
    size -= static_cast<std::size_t>(got);
  }
  return 0;
}

tl::unexpected<Error> Failure(const std::string& path, int number) {
  return ResourceError(
      "cannot use a temporary file: " + std::generic_category().message(number), path,
      number == ENOSPC ? "free some disk space, or choose a larger disk with --temp"
                       : "check permissions of the temporary folder (--temp)");
}

}  // namespace

void RecordShape::AppendText(std::vector<std::uint64_t>& record, const std::string_view* text) {
  if (text == nullptr) {
    record.push_back(kMissingKey);
    return;
  }
  const std::size_t at = record.size() + 1;
  record.push_back(text->size());
  record.resize(at + TextWords(text->size()));
  if (!text->empty()) std::memcpy(record.data() + at, text->data(), text->size());
}

RecordSpool::RecordSpool(RecordShape shape, std::string path, std::uint64_t memory_bytes)
    : shape_(shape), path_(std::move(path)), memory_bytes_(memory_bytes) {}

RecordSpool::RecordSpool(RecordSpool&& other) noexcept
    : shape_(other.shape_),
      path_(std::move(other.path_)),
      memory_bytes_(other.memory_bytes_),
      file_(std::exchange(other.file_, -1)),
      status_(std::move(other.status_)),
      records_(other.records_),
      words_(other.words_),
      blocks_(std::move(other.blocks_)) {}

RecordSpool::~RecordSpool() {
  if (file_ < 0) return;
  close(file_);
  unlink(path_.c_str());
}

void RecordSpool::AddBlock(std::vector<std::uint64_t>& block, std::uint64_t records) {
  const std::lock_guard lock(mutex_);
  records_ += records;
  words_ += block.size();
  if (file_ < 0 && status_ && bytes() > memory_bytes_) MoveToFile();
  if (!status_) return;  // with no disk to go to, memory must not fill up instead
  if (file_ < 0) {
    blocks_.push_back(std::move(block));
  } else {
    Write(block);
  }
}

void RecordSpool::MoveToFile() {
  file_ = open(path_.c_str(), O_CREAT | O_TRUNC | O_RDWR | O_CLOEXEC, 0600);
  if (file_ < 0) status_ = Failure(path_, errno);
  for (auto& block : blocks_) {
    Write(block);
    block = {};
  }
  blocks_.clear();
}

void RecordSpool::Write(const std::vector<std::uint64_t>& block) {
  if (!status_) return;
  const std::uint64_t size = block.size();
  int failure = WriteAll(file_, reinterpret_cast<const char*>(&size), sizeof(size));
  if (failure == 0) {
    failure = WriteAll(file_, reinterpret_cast<const char*>(block.data()), size * sizeof(size));
  }
  if (failure != 0) status_ = Failure(path_, failure);
}

Status RecordSpool::Finish() {
  if (status_ && file_ >= 0 && lseek(file_, 0, SEEK_SET) != 0) {
    status_ = Failure(path_, errno);
  }
  return status_;
}

bool RecordSpool::NextBlock(std::vector<std::uint64_t>& block) {
  const std::lock_guard lock(mutex_);
  if (file_ < 0) {
    if (!status_ || blocks_.empty()) return false;
    block = std::move(blocks_.back());
    blocks_.pop_back();
    return true;
  }
  if (!status_) return false;
  std::uint64_t size = 0;
  const ssize_t got = read(file_, &size, sizeof(size));
  if (got == 0) return false;
  int failure = got == sizeof(size) ? 0 : EIO;
  if (failure == 0) {
    block.resize(size);
    failure = ReadAll(file_, reinterpret_cast<char*>(block.data()), size * sizeof(size));
  }
  if (failure != 0) status_ = Failure(path_, failure);
  return failure == 0;
}

}  // namespace gauze
