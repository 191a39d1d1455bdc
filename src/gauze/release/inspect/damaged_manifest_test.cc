// A manifest that somebody changed by hand is refused, or says the same; nobody ends because of it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "gauze/base/json.h"
#include "gauze/base/testing/temp_folder.h"
#include "gauze/release/inspect/verify_release.h"
#include "gauze/release/manifest/manifest.h"
#include "gauze/release/run/run.h"

namespace gauze {
namespace {

class DamagedManifestTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string table = "age,sex,pay,illness\n";
    for (int i = 0; i < 40; ++i) {
      table += fmt::format("{},{},{},{}\n", 20 + i, i % 2 ? "f" : "m", i, i % 3 ? "flu" : "cold");
    }
    folder_.Write("table.csv", table);
    folder_.Write("policy.yaml",
                  "version: 1\nsource: table.csv\nattributes:\n"
                  "  age: {role: quasi_identifying, type: integer}\n"
                  "  sex: {role: quasi_identifying}\n"
                  "  pay: {role: insensitive, type: decimal}\n"
                  "  illness: {role: sensitive}\n"
                  "protect:\n  - k_anonymity: {k: 4}\n"
                  "  - l_diversity: {attribute: illness, kind: distinct, l: 2}\n"
                  "release: {directory: out}\n");
    NoProgress silent;
    const auto made =
        gauze::Run({.policy = {.file = folder_ / "policy.yaml"}, .threads = 1}, silent);
    ASSERT_TRUE(made) << made.error().Text();
    manifest_ = ParseJson(*ReadFile(folder_ / "out/manifest.json"));
  }

  Result<ManifestClaims> ReadWith(const Json& manifest) {
    folder_.Write("out/manifest.json", manifest.dump());
    return ReadManifest(folder_ / "out");
  }

  const TempFolder folder_;
  Json manifest_;
};

TEST_F(DamagedManifestTest, NoChangeEndsTheReader) {
  ASSERT_TRUE(ReadWith(manifest_));
  // Every value, and everything that holds values.
  std::set<std::string> places;
  const Json flat = manifest_.flatten();
  for (const auto& [place, value] : flat.items()) {
    for (std::size_t end = place.size(); end != 0 && end != std::string::npos;
         end = place.rfind('/', end - 1)) {
      places.insert(place.substr(0, end));
    }
  }
  places.erase("");
  ASSERT_GT(places.size(), 50U);
  const std::vector<Json> others = {nullptr, -1, 1e300, "x", true, Json::array(), Json::object()};
  int refused = 0;
  for (const std::string& place : places) {
    for (const Json& other : others) {
      Json changed = manifest_;
      changed[Json::json_pointer(place)] = other;
      const auto read = ReadWith(changed);
      if (read) continue;
      ++refused;
      EXPECT_TRUE(read.error().code == ErrorCode::kInput) << place << ' ' << read.error().Text();
    }
  }
  EXPECT_GT(refused, 100);
}

TEST_F(DamagedManifestTest, WhatIsReadIsWhatIsChecked) {
  Json changed = manifest_;
  changed["promises"][0]["claim"] = "k_anonymity(k=100)";
  EXPECT_FALSE(ReadWith(changed)) << "people would read another promise than is verified";
  changed = manifest_;
  changed["promises"][0]["holds"] = false;
  EXPECT_FALSE(ReadWith(changed));
  changed = manifest_;
  changed["promises"] = Json::array();
  EXPECT_EQ(ReadWith(changed).error().message, "the manifest lists no promises");
  changed = manifest_;
  changed["columns"][3]["name"] = "another";
  EXPECT_EQ(ReadWith(changed).error().message,
            "a promise is about a column that the manifest does not list");
  changed = manifest_;
  changed["data"] = "../table.csv";
  EXPECT_EQ(ReadWith(changed).error().message, "the manifest names an unknown data file");
}

TEST_F(DamagedManifestTest, RowsThatAreGoneAreFound) {
  NoProgress silent;
  const std::string data = *ReadFile(folder_ / "out/data.csv");
  folder_.Write("out/data.csv", data.substr(0, data.rfind('\n', data.size() - 2) + 1));
  const auto verified = VerifyRelease({.target = folder_ / "out", .threads = 1}, silent);
  EXPECT_FALSE(verified && verified->verification.holds());
}

}  // namespace
}  // namespace gauze
