#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// One hash for a list of lines, such that a few other hashes prove that a line is on the list: the
// tree of RFC 6962 (Certificate Transparency), section 2.1, over SHA-256.
//
//   leaf  = SHA-256(0x00 || line)
//   node  = SHA-256(0x01 || left || right)
//   root of one line is its leaf; of n > 1 lines, the node over the roots of the first 2^j and of
//   the rest, 2^j being the largest power of two below n. (Of no line: SHA-256 of nothing.)
//
// The first byte keeps leaves and nodes apart, so no line can be made that passes for a part of the
// tree; that the number of lines is signed along with the root keeps trees of other shapes out.

namespace gauze::bundle {

using Hash = std::array<unsigned char, 32>;

Hash LeafHash(std::string_view line);
Hash MerkleRoot(std::span<const Hash> leaves);

// The hashes beside the way from a leaf to the root, lowest first; at most 64.
std::vector<Hash> MerklePath(std::span<const Hash> leaves, std::size_t place);

// The root to which such a way leads; none if it has another length than a tree of `leaves` has
// there.
std::optional<Hash> RootOfPath(const Hash& leaf, std::size_t place, std::size_t leaves,
                               std::span<const Hash> path);

// Lower-case hexadecimal digits, and back; none for anything else.
std::string Hex(std::span<const unsigned char> bytes);
bool FromHex(std::string_view text, std::span<unsigned char> bytes);

}  // namespace gauze::bundle
