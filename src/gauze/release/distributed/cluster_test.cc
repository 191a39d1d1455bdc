#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>

#include "gauze/base/testing/test_rounds.h"
#include "gauze/engine/read/source/source.h"
#include "gauze/engine/write/release_writer.h"
#include "gauze/release/distributed/cluster_run.h"
#include "gauze/release/distributed/played_cluster.h"
#include "gauze/release/distributed/release_part.h"
#include "gauze/release/run/load_policy.h"
#include "gauze/release/run/run.h"

// A cluster of four workers, played step by step: its release is the one that Run makes.

namespace gauze {
namespace {

namespace fs = std::filesystem;

constexpr const char* kHead = R"(version: 1
attributes:
  name: {role: identifying}
  age: {role: quasi_identifying, type: integer}
  town: {role: quasi_identifying}
  born: {role: quasi_identifying, type: date}
  disease: {role: sensitive}
  ward: {role: insensitive}
  note: {role: insensitive}
)";

class ClusterTest : public testing::TestWithParam<const char*> {
 protected:
  ClusterTest() : folder_(fs::temp_directory_path() / fmt::format("gauze-cluster-{}", getpid())) {
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "kit");
    setenv("GAUZE_REGION_ROWS", "150", 1);
    setenv("GAUZE_SAMPLE_TUPLES", complete_ ? "100000" : "30", 1);
    std::mt19937_64 random(7);
    const auto below = [&](std::uint64_t n) { return random() % n; };
    std::ofstream table(folder_ / "table.csv");
    table << "name,age,town,born,disease,ward,note,who\n";
    for (int i = 0; i < (FewerRounds() > 1 ? 600 : 2000); ++i) {
      table << "p" << i << ',' << (below(20) == 0 ? "" : std::to_string(20 + below(40))) << ",t"
            << below(9) << ",19" << 40 + below(50) << "-0" << 1 + below(9) << "-11,d" << below(6)
            << ",w" << below(3) << ",n" << (i % 10 == 0 ? "" : std::to_string(i)) << ",q"
            << below(900) << '\n';
    }
    table.close();
    const char* const who = persons_ ? "" : "  who: {role: identifying}\n";
    Write("policy.yaml", std::string(kHead) + who + GetParam() + "release: {format: parquet}\n");
  }
  ~ClusterTest() override {
    fs::remove_all(folder_);
    unsetenv("GAUZE_REGION_ROWS");
    unsetenv("GAUZE_SAMPLE_TUPLES");
  }

  void Write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }
  std::string Path(const std::string& name) const { return (folder_ / name).string(); }

  static std::vector<std::string> Rows(const std::vector<std::string>& files) {
    Database database = Database::Open({1, ""}).value();
    std::vector<std::string> rows;
    for (const std::string& file : files) {
      const auto columns = OpenSource(database, {file}, {}, "rows");
      EXPECT_TRUE(columns) << columns.error().Text();
      const auto all = database
                           .Rows(fmt::format("SELECT COLUMNS(name -> name != {}) FROM rows",
                                             QuoteText(kPersonColumn)))
                           .value();
      for (const auto& row : all) {
        std::string& text = rows.emplace_back();
        for (const auto& cell : row) text += cell.value_or("NULL") + ",";
      }
    }
    return rows;
  }
  static std::vector<std::string> SortedRows(const std::vector<std::string>& files) {
    auto rows = Rows(files);
    std::ranges::sort(rows);
    return rows;
  }

  // What each worker has: rows without names, counted.
  std::vector<std::string> Parts() const {
    Database database = Database::Open({1, ""}).value();
    std::vector<std::string> parts;
    for (int part = 0; part < 4; ++part) {
      parts.push_back(Path(fmt::format("part-{}.parquet", part)));
      EXPECT_TRUE(database.Run(fmt::format(
          "COPY (SELECT age::INTEGER AS age, town, born, disease, ward, note, {} count(*) AS "
          "\"{}\" FROM "
          "(SELECT *, row_number() OVER () AS row FROM read_csv({})) WHERE row % 4 = {} "
          "GROUP BY ALL) TO {} (FORMAT parquet)",
          persons_ ? "who," : "", kCountColumn, QuoteText(Path("table.csv")), part,
          QuoteText(parts.back()))));
    }
    return parts;
  }

  fs::path folder_;
  // All tuples are in the sample, or so few that workers have to cut some regions again.
  const bool complete_ =
      std::string_view(GetParam()).find("choose: loss") != std::string_view::npos;
  const bool persons_ = std::string_view(GetParam()).find("entity") != std::string_view::npos;
};

