#include "gauze/bundle/tar.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>

namespace gauze::bundle {
namespace {

// Where a field of the header lies.
struct Field {
  std::size_t at;
  std::size_t size;
};
constexpr Field kName{0, 100};
constexpr Field kMode{100, 8};
constexpr Field kUser{108, 8};
constexpr Field kGroup{116, 8};
constexpr Field kSize{124, 12};
constexpr Field kTime{136, 12};
constexpr Field kSum{148, 8};
constexpr Field kType{156, 1};
constexpr Field kMagic{257, 8};
constexpr std::uint64_t kOctalLimit = 1ULL << 33U;  // eleven octal digits

void Put(TarBlock& block, const Field& field, std::string_view text) {
  Check(text.size() <= field.size, "a text longer than its field of a tar header");
  std::ranges::copy(text, block.begin() + static_cast<std::ptrdiff_t>(field.at));
}

void PutSize(TarBlock& block, std::uint64_t size) {
  if (size < kOctalLimit) return Put(block, kSize, fmt::format("{:011o}", size));
  block[kSize.at] = static_cast<char>(0x80);
  for (std::size_t i = kSize.size - 1; i > 0; --i, size >>= 8U) {
    block[kSize.at + i] = static_cast<char>(size & 0xFFU);
  }
}

// What the field says, by either way of writing; whether it says so as we would is seen later.
std::uint64_t GetSize(const TarBlock& block) {
  std::uint64_t size = 0;
  const bool binary = static_cast<unsigned char>(block[kSize.at]) == 0x80;
  for (std::size_t i = binary ? 1 : 0; i < kSize.size; ++i) {
    const auto byte = static_cast<unsigned char>(block[kSize.at + i]);
    if (binary) {
      size = (size << 8U) | byte;
    } else if (byte >= '0' && byte <= '7') {
      size = (size << 3U) | (byte - '0');
    }
  }
  return size;
}

}  // namespace

TarBlock TarHeader(std::string_view name, std::uint64_t size) {
  TarBlock block{};
  Put(block, kName, name);
  Put(block, kMode, "0000644");
  Put(block, kUser, "0000000");
  Put(block, kGroup, "0000000");
  PutSize(block, size);
  Put(block, kTime, "00000000000");
  Put(block, kSum, "        ");
  Put(block, kType, "0");
  Put(block, kMagic, std::string_view("ustar\00000", 8));
  const unsigned sum = std::accumulate(
      block.begin(), block.end(), 0U,
      [](unsigned total, char byte) { return total + static_cast<unsigned char>(byte); });
  Put(block, kSum, std::string_view(fmt::format("{:06o}", sum) + '\0' + ' '));
  return block;
}

Result<TarEntry> ReadTarHeader(const TarBlock& block) {
  const std::string_view field(block.data() + kName.at, kName.size);
  TarEntry entry{.name = std::string(field.substr(0, field.find('\0'))), .size = GetSize(block)};
  // The size plus its padding must not wrap.
  const bool possible = entry.size <= std::numeric_limits<std::int64_t>::max();
  if (possible && TarHeader(entry.name, entry.size) == block) return entry;
  return InputError("a header is not one that Gauze writes");
}

bool IsZero(std::span<const char> bytes) {
  return std::ranges::all_of(bytes, [](char byte) { return byte == '\0'; });
}

}  // namespace gauze::bundle
