// What lies in a ledger after each batch: files, links and their names in the manifest.
#include "gauze/ledger/append/publication.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "gauze/base/json.h"
#include "gauze/base/testing/temp_folder.h"
#include "gauze/ledger/append/append.h"
#include "gauze/ledger/append/ledger.h"

namespace gauze {
namespace {

namespace fs = std::filesystem;

class PublicationTest : public testing::Test {
 protected:
  void Init(const std::string& format, const std::string& publish,
            const std::string& method = "pool: {most_waiting: 0}") {
    folder_.Write("policy.yaml", fmt::format(R"(version: 1
attributes:
  age: {{role: quasi_identifying, type: integer}}
  illness: {{role: sensitive}}
protect:
  - k_anonymity: {{k: 2}}
release: {{format: {}}}
ledger: {{publish: {}, method: {{{}}}}}
)",
                                             format, publish, method));
    const auto made = InitLedger(folder_ / "policy.yaml", folder_ / "ledger");
    ASSERT_TRUE(made) << made.error().Text();
  }

  // Rows of a batch, "age,illness" each.
  Result<Json> Append(const std::vector<std::string>& rows) {
    folder_.Write("batch.csv", fmt::format("age,illness\n{}\n", fmt::join(rows, "\n")));
    NoProgress silent;
    return AppendBatch({.ledger = folder_ / "ledger", .batch = {folder_ / "batch.csv"}}, silent);
  }

  std::string Release(int number, const std::string& file) const {
    return folder_ / fmt::format("ledger/releases/{:06}/{}", number, file);
  }
  std::string Text(int number, const std::string& file) const {
    return ReadFile(Release(number, file)).value_or("");
  }
  Json Manifest(int number) const { return Json::parse(Text(number, "manifest.json")); }

  TempFolder folder_;
};

TEST_F(PublicationTest, FullCsvIsTheFormerFileAndWhatIsNew) {
  Init("csv", "full");
  ASSERT_TRUE(Append({"30,flu", "31,cold"}));
  ASSERT_TRUE(Append({"50,flu", "52,cold"}));
  const std::string header = "age,illness\n";
  const std::string first = Text(0, "data.csv");
  const std::string delta = Text(1, "delta.csv");
  ASSERT_TRUE(first.starts_with(header) && delta.starts_with(header));
  EXPECT_EQ(Text(1, "data.csv"), first + delta.substr(header.size()));
  EXPECT_EQ(Manifest(1)["ledger"]["delta"], Json({"delta.csv"}));
  EXPECT_EQ(Manifest(1)["ledger"]["delta_rows"], 2);
  EXPECT_EQ(Manifest(1)["rows"], 4);
}

TEST_F(PublicationTest, ABatchThatWaitsGivesOutTheFormerFileAgain) {
  Init("csv", "full");
  ASSERT_TRUE(Append({"30,flu", "31,cold"}));
  ASSERT_TRUE(Append({"70,flu"}));  // one person alone
  EXPECT_TRUE(fs::equivalent(Release(0, "data.csv"), Release(1, "data.csv")));
  EXPECT_FALSE(fs::exists(Release(1, "delta.csv")));
  EXPECT_EQ(Manifest(1)["ledger"]["delta_rows"], 0);
  EXPECT_EQ(Manifest(1)["ledger"]["waiting"], 1);
  EXPECT_EQ(Manifest(1)["rows"], 2);
}

TEST_F(PublicationTest, ALedgerInWhichEverybodyWaitsHasNoData) {
  Init("csv", "full");
  ASSERT_TRUE(Append({"30,flu"}));
  EXPECT_FALSE(fs::exists(Release(0, "data.csv")));
  EXPECT_EQ(Manifest(0)["rows"], 0);
}

TEST_F(PublicationTest, PartsOfParquetAreNumberedOnAndLinked) {
  Init("parquet", "full");
  ASSERT_TRUE(Append({"30,flu", "31,cold"}));
  ASSERT_TRUE(Append({"50,flu", "52,cold"}));
  EXPECT_EQ(Manifest(1)["data"], Json({"data/part-00000.parquet", "data/part-00001.parquet"}));
  EXPECT_EQ(Manifest(1)["ledger"]["delta"], Json({"data/part-00001.parquet"}));
  EXPECT_TRUE(
      fs::equivalent(Release(0, "data/part-00000.parquet"), Release(1, "data/part-00000.parquet")));
}

TEST_F(PublicationTest, DeltaHoldsTheNewRowsAlone) {
  Init("csv", "delta");
  ASSERT_TRUE(Append({"30,flu", "31,cold"}));
  ASSERT_TRUE(Append({"50,flu", "52,cold"}));
  EXPECT_EQ(Manifest(1)["rows"], 2);
  EXPECT_EQ(Manifest(1)["data"], Json("data.csv"));
  EXPECT_FALSE(fs::exists(Release(1, "delta.csv")));
}

// Somebody who changes what was given out must not have it given out again.
TEST_F(PublicationTest, AChangedFormerFileIsRefused) {
  Init("csv", "full");
  ASSERT_TRUE(Append({"30,flu", "31,cold"}));
  const std::string path = Release(0, "data.csv");
  fs::permissions(path, fs::perms::owner_write, fs::perm_options::add);
  ASSERT_TRUE(WriteFile(path, Text(0, "data.csv") + "99,flu\n"));
  EXPECT_FALSE(Append({"50,flu", "52,cold"}));
  EXPECT_FALSE(fs::exists(Release(1, "manifest.json")));
}

}  // namespace
}  // namespace gauze
