#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "gauze/base/error.h"

// The container: an uncompressed tar archive (POSIX ustar) that any tar opens. Everything that tar
// leaves open is fixed here (owner 0, no date, mode 0644, plain files, no padding beyond the
// blocks), so that names and contents decide every byte, and a reader can compare instead of
// interpreting: a header is accepted only if it is the one that we would write.

namespace gauze::bundle {

inline constexpr std::size_t kBlock = 512;
inline constexpr std::size_t kLongestName = 100;  // of the header's field for it
inline constexpr std::size_t kPiece = 1U << 20U;  // bytes read or written at a time

// The first two files of every bundle.
inline constexpr std::string_view kListName = "SHA256SUMS";
inline constexpr std::string_view kSignatureName = "SIGNATURE";

using TarBlock = std::array<char, kBlock>;

struct TarEntry {
  std::string name;
  std::uint64_t size = 0;
};

// A size of 8 GiB or more is written in base 256, as GNU tar, libarchive and Python read it.
TarBlock TarHeader(std::string_view name, std::uint64_t size);

// An error for anything that TarHeader does not make.
Result<TarEntry> ReadTarHeader(const TarBlock& block);

bool IsZero(std::span<const char> bytes);

// Zeros after a file of that size, up to the next block.
constexpr std::size_t PaddingAfter(std::uint64_t size) {
  return static_cast<std::size_t>((kBlock - size % kBlock) % kBlock);
}

}  // namespace gauze::bundle
