#include <fcntl.h>
#include <fmt/format.h>
#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "gauze/base/stop.h"
#include "gauze/bundle/bundle.h"
#include "gauze/bundle/tar.h"

namespace gauze::bundle {
namespace {

std::string Reason() { return std::generic_category().message(errno); }

// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&&) = delete;
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  int number() const { return number_; }

 private:
  int number_;
};

// A file to be packed, open, with the size that it has now.
struct Source {
  const PackedFile* file;
  Descriptor descriptor{-1};
  std::uint64_t size = 0;
};

Result<Source> Open(const PackedFile& file) {
  if (file.text) return Source{.file = &file, .size = file.text->size()};
  Descriptor descriptor(open(file.path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat found{};
  if (descriptor.number() < 0 || fstat(descriptor.number(), &found) != 0) {
    return ResourceError("the file cannot be read: " + Reason(), file.path, "check the path");
  }
  if (!S_ISREG(found.st_mode)) return InputError("this is not a regular file", file.path);
  return Source{.file = &file,
                .descriptor = std::move(descriptor),
                .size = static_cast<std::uint64_t>(found.st_size)};
}

class Writer {
 public:
  explicit Writer(std::string path)
      : path_(std::move(path)),
        file_(open(path_.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0644)) {}

  Status Opened() const { return file_.number() < 0 ? Failed() : Status(); }

  // At the end of what was put, or over what was put there before.
  Status Put(std::string_view bytes) {
    GAUZE_TRY(PutAt(end_, bytes));
    end_ += bytes.size();
    return {};
  }
  Status PutAt(std::uint64_t place, std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t done =
          pwrite(file_.number(), bytes.data(), bytes.size(), static_cast<off_t>(place));
      if (done < 0 && errno == EINTR) continue;
      if (done < 0) return Failed();
      place += static_cast<std::uint64_t>(done);
      bytes.remove_prefix(static_cast<std::size_t>(done));
    }
    return {};
  }
  Status Sync() { return fsync(file_.number()) == 0 ? Status() : Failed(); }

 private:
  Status Failed() const {
    const bool full = errno == ENOSPC || errno == EDQUOT;
    return ResourceError("cannot write the bundle: " + Reason(), path_,
                         full ? "free some disk space" : "check that you may write there");
  }

  std::string path_;
  Descriptor file_;
  std::uint64_t end_ = 0;
};

// Header, bytes and padding of a small file.
std::string Whole(std::string_view name, const std::string& text) {
  const TarBlock header = TarHeader(name, text.size());
  return std::string(header.data(), header.size()) + text +
         std::string(PaddingAfter(text.size()), '\0');
}

// Hashes what it copies, so that digest and bytes cannot differ.
Result<Hash> Copy(const Source& source, Writer& writer) {
  const TarBlock header = TarHeader(source.file->name, source.size);
  GAUZE_TRY(writer.Put({header.data(), header.size()}));
  crypto_hash_sha256_state state;
  crypto_hash_sha256_init(&state);
  const auto put = [&](std::string_view piece) {
    crypto_hash_sha256_update(&state, reinterpret_cast<const unsigned char*>(piece.data()),
                              piece.size());
    return writer.Put(piece);
  };
  if (source.file->text) {
    GAUZE_TRY(put(*source.file->text));
  } else {
    std::vector<char> buffer(std::min<std::uint64_t>(kPiece, source.size + 1));
    std::uint64_t left = source.size;
    while (true) {
      StopIfAsked();
      const ssize_t got = read(source.descriptor.number(), buffer.data(), buffer.size());
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return ResourceError("cannot read: " + Reason(), source.file->path);
      if (got == 0 && left == 0) break;
      if (got == 0 || static_cast<std::uint64_t>(got) > left) {
        return ResourceError("the file changed while it was packed", source.file->path,
                             "try again when no other program writes to it");
      }
      left -= static_cast<std::uint64_t>(got);
      GAUZE_TRY(put({buffer.data(), static_cast<std::size_t>(got)}));
    }
  }
  GAUZE_TRY(writer.Put(std::string(PaddingAfter(source.size), '\0')));
  Hash digest{};
  crypto_hash_sha256_final(&state, digest.data());
  return digest;
}

}  // namespace

// List and signature come first, but their texts have the same length whatever the digests are: a
// place is left for them.
Result<Signature> Pack(std::vector<PackedFile> files, const SigningKeys& keys,
                       const std::string& out) {
  std::ranges::sort(files, {}, &PackedFile::name);
  std::vector<ListedFile> listed;
  for (const PackedFile& file : files) listed.push_back({.name = file.name});
  for (const PackedFile& file : files) {
    if (IsName(file.name)) continue;
    return InputError(fmt::format("a bundle cannot hold a file of this name: {}", file.name),
                      file.path,
                      "use letters, digits, '.', '_', '-' and spaces, at most 100 characters");
  }
  GAUZE_TRY(CheckList(listed));
  const auto head = [&](const Signature& signature) {
    return Whole(kListName, ListText(listed)) + Whole(kSignatureName, signature.Text());
  };
  Writer writer(out);
  GAUZE_TRY(writer.Opened());
  const std::size_t head_size = head(Signature{.files = files.size()}).size();
  GAUZE_TRY(writer.Put(std::string(head_size, '\0')));
  for (std::size_t i = 0; i < files.size(); ++i) {
    GAUZE_ASSIGN(const Source source, Open(files[i]));
    GAUZE_ASSIGN(listed[i].digest, Copy(source, writer));
  }
  GAUZE_TRY(writer.Put(std::string(2 * kBlock, '\0')));
  const Signature signature = Sign(files.size(), MerkleRoot(Leaves(listed)), keys);
  const std::string begin = head(signature);
  Check(begin.size() == head_size, "the head of a bundle has another size than was left for it");
  GAUZE_TRY(writer.PutAt(0, begin));
  GAUZE_TRY(writer.Sync());
  return signature;
}

}  // namespace gauze::bundle
