#include "gauze/bundle/signature.h"

#include <fmt/format.h>
#include <sodium.h>

#include "gauze/base/read_number.h"
#include "gauze/bundle/tar.h"

namespace gauze::bundle {
namespace {

static_assert(crypto_sign_SEEDBYTES == std::tuple_size_v<KeyBytes>);
static_assert(crypto_sign_PUBLICKEYBYTES == std::tuple_size_v<KeyBytes>);
static_assert(crypto_sign_BYTES == std::tuple_size_v<decltype(Signature::bytes)>);

constexpr KeyPurpose kSigning = {
    .name = "gauze signing",
    .hint =
        "`gauze bundle keys` makes a pair: the secret key signs, the public one is for recipients",
    .never = "bundles signed with a key can only be verified with its other half"};

// What libsodium signs with: the seed and its public key.
struct WholeKey {
  Secret<std::array<unsigned char, crypto_sign_SECRETKEYBYTES>> secret;
  KeyBytes open{};

  explicit WholeKey(const Secret<KeyBytes>& seed) {
    crypto_sign_seed_keypair(open.data(), secret.value.data(), seed.value.data());
  }
};

std::string SignedText(const Signature& signature) {
  return fmt::format("gauze bundle 1\nfiles {}\nroot {}\n", signature.files, Hex(signature.root));
}

// The rest of the next line, which must begin so; the whole text shrinks by it.
std::string_view TakeLine(std::string_view& text, std::string_view begin) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(text.size(), line.size() + 1));
  return line.starts_with(begin) ? line.substr(begin.size()) : std::string_view();
}

tl::unexpected<Error> Refused(std::string message, std::string hint) {
  return tl::unexpected(Error{ErrorCode::kPromise, std::move(message), "", std::move(hint)});
}

}  // namespace

Result<SigningKeys> MakeSigningKeys() {
  if (sodium_init() < 0) return ResourceError("there is no source of random numbers");
  SigningKeys keys;
  randombytes_buf(keys.seed.value.data(), keys.seed.value.size());
  keys.open.bytes = WholeKey(keys.seed).open;
  return keys;
}

Status WriteSigningKeys(const SigningKeys& keys, const std::string& secret_file,
                        const std::string& public_file) {
  return WriteKeyPair(kSigning, keys.seed, secret_file, keys.open.bytes, public_file);
}

Result<SigningPublicKey> ReadSigningPublicKey(const std::string& file) {
  SigningPublicKey key;
  GAUZE_TRY(ReadPublicKey(kSigning, file, key.bytes));
  return key;
}

Result<SigningKeys> ReadSigningKeys(const std::string& secret_file) {
  SigningKeys keys;
  GAUZE_TRY(ReadSecretKey(kSigning, secret_file, keys.seed));
  keys.open.bytes = WholeKey(keys.seed).open;
  return keys;
}

std::string Signature::Text() const {
  return fmt::format("{}key {}\nsignature {}\n", SignedText(*this), Hex(key.bytes), Hex(bytes));
}

Signature Sign(std::uint64_t files, const Hash& root, const SigningKeys& keys) {
  Signature signature{.files = files, .root = root, .key = keys.open};
  const WholeKey key(keys.seed);
  const std::string text = SignedText(signature);
  crypto_sign_detached(signature.bytes.data(), nullptr,
                       reinterpret_cast<const unsigned char*>(text.data()), text.size(),
                       key.secret.value.data());
  return signature;
}

Result<Signature> ReadSignature(std::string_view text) {
  Signature signature;
  std::string_view rest = text;
  TakeLine(rest, "gauze bundle 1");
  signature.files = ReadAll<decltype(signature.files)>(TakeLine(rest, "files ")).value_or(0);
  const bool read = FromHex(TakeLine(rest, "root "), signature.root) &&
                    FromHex(TakeLine(rest, "key "), signature.key.bytes) &&
                    FromHex(TakeLine(rest, "signature "), signature.bytes);
  // The text says nothing twice, nothing more, and nothing in another spelling.
  if (read && signature.Text() == text) return signature;
  return InputError("this is not a bundle signature", std::string(kSignatureName),
                    "a newer version of Gauze may read it: gauze version");
}

Status CheckSignature(const Signature& signature, const SigningPublicKey& key) {
  if (signature.key != key) {
    return Refused(
        fmt::format("the bundle says that another key signed it: {}", Hex(signature.key.bytes)),
        "ask its sender, not the bundle, for the public key");
  }
  const std::string text = SignedText(signature);
  if (crypto_sign_verify_detached(signature.bytes.data(),
                                  reinterpret_cast<const unsigned char*>(text.data()), text.size(),
                                  key.bytes.data()) == 0) {
    return {};
  }
  return Refused("the signature does not match: this is not what the owner of the key signed",
                 "do not use the bundle; ask its sender for another copy");
}

}  // namespace gauze::bundle
