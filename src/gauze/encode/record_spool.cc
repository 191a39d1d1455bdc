#include "gauze/encode/record_spool.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <system_error>

namespace gauze {
namespace {

// Everything or an error number.
int WriteAll(int file, const char* data, std::size_t size, off_t at) {
  while (size > 0) {
    const ssize_t written = pwrite(file, data, size, at);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    data += written;
    at += written;
    size -= static_cast<std::size_t>(written);
  }
  return 0;
}

int ReadAll(int file, char* data, std::size_t size, off_t at) {
  while (size > 0) {
    const ssize_t got = pread(file, data, size, at);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return errno;
    if (got == 0) return EIO;
    data += got;
    at += got;
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

Result<std::shared_ptr<SpoolFile>> SpoolFile::Create(const std::string& path) {
  const int file = open(path.c_str(), O_CREAT | O_TRUNC | O_RDWR | O_CLOEXEC, 0600);
  if (file < 0) return Failure(path, errno);
  return std::shared_ptr<SpoolFile>(new SpoolFile(file, path));
}

SpoolFile::~SpoolFile() {
  close(file_);
  unlink(path_.c_str());
}

Result<std::uint64_t> SpoolFile::Write(const std::vector<std::uint64_t>& block) {
  const std::size_t bytes = block.size() * sizeof(std::uint64_t);
  const std::uint64_t at = end_.fetch_add(bytes);
  const int failure =
      WriteAll(file_, reinterpret_cast<const char*>(block.data()), bytes, static_cast<off_t>(at));
  if (failure != 0) return Failure(path_, failure);
  return at;
}

Status SpoolFile::Read(std::uint64_t place, std::vector<std::uint64_t>& block) const {
  const int failure = ReadAll(file_, reinterpret_cast<char*>(block.data()),
                              block.size() * sizeof(std::uint64_t), static_cast<off_t>(place));
  if (failure != 0) return Failure(path_, failure);
  return {};
}

RecordSpool::RecordSpool(RecordShape shape, std::string path, std::uint64_t memory_bytes)
    : shape_(shape), path_(std::move(path)), memory_bytes_(memory_bytes) {}

RecordSpool::RecordSpool(RecordShape shape, std::shared_ptr<SpoolFile> file)
    : shape_(shape), file_(std::move(file)) {}

RecordSpool::RecordSpool(RecordSpool&& other) noexcept
    : shape_(other.shape_),
      path_(std::move(other.path_)),
      memory_bytes_(other.memory_bytes_),
      file_(std::move(other.file_)),
      status_(std::move(other.status_)),
      records_(other.records_),
      words_(other.words_),
      blocks_(std::move(other.blocks_)),
      places_(std::move(other.places_)),
      taken_(other.taken_) {}

void RecordSpool::AddBlock(std::vector<std::uint64_t>& block, std::uint64_t records) {
  std::unique_lock lock(mutex_);
  records_ += records;
  words_ += block.size();
  if (file_ == nullptr && status_ && bytes() > memory_bytes_) MoveToFile();
  if (!status_) return;  // with no disk to go to, memory must not fill up instead
  if (file_ == nullptr) {
    blocks_.push_back(std::move(block));
    return;
  }
  lock.unlock();
  Write(block);
}

void RecordSpool::MoveToFile() {
  auto file = SpoolFile::Create(path_);
  if (!file) {
    status_ = tl::unexpected(std::move(file.error()));
  } else {
    file_ = *std::move(file);
    for (auto& block : blocks_) {
      const auto at = file_->Write(block);
      if (!at && status_) status_ = tl::unexpected(at.error());
      if (at) places_.push_back({*at, block.size()});
      block = {};
    }
  }
  blocks_.clear();
}

void RecordSpool::Write(const std::vector<std::uint64_t>& block) {
  const auto at = file_->Write(block);
  const std::lock_guard lock(mutex_);
  if (at) {
    places_.push_back({*at, block.size()});
  } else if (status_) {
    status_ = tl::unexpected(at.error());
  }
}

Status RecordSpool::Finish() { return status_; }

void RecordSpool::Absorb(RecordSpool other) {
  records_ += other.records_;
  words_ += other.words_;
  std::ranges::move(other.blocks_, std::back_inserter(blocks_));
  places_.insert(places_.end(), other.places_.begin(), other.places_.end());
}

bool RecordSpool::Read(Place place, std::vector<std::uint64_t>& block) {
  block.resize(place.words);
  Status read = file_->Read(place.at, block);
  if (read) return true;
  const std::lock_guard lock(mutex_);
  if (status_) status_ = std::move(read);
  return false;
}

const std::vector<std::uint64_t>* RecordSpool::Block(std::size_t number,
                                                     std::vector<std::uint64_t>& held) {
  if (file_ == nullptr) return number < blocks_.size() ? &blocks_[number] : nullptr;
  if (number >= places_.size()) return nullptr;
  return Read(places_[number], held) ? &held : nullptr;
}

bool RecordSpool::TakeBlock(std::vector<std::uint64_t>& block) {
  Place place;
  {
    const std::lock_guard lock(mutex_);
    if (!status_) return false;
    if (file_ == nullptr) {
      if (blocks_.empty()) return false;
      block = std::move(blocks_.back());
      blocks_.pop_back();
      return true;
    }
    if (taken_ == places_.size()) return false;
    place = places_[taken_++];
  }
  return Read(place, block);
}

}  // namespace gauze
