#include "gauze/bundle/file_signature.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>
#include <vector>

namespace gauze::bundle {
namespace {

constexpr std::string_view kUntrusted = "untrusted comment: signature of a gauze bundle key";
constexpr std::string_view kTrusted = "trusted comment: ";
constexpr std::size_t kNumber = 8;

using Bytes = std::string;  // not text
using SignatureBytes = std::array<unsigned char, crypto_sign_BYTES>;

const unsigned char* Unsigned(std::string_view bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

std::string Base64(std::string_view bytes) {
  std::string text(sodium_base64_ENCODED_LEN(bytes.size(), sodium_base64_VARIANT_ORIGINAL), '\0');
  sodium_bin2base64(text.data(), text.size(), Unsigned(bytes), bytes.size(),
                    sodium_base64_VARIANT_ORIGINAL);
  text.pop_back();  // its closing zero
  return text;
}

// Exactly so many bytes, in the only spelling that they have.
std::optional<Bytes> FromBase64(std::string_view text, std::size_t size) {
  Bytes bytes(size, '\0');
  std::size_t found = 0;
  const int failed =
      sodium_base642bin(reinterpret_cast<unsigned char*>(bytes.data()), size, text.data(),
                        text.size(), nullptr, &found, nullptr, sodium_base64_VARIANT_ORIGINAL);
  if (failed != 0 || found != size || Base64(bytes) != text) return std::nullopt;
  return bytes;
}

Bytes NumberOf(const SigningPublicKey& key) {
  std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
  crypto_hash_sha256(hash.data(), key.bytes.data(), key.bytes.size());
  return {hash.begin(), hash.begin() + kNumber};
}

Bytes SignBytes(std::string_view message, const SigningKeys& keys) {
  Secret<std::array<unsigned char, crypto_sign_SECRETKEYBYTES>> secret;
  KeyBytes open{};
  crypto_sign_seed_keypair(open.data(), secret.value.data(), keys.seed.value.data());
  SignatureBytes signature{};
  crypto_sign_detached(signature.data(), nullptr, Unsigned(message), message.size(),
                       secret.value.data());
  return {signature.begin(), signature.end()};
}

bool Signed(std::string_view signature, std::string_view message, const SigningPublicKey& key) {
  return crypto_sign_verify_detached(Unsigned(signature), Unsigned(message), message.size(),
                                     key.bytes.data()) == 0;
}

Result<Bytes> HashOf(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return InputError("the file cannot be read", file, "check the path");
  crypto_generichash_state state;
  crypto_generichash_init(&state, nullptr, 0, crypto_generichash_BYTES_MAX);
  std::vector<char> block(1U << 20U);
  while (in.read(block.data(), static_cast<std::streamsize>(block.size())), in.gcount() > 0) {
    crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>(block.data()),
                              static_cast<std::size_t>(in.gcount()));
  }
  if (in.bad()) return ResourceError("the file cannot be read to its end", file, "check the disk");
  Bytes hash(crypto_generichash_BYTES_MAX, '\0');
  crypto_generichash_final(&state, reinterpret_cast<unsigned char*>(hash.data()), hash.size());
  return hash;
}

// The next line; the text shrinks by it. None if there is no more, or its end is missing.
std::optional<std::string_view> NextLine(std::string_view& text) {
  const auto end = text.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end + 1);
  return line;
}

struct FileSignature {
  Bytes first;  // algorithm, number of the key, signature
  std::string comment;
  Bytes second;

  std::string_view signature() const { return std::string_view(first).substr(2 + kNumber); }
};

// What SignFile() wrote. minisign itself takes any comment in the first line, which nobody signs.
std::optional<FileSignature> ParseSignature(std::string_view text) {
  const auto untrusted = NextLine(text);
  const auto first = NextLine(text);
  const auto trusted = NextLine(text);
  const auto second = NextLine(text);
  if (!second || !text.empty() || *untrusted != kUntrusted || !trusted->starts_with(kTrusted)) {
    return std::nullopt;
  }
  auto one = FromBase64(*first, 2 + kNumber + crypto_sign_BYTES);
  auto two = FromBase64(*second, crypto_sign_BYTES);
  if (!one || !two || !one->starts_with("ED")) return std::nullopt;
  return FileSignature{*std::move(one), std::string(trusted->substr(kTrusted.size())),
                       *std::move(two)};
}

tl::unexpected<Error> NotSigned(std::string message, const std::string& file) {
  return tl::unexpected(Error{ErrorCode::kPromise, std::move(message), file,
                              "do not use it: get it again from where it comes from"});
}

}  // namespace

std::string MinisignKey(const SigningPublicKey& key) {
  return Base64("Ed" + NumberOf(key) + Bytes(key.bytes.begin(), key.bytes.end()));
}

Result<std::string> SignFile(const std::string& file, const std::string& comment,
                             const SigningKeys& keys) {
  GAUZE_ASSIGN(const Bytes hash, HashOf(file));
  const Bytes signature = SignBytes(hash, keys);
  return fmt::format("{}\n{}\n{}{}\n{}\n", kUntrusted,
                     Base64("ED" + NumberOf(keys.open) + signature), kTrusted, comment,
                     Base64(SignBytes(signature + comment, keys)));
}

Result<std::string> CheckFileSignature(const std::string& file, std::string_view text,
                                       const SigningPublicKey& key) {
  const auto read = ParseSignature(text);
  if (!read) {
    return InputError("what is given as its signature is none", file,
                      "name the .minisig file that came with it");
  }
  if (std::string_view(read->first).substr(2, kNumber) != NumberOf(key)) {
    return NotSigned("the signature says that another key made it", file);
  }
  GAUZE_ASSIGN(const Bytes hash, HashOf(file));
  if (!Signed(read->signature(), hash, key)) {
    return NotSigned("the owner of this key did not sign this file", file);
  }
  if (!Signed(read->second, Bytes(read->signature()) + read->comment, key)) {
    return NotSigned("the comment of the signature was changed", file);
  }
  return read->comment;
}

}  // namespace gauze::bundle
