#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>

#include "gauze/base/stop.h"
#include "gauze/bundle/bundle.h"
#include "gauze/bundle/tar.h"

namespace gauze::bundle {
namespace {

constexpr std::uint64_t kLargestHead = 64U << 20U;  // bytes of list or signature

tl::unexpected<Error> NoBundle(const std::string& why) {
  return InputError("this is not a Gauze bundle: " + why, "",
                    "`gauze bundle RELEASE --key FILE` makes one; a newer version of Gauze may "
                    "read it");
}

tl::unexpected<Error> Changed(const std::string& what) {
  return tl::unexpected(Error{ErrorCode::kPromise, what, "",
                              "the bundle was changed or truncated after it was signed: do not use "
                              "it, and ask its sender for another copy"});
}

// Whether so many bytes were there.
bool Take(std::istream& stream, std::span<char> bytes) {
  stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return static_cast<std::size_t>(stream.gcount()) == bytes.size();
}

bool TakeZeros(std::istream& stream, std::size_t count) {
  TarBlock block{};
  const std::span<char> zeros(block.data(), count);
  return Take(stream, zeros) && IsZero(zeros);
}

// One of the two files at the beginning, whole.
Result<std::string> TakeText(std::istream& stream, std::string_view name) {
  TarBlock block{};
  if (!Take(stream, block)) return NoBundle("it is too short");
  const auto entry = ReadTarHeader(block);
  if (!entry || entry->name != name) return NoBundle(fmt::format("{} is missing", name));
  if (entry->size > kLargestHead) return NoBundle(fmt::format("{} is too large", name));
  // Read in pieces: a file of a few bytes may claim to be large.
  std::string text;
  while (text.size() < entry->size) {
    std::string piece(std::min<std::uint64_t>(kPiece, entry->size - text.size()), '\0');
    if (!Take(stream, piece)) return NoBundle("it is too short");
    text += piece;
  }
  if (!TakeZeros(stream, PaddingAfter(text.size()))) {
    return NoBundle(fmt::format("unexpected data after {}", name));
  }
  return text;
}

Status TakeFile(std::istream& stream, const ListedFile& file, const Sink& sink) {
  TarBlock block{};
  if (!Take(stream, block)) return Changed(fmt::format("the bundle ends before {}", file.name));
  const auto entry = ReadTarHeader(block);
  if (!entry || entry->name != file.name) {
    return Changed(fmt::format("{} is out of order", file.name));
  }
  crypto_hash_sha256_state state;
  crypto_hash_sha256_init(&state);
  std::string piece;
  std::uint64_t left = entry->size;
  do {
    StopIfAsked();
    piece.resize(std::min<std::uint64_t>(kPiece, left));
    if (!Take(stream, piece)) return Changed(fmt::format("the bundle ends within {}", file.name));
    crypto_hash_sha256_update(&state, reinterpret_cast<const unsigned char*>(piece.data()),
                              piece.size());
    GAUZE_TRY(sink(file.name, piece));
    left -= piece.size();
  } while (left > 0);
  Hash digest{};
  crypto_hash_sha256_final(&state, digest.data());
  if (digest != file.digest)
    return Changed(fmt::format("{} differs from what was signed", file.name));
  if (!TakeZeros(stream, PaddingAfter(entry->size))) {
    return Changed(fmt::format("unexpected data after {}", file.name));
  }
  return {};
}

}  // namespace

Result<Head> ReadHead(std::istream& stream) {
  GAUZE_ASSIGN(const std::string list, TakeText(stream, kListName));
  GAUZE_ASSIGN(const std::string signature, TakeText(stream, kSignatureName));
  Head head;
  GAUZE_ASSIGN(head.files, ReadList(list));
  GAUZE_ASSIGN(head.signature, ReadSignature(signature));
  if (head.signature.files != head.files.size() ||
      head.signature.root != MerkleRoot(Leaves(head.files))) {
    return Changed("the list of files is not the one that was signed");
  }
  return head;
}

Result<Head> Unpack(std::istream& stream, const SigningPublicKey& key, const Sink& sink) {
  GAUZE_ASSIGN(Head head, ReadHead(stream));
  GAUZE_TRY(CheckSignature(head.signature, key));
  for (const ListedFile& file : head.files) GAUZE_TRY(TakeFile(stream, file, sink));
  if (!TakeZeros(stream, kBlock) || !TakeZeros(stream, kBlock)) {
    return Changed("the bundle holds more than its list says, or is truncated");
  }
  if (stream.peek() != std::istream::traits_type::eof()) {
    return Changed("unexpected data after the end of the bundle");
  }
  return head;
}

}  // namespace gauze::bundle
