#include "gauze/vault/vault.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "gauze/base/file.h"
#include "gauze/base/testing/test_rounds.h"

namespace gauze {
namespace {

Vault Small() {
  Vault vault{.release = std::string(32, 'a'),
              .recipient = "university-of-somewhere",
              .digest = std::string(64, 'b'),
              .rows = 3};
  vault.persons = {0, 1, 0};
  vault.tag_key.fill(7);
  vault.tags = {TagOf(vault.tag_key, "anna"), TagOf(vault.tag_key, "ben")};
  vault.columns.push_back({.name = "sex", .shown = {"Male", ""}, .shown_codes = {0, 1, 0}});
  vault.columns.push_back({.name = "education",
                           .kind = VaultKind::kAliased,
                           .shown = {"~aaaaaaaaaa", "Masters"},
                           .shown_codes = {0, 1, 0},
                           .own = {"Doctorate", "Masters"},
                           .own_codes = {0, 1, 0},
                           .choices = {2, 1, 2},
                           .aliases = {{"~aaaaaaaaaa", "Doctorate"}, {"~bbbbbbbbbb", "Masters"}}});
  vault.columns.push_back({.name = "illness",
                           .kind = VaultKind::kSafe,
                           .shown = {"~cccccccccc", "Liver", "Flu"},
                           .shown_codes = {0, 1, 2},
                           .choices = {3, 2, 1},
                           .aliases = {{"~cccccccccc", "Infection"}}});
  vault.columns.push_back({.name = "age",
                           .kind = VaultKind::kGraded,
                           .number = true,
                           .shown = {"1.4"},
                           .shown_codes = {0, 0, 0},
                           .own = {"22"},
                           .own_codes = {0, 0, 0},
                           .categories = {{10, 40}}});
  return vault;
}

// Large enough for several chunks of the stream and for codes of every width.
Vault Large() {
  Vault vault = Small();
  vault.rows = 70'000;
  vault.persons.clear();
  vault.columns.clear();
  for (const std::uint32_t values : {10U, 5'000U, 70'000U}) {
    VaultColumn column{.name = std::to_string(values), .number = true};
    for (std::uint32_t i = 0; i < values; ++i) column.shown.push_back(std::to_string(i));
    for (std::uint32_t i = 0; i < vault.rows; ++i) column.shown_codes.push_back(i % values);
    vault.columns.push_back(std::move(column));
  }
  return vault;
}

TEST(Vault, OpensAsItWasSealed) {
  const auto keys = MakeVaultKeys();
  ASSERT_TRUE(keys);
  for (const Vault& vault : {Vault{}, Small(), Large()}) {
    const auto sealed = SealVault(vault, keys->open);
    ASSERT_TRUE(sealed);
    const auto opened = OpenVault(*sealed, *keys);
    ASSERT_TRUE(opened) << opened.error().Text();
    EXPECT_EQ(EncodeVault(*opened), EncodeVault(vault));
  }
  const auto opened = OpenVault(*SealVault(Small(), keys->open), *keys);
  EXPECT_EQ(opened->recipient, "university-of-somewhere");
  EXPECT_EQ(opened->persons, (std::vector<std::uint32_t>{0, 1, 0}));
  const VaultColumn& education = opened->columns.at(1);
  EXPECT_EQ(education.own.at(education.own_codes.at(2)), "Doctorate");
  EXPECT_EQ(education.aliases.at(0).meaning, "Doctorate");
  EXPECT_EQ(opened->columns.at(3).categories.at(0).to, 40);
}

TEST(Vault, PeopleAreFoundByWhoKnowsThem) {
  const Vault vault = Small();
  EXPECT_EQ(TagOf(vault.tag_key, "anna"), vault.tags[0]);
  EXPECT_NE(TagOf(KeyBytes{}, "anna"), vault.tags[0]) << "another release has another key";
  EXPECT_EQ(EncodeVault(vault).find("anna"), std::string::npos);
}

TEST(Vault, NothingOfItCanBeReadInTheFile) {
  const auto keys = MakeVaultKeys();
  const auto sealed = SealVault(Small(), keys->open);
  for (const char* text : {"Doctorate", "~aaaaaaaaaa", "university", "education"}) {
    EXPECT_EQ(sealed->find(text), std::string::npos) << text;
  }
  EXPECT_NE(*sealed, *SealVault(Small(), keys->open)) << "every vault has a key of its own";
}

TEST(Vault, AnyFlippedBitIsFound) {
  const auto keys = MakeVaultKeys();
  const auto sealed = SealVault(Small(), keys->open);
  ASSERT_TRUE(sealed);
  for (std::size_t i = 0; i < sealed->size(); ++i) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      std::string changed = *sealed;
      changed[i] = static_cast<char>(static_cast<unsigned char>(changed[i]) ^ (1U << bit));
      ASSERT_FALSE(OpenVault(changed, *keys)) << "byte " << i << ", bit " << bit;
    }
  }
}

