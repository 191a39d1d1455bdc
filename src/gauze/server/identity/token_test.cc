#include "gauze/server/identity/token.h"

#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <rapidcheck.h>
#include <sodium.h>

#include "gauze/base/json.h"
#include "gauze/server/identity/identity.h"

namespace gauze::server {
namespace {

constexpr std::int64_t kNow = 1'800'000'000;

std::string Encode(std::string_view bytes) {
  std::string text(
      sodium_base64_encoded_len(bytes.size(), sodium_base64_VARIANT_URLSAFE_NO_PADDING), '\0');
  sodium_bin2base64(text.data(), text.size(), reinterpret_cast<const unsigned char*>(bytes.data()),
                    bytes.size(), sodium_base64_VARIANT_URLSAFE_NO_PADDING);
  text.pop_back();
  return text;
}

// An issuer with one Ed25519 key, by libsodium: not the library that verifies.
class Issuer {
 public:
  Issuer() {
    EXPECT_GE(sodium_init(), 0);
    crypto_sign_keypair(open_, secret_);
  }
  nlohmann::json KeyJson(const std::string& id) const {
    return {{"kid", id},
            {"kty", "OKP"},
            {"crv", "Ed25519"},
            {"x", Encode({reinterpret_cast<const char*>(open_), sizeof open_})}};
  }
  std::string SetText(const std::string& id = "a") const {
    return nlohmann::json{{"keys", nlohmann::json::array({KeyJson(id)})}}.dump();
  }
  std::string Sign(const nlohmann::json& header, const nlohmann::json& claims) const {
    const std::string text = Encode(header.dump()) + "." + Encode(claims.dump());
    unsigned char signature[crypto_sign_BYTES];
    crypto_sign_detached(signature, nullptr, reinterpret_cast<const unsigned char*>(text.data()),
                         text.size(), secret_);
    return text + "." + Encode({reinterpret_cast<const char*>(signature), sizeof signature});
  }

 private:
  unsigned char open_[crypto_sign_PUBLICKEYBYTES];
  unsigned char secret_[crypto_sign_SECRETKEYBYTES];
};

const nlohmann::json kHeader = {{"alg", "EdDSA"}, {"kid", "a"}};
const TokenRules kRules = {"https://id", "gauzed", "roles", 30};

nlohmann::json Claims() {
  return {{"iss", "https://id"},
          {"aud", "gauzed"},
          {"sub", "ann"},
          {"exp", kNow + 100},
          {"roles", nlohmann::json::array({"researcher"})}};
}

struct Given {
  Issuer issuer;
  KeySet keys = *KeySet::Parse(issuer.SetText());

