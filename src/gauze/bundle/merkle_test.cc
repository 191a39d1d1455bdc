#include "gauze/bundle/merkle.h"

#include <gtest/gtest.h>
#include <sodium.h>

namespace gauze::bundle {
namespace {

std::string Sha256(const std::string& text) {
  Hash hash{};
  crypto_hash_sha256(hash.data(), reinterpret_cast<const unsigned char*>(text.data()), text.size());
  return {hash.begin(), hash.end()};
}

// The other way round: level by level from below, where a hash without a partner goes up as it is.
// RFC 6962 has the same tree, described from above.
std::string Oracle(std::vector<std::string> level) {
  if (level.empty()) return Sha256("");
  for (std::string& line : level) line = Sha256(std::string(1, '\0') + line);
  while (level.size() > 1) {
    std::vector<std::string> above;
    for (std::size_t i = 0; i + 1 < level.size(); i += 2) {
      above.push_back(Sha256("\1" + level[i] + level[i + 1]));
    }
    if (level.size() % 2 == 1) above.push_back(level.back());
    level = std::move(above);
  }
  return level.front();
}

std::vector<std::string> Lines(std::size_t count) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < count; ++i) lines.push_back("line " + std::to_string(i));
  return lines;
}

std::vector<Hash> LeavesOf(const std::vector<std::string>& lines) {
  std::vector<Hash> leaves;
  for (const std::string& line : lines) leaves.push_back(LeafHash(line));
  return leaves;
}

TEST(Merkle, IsTheTreeOfItsDefinition) {
  for (std::size_t count = 0; count <= 130; ++count) {
    const Hash root = MerkleRoot(LeavesOf(Lines(count)));
    EXPECT_EQ(std::string(root.begin(), root.end()), Oracle(Lines(count))) << count;
  }
}

TEST(Merkle, KnownAnswers) {
  // Test vectors of Certificate Transparency's reference implementation: no leaf, the empty leaf.
  EXPECT_EQ(Hex(MerkleRoot({})),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(Hex(LeafHash("")), "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
}

TEST(Merkle, AWayLeadsToTheRootFromItsOwnPlaceOnly) {
  for (std::size_t count = 1; count <= 40; ++count) {
    const auto leaves = LeavesOf(Lines(count));
    const Hash root = MerkleRoot(leaves);
    for (std::size_t place = 0; place < count; ++place) {
      auto path = MerklePath(leaves, place);
      EXPECT_EQ(RootOfPath(leaves[place], place, count, path), root);
      for (std::size_t other = 0; other <= count; ++other) {
        if (other == place) continue;
        EXPECT_NE(RootOfPath(leaves[place], other, count, path), root);
      }
      EXPECT_NE(RootOfPath(LeafHash("another"), place, count, path), root);
      for (Hash& hash : path) {
        hash[7] ^= 1U;
        EXPECT_NE(RootOfPath(leaves[place], place, count, path), root);
        hash[7] ^= 1U;
      }
      path.push_back(root);
      EXPECT_FALSE(RootOfPath(leaves[place], place, count, path));
      path.resize(path.size() - 1);
      if (!path.empty()) {
        path.pop_back();
        EXPECT_FALSE(RootOfPath(leaves[place], place, count, path));
      }
    }
  }
}

TEST(Merkle, HexIsRead) {
  Hash hash{};
  EXPECT_TRUE(FromHex(std::string(64, 'f'), hash));
  EXPECT_EQ(Hex(hash), std::string(64, 'f'));
  for (const std::string& bad : {std::string(64, 'F'), std::string(63, 'f'), std::string(66, 'f'),
                                 std::string(62, 'f') + "0x", std::string()}) {
    EXPECT_FALSE(FromHex(bad, hash)) << bad;
  }
}

}  // namespace
}  // namespace gauze::bundle
