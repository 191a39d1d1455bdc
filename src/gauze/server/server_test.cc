// The parts of the server that need no database: keys, routes, configuration.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "gauze/base/file.h"
#include "gauze/server/config.h"
#include "gauze/server/endpoints/fields.h"
#include "gauze/server/head_file.h"
#include "gauze/server/keys/data_keys.h"
#include "gauze/server/keys/keyed_digest.h"
#include "gauze/server/routes.h"
#include "gauze/server/seal.h"

namespace gauze::server {
namespace {

class Folder {
 public:
  Folder() {
    char name[] = "/tmp/gauze-server-test-XXXXXX";
    path_ = mkdtemp(name);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string operator/(const std::string& file) const { return path_ + "/" + file; }

 private:
  std::string path_;
};

TEST(SecretKey, OpensWhatItSealedInItsPlaceAndNothingElse) {
  const SecretKey key = *SecretKey::Random();
  const SecretKey other = *SecretKey::Random();
  EXPECT_TRUE(rc::check("round trip and any change", [&](const std::string& text) {
    std::string sealed = key.Seal(text, "here");
    RC_ASSERT(*key.Open(sealed, "here") == text);
    RC_ASSERT(!key.Open(sealed, "there"));
    RC_ASSERT(!other.Open(sealed, "here"));
    RC_ASSERT(!key.Open(sealed.substr(0, sealed.size() - 1), "here"));
    sealed[*rc::gen::inRange<std::size_t>(0, sealed.size())] ^= 1;
    RC_ASSERT(!key.Open(sealed, "here"));
  }));
}

TEST(SecretKey, FileIsForTheOwnerOnlyAndNeverOverwritten) {
  const Folder folder;
  const SecretKey key = *SecretKey::Random();
  const std::string file = folder / "key";
  ASSERT_TRUE(key.WriteFile(file));
  EXPECT_EQ(SecretKey::ReadFile(file)->bytes(), key.bytes());
  EXPECT_FALSE(key.WriteFile(file));
  chmod(file.c_str(), 0640);
  EXPECT_FALSE(SecretKey::ReadFile(file));
  ASSERT_TRUE(WriteFile(folder / "short", "AAAA\n", 0600));
  EXPECT_FALSE(SecretKey::ReadFile(folder / "short"));
}

TEST(DataKeys, PiecesCantBeSwappedLeftOutOrMoved) {
  const SecretKey key = *SecretKey::Random();
  const std::string bytes = std::string(1U << 20U, 'a') + std::string(1U << 20U, 'b') + "c";
  auto pieces = SealPieces(key, "release", bytes);
  ASSERT_EQ(pieces.size(), 3U);
  EXPECT_EQ(*OpenPieces(key, "release", pieces), bytes);
  EXPECT_FALSE(OpenPieces(key, "another", pieces));
  EXPECT_FALSE(OpenPieces(key, "release", {pieces[0], pieces[1]}));
  EXPECT_FALSE(OpenPieces(key, "release", {pieces[1], pieces[0], pieces[2]}));
  EXPECT_FALSE(OpenPieces(key, "release", {}));
}

TEST(Routes, FindMethodAndNames) {
  http::Request request;
  request.method = "PUT";
  request.target = "/v1/projects/heart/members/ann%40b";
  ASSERT_NE(FindRoute(request).route, nullptr);
  EXPECT_EQ(request.path.at("project"), "heart");
  EXPECT_EQ(request.path.at("subject"), "ann@b");
  request.method = "PATCH";
  EXPECT_EQ(FindRoute(request).allowed, "PUT, DELETE");
  request.target = "/v1/projects/heart/members";
  EXPECT_EQ(FindRoute(request).allowed, "");
}

TEST(Routes, RolesAreApart) {
  const Caller officer{"o", true, false, false, 0};
  const Caller nobody{"n", false, false, false, 0};
  EXPECT_TRUE(HasRole(officer, Role::kOfficer));
  EXPECT_FALSE(HasRole(officer, Role::kResearcher));
  EXPECT_FALSE(HasRole(officer, Role::kAuditor));
  EXPECT_FALSE(HasRole(nobody, Role::kAny));
}

TEST(Fields, AreStrict) {
  Fields good(R"({"id": "a", "n": 3})");
  EXPECT_EQ(good.Text("id", 5), "a");
  EXPECT_EQ(good.Number("n", 0, 5), 3U);
  EXPECT_TRUE(good.Finish());
  for (const char* bad :
       {"", "[]", R"({"id": "a"})", R"({"id": "a", "n": 9})", R"({"id": "a", "n": -1})",
        R"({"id": "a", "n": 1.0})", R"({"id": "a", "n": "3"})", R"({"id": "", "n": 3})",
        R"({"id": "toolong", "n": 3})", R"({"id": "a\u0000", "n": 3})",
        R"({"id": "a", "n": 3, "more": 1})"}) {
    Fields fields(bad);
    fields.Text("id", 5);
    fields.Number("n", 0, 5);
    EXPECT_FALSE(fields.Finish()) << bad;
  }
}

TEST(KeyedDigest, NeedsTheKeyAndThePurpose) {
  const SecretKey key = *SecretKey::Random();
  const KeyedDigest digest = *KeyedDigest::Under(key);
  EXPECT_EQ(digest.Of("body", "text").size(), 64U);
  EXPECT_EQ(digest.Of("body", "text"), KeyedDigest::Under(key)->Of("body", "text"));
  EXPECT_NE(digest.Of("body", "text"), digest.Of("seal", "text"));
  EXPECT_NE(digest.Of("body", "text"), digest.Of("bod", "ytext"));
  EXPECT_NE(digest.Of("body", "text"),
            KeyedDigest::Under(*SecretKey::Random())->Of("body", "text"));
}

TEST(HeadFile, KeepsTheLastHeadWhateverHappensToAWrite) {
  const Folder folder;
  const KeyedDigest key = *KeyedDigest::Under(*SecretKey::Random());
  const auto head = [](std::uint64_t number) { return AuditHead{number, std::string(64, 'a')}; };
  EXPECT_EQ(*HeadFile::Look(folder / "", key), std::nullopt);
  {
    auto file = HeadFile::Open(folder / "", key);
    ASSERT_TRUE(file);
    EXPECT_EQ(file->head(), std::nullopt);
    for (const std::uint64_t number : {7, 8, 3}) ASSERT_TRUE(file->Note(head(number)));
  }
  // The last one, also if it is an earlier one: somebody adopted an older database.
  EXPECT_EQ(*HeadFile::Look(folder / "", key), head(3));
  const std::string bytes = *ReadFile(folder / "head");
  const std::size_t line = bytes.size() / 2;
  std::string torn = bytes;
  torn[10] ^= 1;
  torn[line + 10] ^= 1;
  ASSERT_TRUE(WriteFile(folder / "head", torn, 0600));
  EXPECT_EQ(HeadFile::Look(folder / "", key).error().code, ErrorCode::kPromise);
  torn = bytes;
  torn[10] ^= 1;
  ASSERT_TRUE(WriteFile(folder / "head", torn, 0600));
  EXPECT_EQ(*HeadFile::Look(folder / "", key), head(3));
  torn = bytes;
  torn[line + 10] ^= 1;
  ASSERT_TRUE(WriteFile(folder / "head", torn, 0600));
  EXPECT_EQ(*HeadFile::Look(folder / "", key), head(8));
  EXPECT_FALSE(HeadFile::Look(folder / "", *KeyedDigest::Under(*SecretKey::Random())));
}

TEST(Seal, CoversEveryFact) {
  Facts facts{.projects = {{"p", "title", 1, 2, false}},
              .members = {{"p", "ada"}, {"p", "bob"}},
              .grants = {{"p", "r", "age"}},
              .releases = {{"r", "to", "digest", "vault", 5, 10, 100, false}}};
  const std::string whole = FactsDigest(facts);
  std::ranges::reverse(facts.members);
  EXPECT_EQ(FactsDigest(facts), whole);
  const auto changed = [&](const auto& change) {
    Facts other = facts;
    change(other);
    return FactsDigest(other) != whole;
  };
  EXPECT_TRUE(changed([](Facts& f) { f.projects[0].questions = 2; }));
  EXPECT_TRUE(changed([](Facts& f) { f.projects[0].questions_per_value = 3; }));
  EXPECT_TRUE(changed([](Facts& f) { f.projects[0].revoked = true; }));
  EXPECT_TRUE(changed([](Facts& f) { f.projects[0].title = "other"; }));
  EXPECT_TRUE(changed([](Facts& f) { f.members.pop_back(); }));
  EXPECT_TRUE(changed([](Facts& f) { f.grants[0].attribute = "sex"; }));
  EXPECT_TRUE(changed([](Facts& f) { f.releases[0].k = 4; }));
  EXPECT_TRUE(changed([](Facts& f) { f.releases[0].k3 = 4; }));
  EXPECT_TRUE(changed([](Facts& f) { f.withdrawals.push_back({7, "r", "00"}); }));
  EXPECT_TRUE(changed([](Facts& f) { f.releases[0].vault = "other"; }));
  EXPECT_TRUE(changed([](Facts& f) { f.releases[0].revoked = true; }));
}

TEST(Config, HasNoDefaultsForWhatProtects) {
  const Folder folder;
  const std::string good =
      "listen: 127.0.0.1:8470\ndatabase: dbname=x\nmaster_key: m\nvault_key: v\nstate: s\n"
      "identity: {issuer: i, audience: a, roles_claim: r, jwks: j.json, skew_seconds: 30}\n";
  const auto read = [&](const std::string& text) {
    EXPECT_TRUE(WriteFile(folder / "c.yaml", text));
    return ReadConfig(folder / "c.yaml");
  };
  const auto config = read(good);
  ASSERT_TRUE(config) << config.error().Text();
  EXPECT_EQ(config->master_key, folder / "m");
  for (const char* line : {"listen", "database", "master_key", "vault_key", "state:", "identity"}) {
    const std::size_t begin = good.find(line);
    std::string less = good;
    EXPECT_FALSE(read(less.erase(begin, good.find('\n', begin) - begin + 1))) << line;
  }
  for (const char* field : {"issuer: i, ", "audience: a, ", "roles_claim: r, ", "jwks: j.json, ",
                            ", skew_seconds: 30"}) {
    std::string less = good;
    EXPECT_FALSE(read(less.erase(good.find(field), std::string_view(field).size()))) << field;
  }
  EXPECT_FALSE(read(good + "lissten: x\n"));
  EXPECT_FALSE(read(good + "limits: {burst: many}\n"));
  for (const char* address : {"0.0.0.0:80", "192.168.1.1:80", "example.org:80", "127.0.0.1"}) {
    std::string open = good;
    EXPECT_FALSE(read(open.replace(open.find("127.0.0.1:8470"), 14, address))) << address;
  }
}

}  // namespace
}  // namespace gauze::server