  tl::expected<Caller, TokenFault> Verify(const nlohmann::json& header,
                                          const nlohmann::json& claims) const {
    return VerifyToken(issuer.Sign(header, claims), keys, kRules, kNow);
  }
  TokenFault Fault(const std::string& name, const nlohmann::json& value) const {
    nlohmann::json claims = Claims();
    if (value.is_null()) {
      claims.erase(name);
    } else {
      claims[name] = value;
    }
    const auto caller = Verify(kHeader, claims);
    return caller ? TokenFault::kNone : caller.error();
  }
};

TEST(Token, GoodOneNamesTheCaller) {
  const Given given;
  const auto caller = given.Verify(kHeader, Claims());
  ASSERT_TRUE(caller);
  EXPECT_EQ(caller->subject, "ann");
  EXPECT_TRUE(caller->researcher);
  EXPECT_FALSE(caller->officer || caller->auditor);
  nlohmann::json several = Claims();
  several["aud"] = nlohmann::json::array({"other", "gauzed"});
  several["roles"] = "auditor";
  ASSERT_TRUE(given.Verify(kHeader, several));
  EXPECT_TRUE(given.Verify(kHeader, several)->auditor);
}

TEST(Token, EachClaimIsChecked) {
  const Given given;
  EXPECT_EQ(given.Fault("iss", "https://other"), TokenFault::kIssuer);
  EXPECT_EQ(given.Fault("iss", nullptr), TokenFault::kIssuer);
  EXPECT_EQ(given.Fault("aud", "other"), TokenFault::kAudience);
  EXPECT_EQ(given.Fault("aud", nlohmann::json::array({1, "x"})), TokenFault::kAudience);
  EXPECT_EQ(given.Fault("aud", nullptr), TokenFault::kAudience);
  EXPECT_EQ(given.Fault("exp", nullptr), TokenFault::kExpired);
  EXPECT_EQ(given.Fault("exp", "tomorrow"), TokenFault::kExpired);
  EXPECT_EQ(given.Fault("exp", 1e300), TokenFault::kExpired);
  EXPECT_EQ(given.Fault("nbf", "soon"), TokenFault::kNotYet);
  EXPECT_EQ(given.Fault("sub", nullptr), TokenFault::kSubject);
  EXPECT_EQ(given.Fault("sub", ""), TokenFault::kSubject);
  EXPECT_EQ(given.Fault("sub", "a\nb"), TokenFault::kSubject);
}

TEST(Token, ClocksMayDifferBySkewAndNoMore) {
  const Given given;
  EXPECT_EQ(given.Fault("exp", kNow - 29), TokenFault::kNone);
  EXPECT_EQ(given.Fault("exp", kNow - 30), TokenFault::kExpired);
  EXPECT_EQ(given.Fault("nbf", kNow + 30), TokenFault::kNone);
  EXPECT_EQ(given.Fault("nbf", kNow + 31), TokenFault::kNotYet);
  EXPECT_EQ(given.Fault("iat", kNow + 31), TokenFault::kNotYet);
}

TEST(Token, AlgorithmIsTheKeysNotTheTokens) {
  const Given given;
  const auto fault = [&](const nlohmann::json& header) {
    return given.Verify(header, Claims()).error();
  };
  EXPECT_EQ(fault({{"alg", "none"}, {"kid", "a"}}), TokenFault::kAlgorithm);
  EXPECT_EQ(fault({{"alg", "HS256"}, {"kid", "a"}}), TokenFault::kAlgorithm);
  EXPECT_EQ(fault({{"alg", "RS256"}, {"kid", "a"}}), TokenFault::kAlgorithm);
  EXPECT_EQ(fault({{"alg", "eddsa"}, {"kid", "a"}}), TokenFault::kAlgorithm);
  EXPECT_EQ(fault({{"alg", "EdDSA"}, {"kid", "b"}}), TokenFault::kUnknownKey);
  EXPECT_EQ(fault({{"alg", "EdDSA"}}), TokenFault::kUnknownKey);
  EXPECT_EQ(fault({{"alg", "EdDSA"}, {"kid", "a"}, {"crit", nlohmann::json::array({"exp"})}}),
            TokenFault::kAlgorithm);
}

TEST(Token, AnyChangedCharacterIsRefused) {
  const Given given;
  const std::string token = given.issuer.Sign(kHeader, Claims());
  ASSERT_TRUE(VerifyToken(token, given.keys, kRules, kNow));
  for (std::size_t i = 0; i < token.size(); ++i) {
    std::string changed = token;
    changed[i] = changed[i] == 'A' ? 'B' : 'A';
    EXPECT_FALSE(VerifyToken(changed, given.keys, kRules, kNow)) << i;
    EXPECT_FALSE(VerifyToken(token.substr(0, i), given.keys, kRules, kNow)) << i;
  }
}

TEST(Token, AnythingElseIsRefused) {
  const Given given;
  EXPECT_TRUE(rc::check("random texts", [&](const std::string& text) {
    RC_ASSERT(!VerifyToken(text, given.keys, kRules, kNow));
    RC_ASSERT(!VerifyToken(Encode(text) + "." + Encode(text) + "." + Encode(text), given.keys,
                           kRules, kNow));
  }));
}

std::string SetOf(const std::vector<nlohmann::json>& keys) {
  return nlohmann::json{{"keys", keys}}.dump();
}

TEST(KeySet, TakesWhatIsGoodAndNothingElse) {
  const Issuer issuer;
  EXPECT_FALSE(KeySet::Parse("nonsense"));
  EXPECT_FALSE(KeySet::Parse(R"({"keys": {}})"));
  EXPECT_FALSE(KeySet::Parse("{}"));
  EXPECT_EQ(KeySet::Parse(SetOf({}))->size(), 0U);
  // Two with one id: neither. The others stay.
  const auto twice =
      KeySet::Parse(SetOf({issuer.KeyJson("a"), issuer.KeyJson("b"), issuer.KeyJson("a")}));
  EXPECT_EQ(twice->size(), 1U);
  EXPECT_EQ(twice->bad(), 2U);
  EXPECT_EQ(twice->Find("a"), nullptr);
  EXPECT_NE(twice->Find("b"), nullptr);
  // RSA of 1024 bits, bytes that are no key, no base64.
  const nlohmann::json small = {
      {"kid", "r"}, {"kty", "RSA"}, {"n", Encode(std::string(128, '\xff'))}, {"e", "AQAB"}};
  const nlohmann::json wrong = {{"kid", "w"}, {"kty", "OKP"}, {"crv", "Ed25519"}, {"x", "AAAA"}};
  const nlohmann::json text = {{"kid", "t"}, {"kty", "OKP"}, {"crv", "Ed25519"}, {"x", "=?"}};
  const auto rest = KeySet::Parse(SetOf({small, wrong, issuer.KeyJson("b"), text}));
  EXPECT_EQ(rest->size(), 1U);
  EXPECT_EQ(rest->bad(), 3U);
  // For encryption, without an id, symmetric: not for us.
  nlohmann::json encryption = issuer.KeyJson("a");
  encryption["use"] = "enc";
  nlohmann::json nameless = issuer.KeyJson("a");
  nameless.erase("kid");
  const nlohmann::json secret = {{"kid", "s"}, {"kty", "oct"}, {"k", "AAAA"}};
  const auto others = KeySet::Parse(SetOf({encryption, nameless, secret, issuer.KeyJson("b")}));
  EXPECT_EQ(others->size(), 1U);
  EXPECT_EQ(others->bad(), 0U);
}

// A source of keys that a test can change, and a clock.
struct KeyWorld {
  const Issuer issuer;
  std::string text = issuer.SetText("a");
  Identity::Clock::time_point now;
  Identity identity{kRules,
                    [this]() -> Result<std::string> {
                      if (text.empty()) return ResourceError("away");
                      return text;
                    },
                    std::chrono::seconds(600), [this] { return now; }};
  std::string token = issuer.Sign(kHeader, Claims());
  bool Good() { return identity.Verify(token, kNow).has_value(); }
};

TEST(Identity, AnEmptySetRevokesAll) {
  KeyWorld world;
  EXPECT_FALSE(world.Good()) << "nothing was read yet";
  ASSERT_TRUE(world.identity.Refresh());
  EXPECT_TRUE(world.Good());
  world.text = SetOf({});
  ASSERT_TRUE(world.identity.Refresh());
  EXPECT_FALSE(world.Good());
}

TEST(Identity, ABadKeyKeepsNoOldOneAlive) {
  KeyWorld world;
  ASSERT_TRUE(world.identity.Refresh());
  ASSERT_TRUE(world.Good());
  const nlohmann::json bad = {{"kid", "a"}, {"kty", "OKP"}, {"crv", "Ed25519"}, {"x", "AAAA"}};
  const Issuer next;
  world.text = SetOf({bad, next.KeyJson("b")});
  const auto read = world.identity.Refresh();
  ASSERT_TRUE(read);
  EXPECT_EQ(read->keys, 1U);
  EXPECT_EQ(read->bad, 1U);
  EXPECT_FALSE(world.Good());
  EXPECT_TRUE(world.identity.Verify(next.Sign({{"alg", "EdDSA"}, {"kid", "b"}}, Claims()), kNow));
}

TEST(Identity, KeysThatCantBeReadAgainGrowTooOld) {
  KeyWorld world;
  ASSERT_TRUE(world.identity.Refresh());
  EXPECT_TRUE(world.Good());
  for (const char* failing : {"", "nonsense"}) {
    const std::string before = std::exchange(world.text, failing);
    EXPECT_FALSE(world.identity.Refresh());
    world.now += std::chrono::seconds(600);
    EXPECT_TRUE(world.Good()) << "for a while the last ones stay";
    world.now += std::chrono::seconds(1);
    EXPECT_EQ(world.identity.Verify(world.token, kNow).error(), TokenFault::kOldKeys);
    world.text = before;
    ASSERT_TRUE(world.identity.Refresh());
    EXPECT_TRUE(world.Good()) << "the same keys, shown again";
  }
}

TEST(Identity, KeysThatWereTakenOutCountNoMore) {
  const Issuer old_issuer;
  const Issuer new_issuer;
  std::string text = old_issuer.SetText("a");
  Identity identity(
      kRules, [&]() -> Result<std::string> { return text; }, std::chrono::seconds(600));
  ASSERT_TRUE(identity.Refresh());
  const std::string token = old_issuer.Sign(kHeader, Claims());
  EXPECT_TRUE(identity.Verify(token, kNow));
  EXPECT_TRUE(identity.Verify(token, kNow)) << "remembered";
  EXPECT_FALSE(identity.Verify(token, kNow + 200)) << "remembered, but expired";
  text = new_issuer.SetText("b");
  ASSERT_TRUE(identity.Refresh());
  EXPECT_FALSE(identity.Verify(token, kNow)) << "no longer remembered";
  EXPECT_TRUE(identity.KeyWanted());
  EXPECT_TRUE(identity.Verify(new_issuer.Sign({{"alg", "EdDSA"}, {"kid", "b"}}, Claims()), kNow));
  text = "broken";
  EXPECT_FALSE(identity.Refresh());
  EXPECT_TRUE(identity.Verify(new_issuer.Sign({{"alg", "EdDSA"}, {"kid", "b"}}, Claims()), kNow))
      << "the last keys stay";
}

}  // namespace
}  // namespace gauze::server
