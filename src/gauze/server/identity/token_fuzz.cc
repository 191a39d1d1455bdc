// Any bytes as a token, as the header of one, and as the claims of one that is signed well: no
// crash, a stranger's token is never good, and a good one names somebody.
#include <sodium.h>

#include "gauze/server/identity/token.h"

namespace {

constexpr std::int64_t kNow = 1'700'000'000;

std::string Base64Url(std::string_view bytes) {
  constexpr int kVariant = sodium_base64_VARIANT_URLSAFE_NO_PADDING;
  std::string text(sodium_base64_encoded_len(bytes.size(), kVariant), '\0');
  sodium_bin2base64(text.data(), text.size(), reinterpret_cast<const unsigned char*>(bytes.data()),
                    bytes.size(), kVariant);
  text.pop_back();
  return text;
}

struct Signer {
  Signer() {
    const unsigned char seed[crypto_sign_SEEDBYTES] = {1};
    unsigned char open[crypto_sign_PUBLICKEYBYTES];
    if (sodium_init() < 0) __builtin_trap();
    crypto_sign_seed_keypair(open, secret, seed);
    const std::string_view bytes(reinterpret_cast<const char*>(open), sizeof open);
    keys = *gauze::server::KeySet::Parse(
        R"({"keys":[{"kid":"a","kty":"OKP","crv":"Ed25519","x":")" + Base64Url(bytes) + "\"}]}");
  }
  std::string Sign(std::string_view header, std::string_view claims) const {
    std::string text = Base64Url(header) + "." + Base64Url(claims);
    std::string signature(crypto_sign_BYTES, '\0');
    crypto_sign_detached(reinterpret_cast<unsigned char*>(signature.data()), nullptr,
                         reinterpret_cast<const unsigned char*>(text.data()), text.size(), secret);
    return text + "." + Base64Url(signature);
  }

  unsigned char secret[crypto_sign_SECRETKEYBYTES];
  gauze::server::KeySet keys;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Signer signer;
  static const gauze::server::TokenRules rules{"i", "a", "r", 30};
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto verify = [&](std::string_view token) {
    return gauze::server::VerifyToken(token, signer.keys, rules, kNow);
  };
  if (verify(text)) __builtin_trap();
  if (!text.starts_with('{')) return 0;  // signatures cost far more than all the rest
  const auto claimed = verify(signer.Sign(R"({"alg":"EdDSA","kid":"a"})", text));
  if (claimed && (claimed->subject.empty() || claimed->expires <= kNow)) __builtin_trap();
  verify(signer.Sign(text, R"({"iss":"i","aud":"a","sub":"s","exp":1800000000,"r":[]})"));
  return 0;
}
