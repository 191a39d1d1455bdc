// What a run goes by: the policy as it is run, and files as they were read.
#include "gauze/release/run/run.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "gauze/base/file.h"
#include "gauze/base/json.h"

namespace gauze {
namespace {

namespace fs = std::filesystem;

class RunTest : public testing::Test {
 protected:
  void SetUp() override {
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    // As a large table: encoded rows in files, several regions and parts.
    setenv("GAUZE_SPOOL_BYTES", "2000", 1);
    setenv("GAUZE_REGION_ROWS", "50", 1);
    setenv("GAUZE_PART_ROWS", "100", 1);
    folder_ = fs::path(testing::TempDir()) / "gauze-run-test";
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    std::string table = "age,zip,illness\n";
    for (int i = 0; i < 600; ++i) {
      table += fmt::format("{},{},{}\n", 20 + i % 53, 1000 + i * 37 % 211, i % 2 ? "flu" : "cold");
    }
    ASSERT_TRUE(WriteFile(Path("table.csv"), table));
    ASSERT_TRUE(WriteFile(Path("policy.yaml"),
                          "version: 1\nsource: table.csv\nattributes:\n"
                          "  age: {role: quasi_identifying, type: integer}\n"
                          "  zip: {role: quasi_identifying, type: integer}\n"
                          "  illness: {role: sensitive}\n"
                          "protect:\n  - k_anonymity: {k: 2}\n"
                          "  - l_diversity: {attribute: illness, kind: distinct, l: 1}\n"
                          "release: {directory: out, format: parquet}\n"));
  }
  void TearDown() override {
    for (const char* name : {"GAUZE_SPOOL_BYTES", "GAUZE_REGION_ROWS", "GAUZE_PART_ROWS"}) {
      unsetenv(name);
    }
    fs::remove_all(folder_);
  }

  std::string Path(const std::string& name) const { return (folder_ / name).string(); }
  RunOptions Options() const { return {.policy = {.file = Path("policy.yaml")}, .threads = 2}; }

  // A run that ends, as if it were killed, when all rows are on disk and nothing is published.
  void Kill(RunOptions options) {
    options.complete = [](const FinishedRelease&) -> Status { _exit(7); };
    EXPECT_EXIT((void)gauze::Run(options, progress_), testing::ExitedWithCode(7), "");
  }

  // What `options` make after a run with other ones was killed is what they make anyway.
  void CheckNotTakenUp(const RunOptions& options) {
    RunOptions elsewhere = options;
    elsewhere.out = Path("elsewhere");
    const auto wanted = gauze::Run(elsewhere, progress_);
    ASSERT_TRUE(wanted) << wanted.error().Text();
    Kill(Options());
    const auto made = gauze::Run(options, progress_);
    ASSERT_TRUE(made) << made.error().Text();
    EXPECT_EQ(made->manifest, wanted->manifest);
  }

  fs::path folder_;
  NoProgress progress_;
};

TEST_F(RunTest, AnotherKIsAnotherRun) {
  RunOptions options = Options();
  options.k = 9;
  CheckNotTakenUp(options);
}

TEST_F(RunTest, AnotherFormatIsAnotherRun) {
  RunOptions options = Options();
  options.format = ReleaseFormat::kCsv;
  CheckNotTakenUp(options);
}

TEST_F(RunTest, ASampleIsAnotherRun) {
  RunOptions options = Options();
  options.sample_rows = 300;
  CheckNotTakenUp(options);
}

TEST_F(RunTest, AnInputThatChangesMeanwhileIsNoticed) {
  RunOptions options = Options();
  options.internal = Path("internal.json");
  options.complete = [&](const FinishedRelease&) -> Status {
    std::ofstream(Path("table.csv"), std::ios::app) << "20,1000,flu\n";
    return {};
  };
  const auto made = gauze::Run(options, progress_);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ErrorCode::kResource);
  EXPECT_EQ(made.error().where, Path("table.csv"));
  EXPECT_FALSE(fs::exists(Path("out")));
  EXPECT_FALSE(fs::exists(Path("internal.json")));
}

TEST_F(RunTest, AnInputIsDigestedFileByFile) {
  fs::copy_file(Path("table.csv"), Path("table2.csv"));
  RunOptions options = Options();
  options.source = Path("table*.csv");
  options.internal = Path("internal.json");
  ASSERT_TRUE(gauze::Run(options, progress_));
  const Json inputs = ParseJson(*ReadFile(options.internal)).at("inputs");
  ASSERT_EQ(inputs.size(), 2);
  EXPECT_EQ(inputs[0]["source"], Path("table.csv"));
  EXPECT_EQ(inputs[0]["digest"], inputs[1]["digest"]);
}

}  // namespace
}  // namespace gauze