// Nobody has all released columns in one place, so unique rows are not counted there; and columns
// that are dropped never come, so that nobody sees whose values repeat.
Json AsClusterTells(Json manifest) {
  manifest.erase("uniqueness");
  manifest["measures"].erase("singling_out.share");
  manifest["measures"].erase("singling_out.open_share");
  Json warnings = Json::array();
  for (const Json& warning : manifest["warnings"]) {
    const auto text = warning.get<std::string>();
    if (text.find(" repeat, as if people had several rows") != std::string::npos) continue;
    if (text.find(" unique by ") != std::string::npos) continue;
    warnings.push_back(warning);
  }
  manifest["warnings"] = std::move(warnings);
  return manifest;
}

TEST_P(ClusterTest, TheSameReleaseAsARun) {
  NoProgress progress;
  RunOptions options{.policy = {.file = Path("policy.yaml")},
                     .source = Path("table.csv"),
                     .out = Path("out"),
                     .threads = 2};
  const auto report = gauze::Run(options, progress);
  ASSERT_TRUE(report) << report.error().Text();

  const Policy policy = LoadForRun(options).value();
  const bool carries = std::string_view(GetParam()).find("span") != std::string_view::npos;
  PlayedCluster cluster(Parts(),
                        carries ? std::vector<std::string>{"note"} : std::vector<std::string>());
  ASSERT_TRUE(cluster.WriteKit(policy, Path("kit")));
  auto table = ClusterTable::Open(Path("kit"));
  ASSERT_TRUE(table) << table.error().Text();
  EXPECT_EQ(table->counted(), !carries);
  auto run = ClusterRun::Start(*table);
  ASSERT_TRUE(run) << run.error().Text();

  const auto all = cluster.Encode(*table, run->deciding());
  if (run->sampled()) {
    std::vector<std::uint64_t> mask(table->words());
    for (const std::size_t c : run->deciding()) {
      table->input().packing.Put(mask.data(), c, table->input().packing.field(c).mask);
    }
    std::vector<std::uint64_t> samples;
    for (const auto& row : all) {
      samples.push_back(row.hash);
      for (std::size_t w = 0; w < mask.size(); ++w) samples.push_back(row.words[w] & mask[w]);
      samples.push_back(row.rows);
    }
    run->Cut(samples);
  }
  ClusterRun::Finished finished{.temp = Path("temp")};
  fs::create_directories(Path("temp"));
  PartPlan plan{.temp = Path("temp")};
  std::vector<Printed> samples;
  // Leaves, and where some keep no model, regions.
  for (bool again = true; again;) {
    again = false;
    const auto regions = cluster.Divide(*table, run->cuts(), all);
    ASSERT_EQ(regions.size(), run->regions());
    for (const auto& [number, region] : regions) {
      const std::string folder = Path(fmt::format("region-{}-of-{}", number, regions.size()));
      fs::create_directories(folder);
      cluster.Write(region, !carries, folder + "/rows.parquet");
      const auto made =
          MakeRegionFiles(*table, folder + "/rows.parquet",
                          {.folder = folder, .alone = !run->counted(), .threads = 1}, progress);
      ASSERT_TRUE(made) << made.error().Text();
      again = again || !made->holds;
      if (!made->holds) continue;
      plan.pieces.insert(plan.pieces.end(), made->files.begin(), made->files.end());
      finished.reports.push_back(made->report);
      const auto more = SamplePiece(*table, made->files, 1);
      ASSERT_TRUE(more) << more.error().Text();
      samples.insert(samples.end(), more->begin(), more->end());
    }
    if (!again) break;
    run->Join(cluster.CountLeaves(*table, regions, run->looked_at()));
    ASSERT_LT(run->regions(), regions.size());
    plan.pieces.clear();
    finished.reports.clear();
    samples.clear();
  }
  EXPECT_EQ(SortedRows(plan.pieces), SortedRows({Path("out/data.parquet")}));
  if (std::string_view(GetParam()).find("k: 5}") != std::string_view::npos) {
    EXPECT_TRUE(std::ranges::any_of(finished.reports, [](const std::string& report) {
      return Json::parse(report).at("losses").size() > 1;
    }));
  }

  Database database = Database::Open({1, ""}).value();
  if (persons_) {
    std::string pieces;
    for (const std::string& file : plan.pieces) {
      pieces += (pieces.empty() ? "" : ", ") + QuoteText(file);
    }
    finished.released = Path("all.parquet");
    finished.copy = Path("copy.parquet");
    for (const std::string& file : {finished.released, finished.copy}) {
      const char* const left_out = file == finished.released ? kPersonColumn : "";
      ASSERT_TRUE(
          database.Run(fmt::format("COPY (SELECT COLUMNS(name -> name != {}) FROM "
                                   "read_parquet([{}])) TO {} (FORMAT parquet)",
                                   QuoteText(left_out), pieces, QuoteText(file))));
    }
    finished.files = {"data.parquet"};
  } else {
    const auto bounds = PartBounds(*table, std::move(samples), table->input().rows);
    EXPECT_GT(bounds.size(), 1);
    std::vector<std::string> parts;
    for (std::size_t part = 0; part <= bounds.size(); ++part) {
      plan.from = part == 0 ? std::nullopt : std::optional(bounds[part - 1]);
      plan.to = part == bounds.size() ? std::nullopt : std::optional(bounds[part]);
      parts.push_back(plan.path = Path(fmt::format("released-{}.parquet", part)));
      const auto found = WritePart(*table, plan, progress);
      ASSERT_TRUE(found) << found.error().Text();
      EXPECT_EQ(found->is_null(), !VerifiedInParts(*table));
      if (!found->is_null()) finished.parts.push_back(*found);
    }
    // In the order of a run, too.
    EXPECT_EQ(Rows(parts), Rows({Path("out/data.parquet")}));
    finished.released = Path("released-*.parquet");
    finished.files = {"data.parquet"};
  }
  const auto proved = run->Finish(finished, progress);
  ASSERT_TRUE(proved) << proved.error().Text();
  EXPECT_EQ(proved->manifest.dump(), AsClusterTells(report->manifest).dump());
  EXPECT_EQ(proved->found.class_sizes, report->found.class_sizes);
}

