#include "gauze/bundle/merkle.h"

#include <sodium.h>

#include <algorithm>
#include <bit>

#include "gauze/base/error.h"

namespace gauze::bundle {
namespace {

static_assert(std::tuple_size_v<Hash> == crypto_hash_sha256_BYTES);

Hash NodeHash(const Hash& left, const Hash& right) {
  std::array<unsigned char, 1 + 2 * std::tuple_size_v<Hash>> text{1};
  std::ranges::copy(left, text.begin() + 1);
  std::ranges::copy(right, text.begin() + 1 + left.size());
  Hash hash{};
  crypto_hash_sha256(hash.data(), text.data(), text.size());
  return hash;
}

// How many of n > 1 leaves are on the left.
std::size_t LeftOf(std::size_t n) { return std::bit_floor(n - 1); }

}  // namespace

Hash LeafHash(std::string_view line) {
  crypto_hash_sha256_state state;
  crypto_hash_sha256_init(&state);
  const unsigned char kind = 0;
  crypto_hash_sha256_update(&state, &kind, 1);
  crypto_hash_sha256_update(&state, reinterpret_cast<const unsigned char*>(line.data()),
                            line.size());
  Hash hash{};
  crypto_hash_sha256_final(&state, hash.data());
  return hash;
}

Hash MerkleRoot(std::span<const Hash> leaves) {
  if (leaves.empty()) {
    Hash hash{};
    crypto_hash_sha256(hash.data(), nullptr, 0);
    return hash;
  }
  if (leaves.size() == 1) return leaves.front();
  const std::size_t left = LeftOf(leaves.size());
  return NodeHash(MerkleRoot(leaves.first(left)), MerkleRoot(leaves.subspan(left)));
}

std::vector<Hash> MerklePath(std::span<const Hash> leaves, std::size_t place) {
  Check(place < leaves.size(), "a place outside the tree");
  if (leaves.size() == 1) return {};
  const std::size_t left = LeftOf(leaves.size());
  const auto first = leaves.first(left);
  const auto rest = leaves.subspan(left);
  std::vector<Hash> path = place < left ? MerklePath(first, place) : MerklePath(rest, place - left);
  path.push_back(MerkleRoot(place < left ? rest : first));
  return path;
}

std::optional<Hash> RootOfPath(const Hash& leaf, std::size_t place, std::size_t leaves,
                               std::span<const Hash> path) {
  if (place >= leaves) return std::nullopt;
  if (leaves == 1) return path.empty() ? std::optional(leaf) : std::nullopt;
  if (path.empty()) return std::nullopt;
  const std::size_t left = LeftOf(leaves);
  const Hash& beside = path.back();
  const auto below = path.first(path.size() - 1);
  const bool first = place < left;
  const auto root = first ? RootOfPath(leaf, place, left, below)
                          : RootOfPath(leaf, place - left, leaves - left, below);
  if (!root) return std::nullopt;
  return first ? NodeHash(*root, beside) : NodeHash(beside, *root);
}

std::string Hex(std::span<const unsigned char> bytes) {
  std::string text(2 * bytes.size() + 1, '\0');
  sodium_bin2hex(text.data(), text.size(), bytes.data(), bytes.size());
  text.pop_back();
  return text;
}

bool FromHex(std::string_view text, std::span<unsigned char> bytes) {
  std::size_t size = 0;
  return text.size() == 2 * bytes.size() &&
         sodium_hex2bin(bytes.data(), bytes.size(), text.data(), text.size(), nullptr, &size,
                        nullptr) == 0 &&
         size == bytes.size() && Hex(bytes) == text;
}

}  // namespace gauze::bundle
