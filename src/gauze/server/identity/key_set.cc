#include "gauze/server/identity/key_set.h"

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "gauze/base/json.h"
#include "gauze/server/identity/base64url.h"

namespace gauze::server {
namespace {

constexpr int kSmallestRsaBits = 2048;

template <auto Free>
struct Freeing {
  template <typename T>
  void operator()(T* pointer) const {
    Free(pointer);
  }
};
template <typename T, auto Free>
using Owned = std::unique_ptr<T, Freeing<Free>>;

const unsigned char* Bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

std::string Text(const nlohmann::json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

// The key made from an entry of the set; nothing if it is of no use here.
Result<std::vector<VerificationKey>> FromEntry(const nlohmann::json& entry) {
  std::vector<VerificationKey> keys;
  const std::string id = Text(entry, "kid");
  const std::string use = Text(entry, "use");
  const std::string algorithm = Text(entry, "alg");
  if (id.empty() || !(use.empty() || use == "sig")) return keys;
  if (Text(entry, "kty") == "RSA" && (algorithm.empty() || algorithm == "RS256")) {
    GAUZE_ASSIGN(const std::string modulus, DecodeBase64Url(Text(entry, "n")));
    GAUZE_ASSIGN(const std::string exponent, DecodeBase64Url(Text(entry, "e")));
    GAUZE_ASSIGN(auto key, VerificationKey::FromRsa(id, modulus, exponent));
    keys.push_back(std::move(key));
  }
  if (Text(entry, "kty") == "OKP" && Text(entry, "crv") == "Ed25519" &&
      (algorithm.empty() || algorithm == "EdDSA")) {
    GAUZE_ASSIGN(const std::string bytes, DecodeBase64Url(Text(entry, "x")));
    GAUZE_ASSIGN(auto key, VerificationKey::FromEd25519(id, bytes));
    keys.push_back(std::move(key));
  }
  return keys;
}

}  // namespace

VerificationKey::VerificationKey(std::string id, SignatureKind kind, evp_pkey_st* key)
    : id_(std::move(id)), kind_(kind), key_(key, EVP_PKEY_free) {}

Result<VerificationKey> VerificationKey::FromRsa(std::string id, std::string_view modulus,
                                                 std::string_view exponent) {
  const Owned<BIGNUM, BN_free> n(
      BN_bin2bn(Bytes(modulus), static_cast<int>(modulus.size()), nullptr));
  const Owned<BIGNUM, BN_free> e(
      BN_bin2bn(Bytes(exponent), static_cast<int>(exponent.size()), nullptr));
  const Owned<OSSL_PARAM_BLD, OSSL_PARAM_BLD_free> builder(OSSL_PARAM_BLD_new());
  if (!n || !e || !builder || BN_num_bits(n.get()) < kSmallestRsaBits || BN_is_odd(e.get()) == 0 ||
      OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_RSA_N, n.get()) != 1 ||
      OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_RSA_E, e.get()) != 1) {
    return InputError("a key for RS256 is not an RSA key of at least 2048 bits", "key " + id);
  }
  const Owned<OSSL_PARAM, OSSL_PARAM_free> parameters(OSSL_PARAM_BLD_to_param(builder.get()));
  const Owned<EVP_PKEY_CTX, EVP_PKEY_CTX_free> context(
      EVP_PKEY_CTX_new_from_name(nullptr, "RSA", nullptr));
  EVP_PKEY* key = nullptr;
  if (!parameters || !context || EVP_PKEY_fromdata_init(context.get()) != 1 ||
      EVP_PKEY_fromdata(context.get(), &key, EVP_PKEY_PUBLIC_KEY, parameters.get()) != 1) {
    return InputError("a key for RS256 cannot be read", "key " + id);
  }
  return VerificationKey(std::move(id), SignatureKind::kRs256, key);
}

Result<VerificationKey> VerificationKey::FromEd25519(std::string id, std::string_view bytes) {
  EVP_PKEY* key =
      EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, Bytes(bytes), bytes.size());
  if (key == nullptr) return InputError("a key for EdDSA cannot be read", "key " + id);
  return VerificationKey(std::move(id), SignatureKind::kEdDsa, key);
}

bool VerificationKey::Verify(std::string_view message, std::string_view signature) const {
  const Owned<EVP_MD_CTX, EVP_MD_CTX_free> context(EVP_MD_CTX_new());
  const EVP_MD* hash = kind_ == SignatureKind::kRs256 ? EVP_sha256() : nullptr;
  return context && EVP_DigestVerifyInit(context.get(), nullptr, hash, nullptr, key_.get()) == 1 &&
         EVP_DigestVerify(context.get(), Bytes(signature), signature.size(), Bytes(message),
                          message.size()) == 1;
}

Result<KeySet> KeySet::Parse(std::string_view json) {
  const nlohmann::json document = ParseJson<nlohmann::json>(json);
  if (!document.is_object() || !document.contains("keys") || !document["keys"].is_array()) {
    return InputError("this is not a JSON Web Key Set", "",
                      "it is an object with a list \"keys\"; providers show theirs at jwks_uri");
  }
  KeySet set;
  for (const nlohmann::json& entry : document["keys"]) {
    if (!entry.is_object()) continue;
    auto keys = FromEntry(entry);
    if (!keys) {
      ++set.bad_;
      continue;
    }
    std::ranges::move(*keys, std::back_inserter(set.keys_));
  }
  // Which of two keys with one id is meant, nobody can tell.
  std::map<std::string, std::size_t> holders;
  for (const VerificationKey& key : set.keys_) ++holders[key.id()];
  set.bad_ += std::erase_if(set.keys_,
                            [&](const VerificationKey& key) { return holders.at(key.id()) > 1; });
  return set;
}

const VerificationKey* KeySet::Find(std::string_view id) const {
  const auto found = std::ranges::find(keys_, id, &VerificationKey::id);
  return found == keys_.end() ? nullptr : &*found;
}

}  // namespace gauze::server
