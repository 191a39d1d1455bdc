#include <sodium.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "gauze/vault/vault.h"

// magic line | stream key sealed to the server | header of the stream | chunks of 64 KiB, each with
// a tag; the last one is marked as the last. The first chunk authenticates what stands before it.

namespace gauze {
namespace {

constexpr std::string_view kMagic = "gauze vault 2\n";
constexpr std::size_t kKey = crypto_secretstream_xchacha20poly1305_KEYBYTES;
constexpr std::size_t kSealedKey = kKey + crypto_box_SEALBYTES;
constexpr std::size_t kHeader = crypto_secretstream_xchacha20poly1305_HEADERBYTES;
constexpr std::size_t kTag = crypto_secretstream_xchacha20poly1305_ABYTES;
constexpr std::size_t kChunk = std::size_t{64} << 10U;
constexpr std::size_t kFront = kMagic.size() + kSealedKey + kHeader;

using Stream = crypto_secretstream_xchacha20poly1305_state;

unsigned char* Bytes(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }
const unsigned char* Bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

// Wiped however its scope ends.
struct SecretText {
  std::string text;
  explicit SecretText(std::string value) : text(std::move(value)) {}
  SecretText(const SecretText&) = delete;
  SecretText& operator=(const SecretText&) = delete;
  ~SecretText() { sodium_memzero(text.data(), text.size()); }
};

tl::unexpected<Error> Unopened() {
  return InputError("the vault cannot be opened", "",
                    "it was sealed to another server's key, or it is not the file that was "
                    "written: compare with the copy beside the release");
}

// Beyond its magic line a vault that was changed and one that is somebody else's look the same.
Status CheckMagic(std::string_view bytes) {
  if (bytes.starts_with(kMagic)) return {};
  if (bytes.starts_with("gauze vault 1\n")) return OldVault();
  if (bytes.starts_with(kMagic.substr(0, kMagic.size() - 2))) {
    return InputError("the vault is of a version that this program does not read", "",
                      "use the version of Gauze that made the release, or a newer one");
  }
  return InputError("this is not a vault", "", "a run with a personal section writes one");
}

}  // namespace

Result<std::string> SealVault(const Vault& vault, const VaultPublicKey& server) {
  if (sodium_init() < 0) return ResourceError("there is no source of random numbers");
  const SecretText plain(EncodeVault(vault));
  Secret<std::array<unsigned char, kKey>> key;
  crypto_secretstream_xchacha20poly1305_keygen(key.value.data());

  const std::size_t chunks = std::max<std::size_t>(1, (plain.text.size() + kChunk - 1) / kChunk);
  std::string sealed(kFront + plain.text.size() + chunks * kTag, '\0');
  std::ranges::copy(kMagic, sealed.begin());
  if (crypto_box_seal(Bytes(sealed) + kMagic.size(), key.value.data(), kKey, server.bytes.data()) !=
      0) {
    return InputError("the server's public key is not a usable key", "",
                      "make a new pair with `gauze vault keys`");
  }
  Secret<Stream> stream;
  crypto_secretstream_xchacha20poly1305_init_push(&stream.value, Bytes(sealed) + kFront - kHeader,
                                                  key.value.data());
  unsigned char* to = Bytes(sealed) + kFront;
  for (std::size_t i = 0; i < chunks; ++i) {
    const std::size_t begin = i * kChunk;
    const std::size_t size = std::min(kChunk, plain.text.size() - begin);
    const bool last = i + 1 == chunks;
    crypto_secretstream_xchacha20poly1305_push(
        &stream.value, to, nullptr, Bytes(std::string_view(plain.text)) + begin, size,
        i == 0 ? Bytes(std::string_view(sealed)) : nullptr, i == 0 ? kFront : 0,
        last ? crypto_secretstream_xchacha20poly1305_TAG_FINAL : 0);
    to += size + kTag;
  }
  return sealed;
}

Result<Vault> OpenVault(std::string_view bytes, const VaultKeys& keys) {
  GAUZE_TRY(CheckMagic(bytes));
  if (bytes.size() < kFront + kTag) return Unopened();
  Secret<std::array<unsigned char, kKey>> key;
  if (crypto_box_seal_open(key.value.data(), Bytes(bytes) + kMagic.size(), kSealedKey,
                           keys.open.bytes.data(), keys.secret.value.data()) != 0) {
    return Unopened();
  }
  Secret<Stream> stream;
  if (crypto_secretstream_xchacha20poly1305_init_pull(
          &stream.value, Bytes(bytes) + kFront - kHeader, key.value.data()) != 0) {
    return Unopened();
  }
  SecretText plain(std::string(bytes.size() - kFront, '\0'));
  std::size_t filled = 0;
  unsigned char tag = 0;
  for (std::size_t at = kFront; at < bytes.size(); at += kChunk + kTag) {
    const std::size_t size = std::min(kChunk + kTag, bytes.size() - at);
    if (size < kTag || tag == crypto_secretstream_xchacha20poly1305_TAG_FINAL) return Unopened();
    const bool first = at == kFront;
    if (crypto_secretstream_xchacha20poly1305_pull(
            &stream.value, Bytes(plain.text) + filled, nullptr, &tag, Bytes(bytes) + at, size,
            first ? Bytes(bytes) : nullptr, first ? kFront : 0) != 0) {
      return Unopened();
    }
    filled += size - kTag;
  }
  if (tag != crypto_secretstream_xchacha20poly1305_TAG_FINAL) return Unopened();
  return DecodeVault(std::string_view(plain.text).substr(0, filled));
}

}  // namespace gauze