TEST_P(ClusterTest, CountedRowsAreTheSameRows) {
  NoProgress progress;
  RunOptions options{
      .policy = {.file = Path("policy.yaml")}, .source = Path("table.csv"), .out = Path("out")};
  const auto plain = gauze::Run(options, progress);
  ASSERT_TRUE(plain) << plain.error().Text();
  Parts();
  options.source = Path("part-*.parquet");
  options.out = Path("counted");
  options.counted = true;
  const auto counted = gauze::Run(options, progress);
  ASSERT_TRUE(counted) << counted.error().Text();
  EXPECT_EQ(Rows({Path("counted/data.parquet")}), Rows({Path("out/data.parquet")}));
  EXPECT_EQ(AsClusterTells(counted->manifest).dump(), AsClusterTells(plain->manifest).dump());
}

INSTANTIATE_TEST_SUITE_P(
    Policies, ClusterTest,
    testing::Values("protect: [k_anonymity: {k: 5}]\ntransform: {mondrian: {choose: span}}\n",
                    "protect: [k_anonymity: {k: 3}]\ntransform: {cluster: {}}\n",
                    "protect:\n  - k_anonymity: {k: 4}\n"
                    "  - l_diversity: {attribute: disease, kind: distinct, l: 3}\n"
                    "transform: {mondrian: {choose: loss, labels: set}}\n",
                    "protect: [t_closeness: {attribute: disease, distance: equal, t: 0.3}]\n"
                    "transform: {mondrian: {choose: span}}\nmissing: wildcard\n",
                    "  who: {role: entity}\nprotect:\n  - k_anonymity: {k: 4}\n"
                    "  - l_diversity: {attribute: disease, kind: distinct, l: 2}\n"
                    "transform: {mondrian: {choose: span}}\n",
                    "protect: [k_anonymity: {k: 6}]\n"
                    "transform: {mondrian: {choose: span, suppress_rows: 0.05}}\n"));

TEST(CountedSource, RowsSayHowOftenTheyOccur) {
  const std::string path =
      (fs::temp_directory_path() / fmt::format("counted-{}.csv", getpid())).string();
  for (const std::string wrong : {"0", "-1", "", "x", "1.5"}) {
    std::ofstream(path) << "age,\"" << kCountColumn << "\"\n20,2\n30," << wrong << "\n";
    Database database = Database::Open({1, ""}).value();
    const auto columns = OpenSource(database, {path}, {}, "source");
    EXPECT_FALSE(columns) << wrong;
  }
  fs::remove(path);
}

}  // namespace
}  // namespace gauze
