#include <sodium.h>

#include "gauze/base/key_file.h"
#include "gauze/vault/vault.h"

namespace gauze {
namespace {

static_assert(crypto_box_PUBLICKEYBYTES == 32 && crypto_box_SECRETKEYBYTES == 32);

constexpr KeyPurpose kVault = {
    .name = "gauze vault",
    .hint =
        "`gauze vault keys` makes a pair: the server keeps the secret key, policies name the "
        "public one",
    .never = "a key may be the only one that opens a vault"};

}  // namespace

Result<VaultKeys> MakeVaultKeys() {
  if (sodium_init() < 0) return ResourceError("there is no source of random numbers");
  VaultKeys keys;
  crypto_box_keypair(keys.open.bytes.data(), keys.secret.value.data());
  return keys;
}

Status WriteVaultKeys(const VaultKeys& keys, const std::string& secret_file,
                      const std::string& public_file) {
  return WriteKeyPair(kVault, keys.secret, secret_file, keys.open.bytes, public_file);
}

Result<VaultPublicKey> ReadVaultPublicKey(const std::string& file) {
  VaultPublicKey key;
  GAUZE_TRY(ReadPublicKey(kVault, file, key.bytes));
  return key;
}

Result<VaultKeys> ReadVaultKeys(const std::string& secret_file) {
  VaultKeys keys;
  GAUZE_TRY(ReadSecretKey(kVault, secret_file, keys.secret));
  crypto_scalarmult_base(keys.open.bytes.data(), keys.secret.value.data());
  return keys;
}

PersonTag TagOf(const KeyBytes& key, std::string_view person) {
  Check(sodium_init() >= 0, "libsodium is there");
  PersonTag tag{};
  crypto_generichash(tag.data(), tag.size(), reinterpret_cast<const unsigned char*>(person.data()),
                     person.size(), key.data(), key.size());
  return tag;
}

}  // namespace gauze