TEST(Vault, CutOffAndAppendedBytesAreFound) {
  const auto keys = MakeVaultKeys();
  const auto sealed = SealVault(Small(), keys->open);
  for (std::size_t size = 0; size < sealed->size(); ++size) {
    ASSERT_FALSE(OpenVault(sealed->substr(0, size), *keys)) << size;
  }
  EXPECT_FALSE(OpenVault(*sealed + '\0', *keys));
  EXPECT_FALSE(OpenVault(*sealed + *sealed, *keys));
}

// Chunks that are whole in themselves, but in another order, repeated or left out.
TEST(Vault, ShuffledChunksAreFound) {
  const auto keys = MakeVaultKeys();
  const auto sealed = SealVault(Large(), keys->open);
  constexpr std::size_t kChunk = (std::size_t{64} << 10U) + 17;
  constexpr std::size_t kFront = 14 + 80 + 24;
  ASSERT_GT(sealed->size(), kFront + 3 * kChunk);
  const std::string front = sealed->substr(0, kFront);
  const std::string first = sealed->substr(kFront, kChunk);
  const std::string second = sealed->substr(kFront + kChunk, kChunk);
  const std::string rest = sealed->substr(kFront + 2 * kChunk);
  EXPECT_TRUE(OpenVault(front + first + second + rest, *keys));
  EXPECT_FALSE(OpenVault(front + second + first + rest, *keys));
  EXPECT_FALSE(OpenVault(front + first + first + second + rest, *keys));
  EXPECT_FALSE(OpenVault(front + first + rest, *keys));
  EXPECT_FALSE(OpenVault(front + first, *keys));
}

TEST(Vault, OpensForNobodyElse) {
  const auto keys = MakeVaultKeys();
  const auto other = MakeVaultKeys();
  const auto refused = OpenVault(*SealVault(Small(), keys->open), *other);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kInput);
}

TEST(Vault, ACommonWrongFileIsNamed) {
  const auto keys = MakeVaultKeys();
  EXPECT_NE(OpenVault("age,sex\n", *keys).error().message.find("not a vault"), std::string::npos);
  EXPECT_NE(OpenVault("gauze vault 3\n", *keys).error().message.find("version"), std::string::npos);
  const Error old = OpenVault("gauze vault 1\n", *keys).error();
  EXPECT_NE(old.message.find("what each person chose"), std::string::npos);
  EXPECT_NE(old.hint.find("again"), std::string::npos);
}

