// Values that no row shows have no name in what is published, and verdicts are those with names:
// over random tables, in SQL and by the model that makes releases.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <random>

#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/base/testing/test_rounds.h"
#include "gauze/encode/encode.h"
#include "gauze/ledger/append/append.h"
#include "gauze/ledger/append/ledger.h"
#include "gauze/model/class_model.h"
#include "gauze/release/inspect/verify_release.h"
#include "gauze/release/promise/claims.h"
#include "gauze/transform/constraints.h"

namespace gauze {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t kAllGroups = 12;
constexpr std::uint32_t kReleasedGroups = 6;

class NamelessTest : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / ("nameless_test-" + std::to_string(getpid()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    ASSERT_TRUE(WriteFile(folder_ / "tree.csv",
                          "2;low;*\n11;low;*\n3;middle;*\n5;middle;*\n40;middle;*\n6;odd;high;*\n"
                          "70;odd;high;*\n8;even;high;*\n9;even;high;*\n1;*\n"));
  }
  void TearDown() override { fs::remove_all(folder_); }

  PolicyEntry Promise(const std::string& t) const {
    const ModelEntry* model = FindModel("t_closeness");
    PolicyEntry entry;
    entry.descriptor = &model->descriptor;
    entry.parameters = *Parameters::Make(
        model->descriptor, {{"attribute", "value", ""}, {"distance", GetParam(), ""}, {"t", t, ""}},
        "test");
    return entry;
  }

  // Groups of rows, of which the file shows the first.
  CodedTable MakeTable(std::mt19937_64& random, bool with_tree) {
    Policy policy;
    policy.attributes.resize(2);
    policy.attributes[0].attribute = {
        .name = "group", .role = Role::kQuasiIdentifying, .type = ValueType::kInteger};
    policy.attributes[1].attribute = {
        .name = "value", .role = Role::kSensitive, .type = ValueType::kInteger};
    if (with_tree) {
      policy.attributes[1].attribute.type = ValueType::kText;
      policy.attributes[1].hierarchy.file = folder_ / "tree.csv";
    }
    RawTable raw;
    raw.columns = {
        {.name = "group"},
        {.name = "value", .values = {"2", "11", "3", "5", "40", "6", "70", "8", "9", "1", ""}}};
    std::string file = "group,value\n";
    const std::size_t values = raw.columns[1].values.size();
    for (std::uint32_t group = 0; group < kAllGroups; ++group) {
      raw.columns[0].values.push_back(std::to_string(group));
      // Of what comes in the released groups some values are never seen.
      const std::size_t seen = group < kReleasedGroups ? values - 4 : values;
      for (std::uint64_t row = 2 + random() % 5; row > 0; --row) {
        const auto value = static_cast<std::uint32_t>((random() % seen) * 3 % values);
        raw.columns[0].codes.push_back(group);
        raw.columns[1].codes.push_back(value);
        raw.counts.push_back(1);
        if (group < kReleasedGroups) {
          file += fmt::format("{},{}\n", group, raw.columns[1].values[value]);
        }
      }
    }
    EXPECT_TRUE(WriteFile(folder_ / "data.csv", file));
    auto coded = Encode(std::move(raw), policy, {});
    Check(coded.has_value(), "the table is sound");
    return *std::move(coded);
  }

  Verdict Judge(const PolicyEntry& entry, const VerifiedColumn& column) {
    NoProgress progress;
    const auto verified = VerifyFile(database_,
                                     {.paths = {folder_ / "data.csv"},
                                      .dialect = {.delimiter = ","},
                                      .quasi_identifiers = {"group"}},
                                     {MakeClaim(entry, &column)}, progress);
    Check(verified.has_value(), "the file can be judged");
    return verified->verdicts.at(0);
  }

  fs::path folder_;
  Database database_ = *Database::Open({1, ""});
};

std::uint64_t FailingClasses(const CodedTable& compared, const PolicyEntry& entry) {
  const auto constraints = Constraints::Make(compared, {entry});
  Tally tally(*constraints);
  std::uint64_t failing = 0;
  const auto& groups = compared.table.columns[0];
  for (Code group = 0; group < kReleasedGroups; ++group) {
    tally.Reset();
    for (std::uint32_t tuple = 0; tuple < compared.table.tuples(); ++tuple) {
      if (groups.Get(tuple) == group) tally.Add(tuple);
    }
    failing += tally.Holds() ? 0 : 1;
  }
  return failing;
}

TEST_P(NamelessTest, VerdictsAreThoseWithNames) {
  std::mt19937_64 random(3);
  std::uint64_t nameless = 0;
  std::uint64_t failing = 0;
  const std::uint64_t rounds = std::max<std::uint64_t>(12, TestRounds(40));
  for (std::uint64_t round = 0; round < rounds; ++round) {
    CodedTable coded = MakeTable(random, GetParam() == "hierarchical" || round % 2 == 0);
    const Domain& domain = coded.table.domains[1];
    // Some values come after the first batch, which is what classes are compared with.
    std::vector<std::uint64_t> reference;
    for (Code code = 0; code < domain.size(); ++code) {
      reference.push_back(random() % 3 == 0 ? 0 : 1 + random() % 6);
    }
    reference[random() % domain.value_count()] = 5;
    auto totals = std::make_shared<std::vector<std::vector<std::uint64_t>>>(*coded.totals);
    totals->at(1) = reference;
    coded.totals = std::move(totals);
    std::vector<bool> shown(domain.size());
    for (std::uint32_t tuple = 0; tuple < coded.table.tuples(); ++tuple) {
      if (coded.table.columns[0].Get(tuple) >= kReleasedGroups) continue;
      shown[coded.table.columns[1].Get(tuple)] = true;
    }
    const PolicyEntry entry = Promise(fmt::format("0.{}", 2 + random() % 5));
    const ColumnUse use{.places = GetParam() != "equal", .reference = reference};
    const auto named = DescribeColumn(coded, 1, std::vector<bool>(domain.size(), true), use);
    VerifiedColumn column = DescribeColumn(coded, 1, shown, use);
    for (const auto& compared : column.reference) nameless += compared.nameless ? 1 : 0;

    const Reference read = ReferenceFrom(ReferenceJson(column.reference));
    ASSERT_EQ(read, column.reference);
    column.reference = read;
    const Verdict expected = Judge(entry, named);
    const Verdict verdict = Judge(entry, column);
    ASSERT_EQ(verdict.holds, expected.holds) << "round " << round;
    ASSERT_EQ(verdict.failing_classes, expected.failing_classes) << "round " << round;
    ASSERT_EQ(verdict.worst_value, expected.worst_value) << "round " << round;
    ASSERT_EQ(verdict.failing_classes, FailingClasses(coded, entry)) << "round " << round;
    failing += verdict.failing_classes;
  }
  EXPECT_GT(nameless, rounds / 2);
  EXPECT_GT(failing, rounds / 2);
  EXPECT_LT(failing, rounds * kReleasedGroups);
}

TEST_P(NamelessTest, AFileWithAValueOutsideTheListIsNotJudged) {
  std::mt19937_64 random(5);
  const CodedTable coded = MakeTable(random, true);
  const std::vector<std::uint64_t> reference(coded.table.domains[1].size(), 1);
  // Rows show values that nobody has named.
  const VerifiedColumn column =
      DescribeColumn(coded, 1, std::vector<bool>(reference.size(), false),
                     {.places = GetParam() != "equal", .reference = reference});
  NoProgress progress;
  EXPECT_FALSE(VerifyFile(database_,
                          {.paths = {folder_ / "data.csv"},
                           .dialect = {.delimiter = ","},
                           .quasi_identifiers = {"group"}},
                          {MakeClaim(Promise("1"), &column)}, progress));
}

// One person waits, with a value that nobody else has; later others come with other new values.
TEST_P(NamelessTest, ALedgerNamesNobodyWhoWaits) {
  ASSERT_TRUE(WriteFile(folder_ / "policy.yaml", fmt::format(R"(version: 1
attributes:
  age: {{role: quasi_identifying, type: integer}}
  value: {{role: sensitive, hierarchy: {{order: {{fanout: 2}}}}}}
protect:
  - k_anonymity: {{k: 2}}
  - t_closeness: {{attribute: value, distance: {}, t: 0.8}}
  - l_diversity: {{attribute: value, kind: distinct, l: 2}}
ledger: {{method: {{pool: {{most_waiting: 2}}}}}}
release: {{format: csv}}
)",
                                                             GetParam())));
  const std::string ledger = folder_ / "ledger";
  ASSERT_TRUE(InitLedger(folder_ / "policy.yaml", ledger));
  const std::vector<std::string> batches = {
      "age,value\n20,a\n21,c\n20,e\n21,g\n30,a\n31,c\n30,e\n31,g\n90,d-secret\n",
      "age,value\n40,a\n41,f-new\n40,c\n41,g\n"};
  NoProgress silent;
  for (std::size_t i = 0; i < batches.size(); ++i) {
    const fs::path batch = folder_ / fmt::format("{}.csv", i);
    ASSERT_TRUE(WriteFile(batch, batches[i]));
    const auto appended = AppendBatch({.ledger = ledger, .batch = {batch}, .threads = 1}, silent);
    ASSERT_TRUE(appended) << appended.error().Text();
    const std::string release = ledger + fmt::format("/releases/{:06}", i);
    const std::string manifest = *ReadFile(release + "/manifest.json");
    const Json column = ParseJson(manifest)["columns"].at(1);
    const bool waits = ReadFile(release + "/data.csv")->find("d-secret") == std::string::npos;
    EXPECT_EQ(manifest.find("d-secret") == std::string::npos, waits) << manifest;
    EXPECT_EQ(
        std::ranges::any_of(column["reference"], [](const Json& row) { return row.size() == 1; }),
        waits);
    EXPECT_EQ(column.contains("tree"), GetParam() != "equal");
    const auto verified = VerifyRelease({.target = release, .threads = 1}, silent);
    ASSERT_TRUE(verified) << verified.error().Text();
    EXPECT_TRUE(verified->verification.holds());
    EXPECT_TRUE(i > 0 || waits);
  }
}

INSTANTIATE_TEST_SUITE_P(Distances, NamelessTest,
                         testing::Values("equal", "ordered", "hierarchical"),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace gauze