// Decoding any bytes gives an error or a vault that encodes to them again.
TEST(Vault, DecodesNothingElse) {
  const std::string plain = EncodeVault(Small());
  for (std::size_t size = 0; size < plain.size(); ++size) {
    ASSERT_FALSE(DecodeVault(plain.substr(0, size))) << size;
  }
  EXPECT_FALSE(DecodeVault(plain + "x"));
  std::mt19937_64 dice(7);
  for (std::uint64_t i = 0; i < TestRounds(100'000); ++i) {
    std::string changed = plain;
    for (std::uint64_t n = dice() % 4; n < 4; ++n) {
      changed[dice() % changed.size()] = static_cast<char>(dice());
    }
    const auto vault = DecodeVault(changed);
    if (vault) {
      ASSERT_EQ(EncodeVault(*vault), changed);
    }
  }
}

// What a server has stored since before choices were part of it.
TEST(Vault, Version1IsNamed) {
  const std::string plain = EncodeVault(Small());
  const auto old = DecodeVault(plain.substr(sizeof(std::uint32_t)));
  ASSERT_FALSE(old);
  EXPECT_EQ(old.error().message, OldVault().value().message);
}

// Found by the fuzzer: no rows, and persons for each of them.
TEST(Vault, NoRowsHaveNoPersons) {
  Vault empty = Small();
  empty.rows = 0;
  empty.columns.clear();
  empty.persons.clear();
  empty.tags.clear();
  std::string plain = EncodeVault(empty);
  ASSERT_TRUE(DecodeVault(plain));
  // Behind it are the key and two counts.
  plain[plain.size() - sizeof(KeyBytes) - 2 * sizeof(std::uint32_t) - 1] = 1;
  EXPECT_FALSE(DecodeVault(plain));
}

class VaultKeyFiles : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  const std::string folder_ = testing::TempDir() + "gauze_vault_keys";
  const std::string secret_ = folder_ + "/server.key";
  const std::string open_ = folder_ + "/server.pub";
};

TEST_F(VaultKeyFiles, ReadBack) {
  const auto keys = MakeVaultKeys();
  ASSERT_TRUE(WriteVaultKeys(*keys, secret_, open_));
  struct stat found{};
  ASSERT_EQ(stat(secret_.c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 0777U, 0600U);
  const auto open = ReadVaultPublicKey(open_);
  const auto read = ReadVaultKeys(secret_);
  ASSERT_TRUE(open && read);
  EXPECT_EQ(open->bytes, keys->open.bytes);
  EXPECT_EQ(read->open.bytes, keys->open.bytes);
  EXPECT_EQ(read->secret.value, keys->secret.value);
  EXPECT_TRUE(OpenVault(*SealVault(Small(), *open), *read));
}

TEST_F(VaultKeyFiles, AreNeverReplacedOrMistaken) {
  const auto keys = MakeVaultKeys();
  ASSERT_TRUE(WriteVaultKeys(*keys, secret_, open_));
  EXPECT_FALSE(WriteVaultKeys(*keys, secret_, folder_ + "/other.pub"));
  EXPECT_FALSE(WriteVaultKeys(*keys, folder_ + "/other.key", open_));
  EXPECT_FALSE(std::filesystem::exists(folder_ + "/other.key")) << "both or none";
  EXPECT_FALSE(ReadVaultPublicKey(secret_));
  std::filesystem::permissions(open_, std::filesystem::perms::owner_all);
  EXPECT_FALSE(ReadVaultKeys(open_));
}

TEST_F(VaultKeyFiles, ASecretThatEverybodyMayReadIsRefused) {
  ASSERT_TRUE(WriteVaultKeys(*MakeVaultKeys(), secret_, open_));
  std::filesystem::permissions(secret_, std::filesystem::perms::others_read,
                               std::filesystem::perm_options::add);
  const auto refused = ReadVaultKeys(secret_);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().hint.find("chmod"), std::string::npos);
}

TEST_F(VaultKeyFiles, SpoiltOnesAreRefused) {
  const std::string start = "gauze vault public key ";
  for (const std::string& text : {std::string(), start, start + "AAAA\n", start + "!\n",
                                  start + std::string(43, 'A') + "=\nmore"}) {
    ASSERT_TRUE(WriteFile(open_, text));
    EXPECT_FALSE(ReadVaultPublicKey(open_)) << text;
  }
}

}  // namespace
}  // namespace gauze
