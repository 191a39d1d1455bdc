#include "gauze/transform/regions/region_walk.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "gauze/base/testing/temp_folder.h"
#include "gauze/base/testing/test_rounds.h"
#include "gauze/transform/random_case.h"

namespace gauze {
namespace {

constexpr std::size_t kDisease = 6;  // of MakeMixedTable

PolicyEntry RegionPromise(const std::string& model, const std::vector<RawParameter>& raw) {
  PolicyEntry entry;
  entry.descriptor = &FindModel(model)->descriptor;
  entry.parameters = *Parameters::Make(*entry.descriptor, raw, "test");
  return entry;
}

// Rows of tuples, by their codes.
using RegionRows = std::map<std::vector<Code>, std::uint64_t>;

std::uint64_t Sum(const RegionRows& rows) {
  std::uint64_t sum = 0;
  for (const auto& [tuple, count] : rows) sum += count;
  return sum;
}

class RegionWalkTest : public testing::Test {
 protected:
  struct Case {
    CodedTable coded;
    int k = 2;
    int l = 1;   // different diseases
    int t = 10;  // tenths that shares of diseases may differ in all
    std::vector<PolicyEntry> promises;
  };

  ~RegionWalkTest() override {
    unsetenv("GAUZE_REGION_ROWS");
    unsetenv("GAUZE_SAMPLE_TUPLES");
  }

  Case Draw() {
    Case drawn{.coded = MakeMixedTable(random_, 50 + static_cast<int>(random_() % 1500))};
    drawn.k = 2 + static_cast<int>(random_() % 20);
    drawn.promises = {RegionPromise("k_anonymity", {{"k", std::to_string(drawn.k), ""}})};
    if (random_() % 2 == 0) {
      drawn.l = 2 + static_cast<int>(random_() % 2);
      drawn.promises.push_back(RegionPromise("l_diversity", {{"attribute", "disease", ""},
                                                             {"kind", "distinct", ""},
                                                             {"l", std::to_string(drawn.l), ""}}));
    }
    if (random_() % 2 == 0) {
      drawn.t = 1 + static_cast<int>(random_() % 4);
      drawn.promises.push_back(
          RegionPromise("t_closeness", {{"attribute", "disease", ""},
                                        {"distance", "equal", ""},
                                        {"t", "0." + std::to_string(drawn.t), ""}}));
    }
    return drawn;
  }

  // By looking at every row.
  static bool Keeps(const Case& drawn, const RegionRows& region) {
    const auto of_table = (*drawn.coded.totals)[kDisease];
    std::vector<std::int64_t> here(of_table.size());
    for (const auto& [tuple, rows] : region) {
      here[tuple[kDisease]] += static_cast<std::int64_t>(rows);
    }
    const auto rows = static_cast<std::int64_t>(Sum(region));
    std::int64_t all = 0;
    for (const std::uint64_t count : of_table) all += static_cast<std::int64_t>(count);
    std::int64_t apart = 0;
    for (std::size_t i = 0; i < here.size(); ++i) {
      apart += std::abs(here[i] * all - static_cast<std::int64_t>(of_table[i]) * rows);
    }
    const auto values = std::ranges::count_if(here, [](auto count) { return count > 0; });
    return rows >= drawn.k && values >= drawn.l && apart * 5 <= rows * all * drawn.t;
  }

  // Regions of the rows as they come in a random order, equal ones together or not.
  std::vector<RegionRows> Walk(const Case& drawn, const RegionWalk::Options& options) {
    const Table& table = drawn.coded.table;
    const Packing packing = Packing::For(table.domains);
    const RecordShape shape{.words = packing.words(), .counted = true};
    std::vector<std::vector<std::uint64_t>> records;
    for (std::size_t t = 0; t < table.tuples(); ++t) {
      std::vector<std::uint64_t> record(packing.words() + 1);
      for (std::size_t j = 0; j < table.domains.size(); ++j) {
        packing.Put(record.data(), j, table.columns[j].Get(t));
      }
      for (std::uint64_t left = table.counts[t]; left > 0; left -= record.back()) {
        record.back() = 1 + random_() % left;
        records.push_back(record);
      }
    }
    std::ranges::shuffle(records, random_);
    RecordSpool spool(shape, options.folder + "/all", options.memory_bytes);
    {
      RecordSpool::Writer writer(spool);
      for (const auto& record : records) writer.Append(record.data(), record.size());
    }
    EXPECT_TRUE(spool.Finish());
    const auto constraints = Constraints::Make(drawn.coded, drawn.promises);
    EXPECT_TRUE(constraints);
    const RegionRule rule(*constraints, table.rows, false);
    RegionWalk walk(rule, packing, options, {std::move(spool), table.rows});
    std::vector<RegionRows> regions;
    while (true) {
      auto region = walk.Next();
      EXPECT_TRUE(region);
      if (!region || !*region) return regions;
      RegionRows& rows = regions.emplace_back();
      EXPECT_TRUE((*region)->spool.TakeApart(1, [&](auto, const std::uint64_t* record, auto) {
        std::vector<Code> tuple;
        for (std::size_t j = 0; j < table.domains.size(); ++j) {
          tuple.push_back(packing.Get(record, j));
        }
        rows[tuple] += shape.Count(record);
      }));
      EXPECT_EQ(Sum(rows), (*region)->rows);
    }
  }

  static void SetSizes(std::uint64_t region_rows, std::uint64_t sample_tuples) {
    setenv("GAUZE_REGION_ROWS", std::to_string(region_rows).c_str(), 1);
    setenv("GAUZE_SAMPLE_TUPLES", std::to_string(sample_tuples).c_str(), 1);
  }

  std::mt19937_64 random_{11};
  TempFolder folder_;
};

// The half of the values that leaves the sides most equal, if both sides are good: the rule again,
// by hand.
bool CanBeCut(const RegionRows& region, std::size_t attribute,
              const std::function<bool(const RegionRows&)>& keeps) {
  std::map<Code, std::uint64_t> rows;
  for (const auto& [tuple, count] : region) rows[tuple[attribute]] += count;
  const std::uint64_t all = Sum(region);
  std::uint64_t left = 0;
  std::uint64_t balance = 0;
  Code best = 0;
  for (const auto& [code, count] : rows) {
    left += count;
    if (std::min(left, all - left) > balance) {
      balance = std::min(left, all - left);
      best = code;
    }
  }
  if (balance == 0) return false;
  RegionRows low;
  RegionRows high;
  for (const auto& [tuple, count] : region) (tuple[attribute] <= best ? low : high)[tuple] = count;
  return keeps(low) && keeps(high);
}

TEST_F(RegionWalkTest, RegionsKeepTheModelsAndAreSmall) {
  int several = 0;
  int joined_or_cut = 0;
  const auto rounds = static_cast<int>(TestRounds(200));
  for (int round = 0; round < rounds; ++round) {
    SCOPED_TRACE(round);
    const Case drawn = Draw();
    const std::uint64_t largest = 30 + random_() % 200;
    const bool complete = random_() % 2 == 0;
    SetSizes(largest, complete ? 100'000 : 40 + random_() % 200);
    const auto regions = Walk(drawn, {.workers = 2, .folder = folder_.path()});
    RegionRows all;
    for (const RegionRows& region : regions) {
      for (const auto& [tuple, rows] : region) all[tuple] += rows;
    }
    const Table& table = drawn.coded.table;
    for (std::size_t t = 0; t < table.tuples(); ++t) {
      std::vector<Code> tuple;
      for (const CodeColumn& column : table.columns) tuple.push_back(column.Get(t));
      ASSERT_EQ(all[tuple], table.counts[t]);
      all.erase(tuple);
    }
    ASSERT_TRUE(all.empty());
    several += regions.size() > 1 ? 1 : 0;
    const auto keeps = [&](const RegionRows& rows) { return Keeps(drawn, rows); };
    for (const RegionRows& region : regions) {
      ASSERT_TRUE(keeps(region));
      if (complete && Sum(region) > largest) {
        for (std::size_t j = 0; j < kDisease; ++j) ASSERT_FALSE(CanBeCut(region, j, keeps));
      }
      // Only a model keeps a region from being cut.
      if (!complete && drawn.promises.size() == 1) {
        ASSERT_LE(Sum(region), 2 * largest);
        ++joined_or_cut;
      }
    }
  }
  EXPECT_GT(several, rounds / 2);
  EXPECT_GT(joined_or_cut, rounds);
}

TEST_F(RegionWalkTest, TheSameRegionsHoweverTheRowsCome) {
  for (int round = 0; round < static_cast<int>(TestRounds(60)); ++round) {
    SCOPED_TRACE(round);
    const Case drawn = Draw();
    SetSizes(30 + random_() % 100, 20 + random_() % 400);
    const std::string folder = folder_.path();
    const auto expected = Walk(drawn, {.folder = folder});
    for (const std::size_t workers : {1U, 3U}) {
      ASSERT_EQ(Walk(drawn, {.workers = workers, .folder = folder}), expected);
      ASSERT_EQ(Walk(drawn, {.workers = workers, .memory_bytes = 0, .folder = folder}), expected);
    }
    ASSERT_EQ(folder_.Count(), 0U);
  }
}

// There were never more than 128 once.
TEST_F(RegionWalkTest, ThereIsNoEndToTheNumberOfRegions) {
  Case drawn{.coded = MakeMixedTable(random_, 6000)};
  drawn.promises = {RegionPromise("k_anonymity", {{"k", "2", ""}})};
  for (const std::uint64_t sample : {100'000U, 500U}) {
    SetSizes(40, sample);
    const auto regions = Walk(drawn, {.workers = 2, .folder = folder_.path()});
    EXPECT_GT(regions.size(), drawn.coded.table.rows / 80);
    for (const RegionRows& region : regions) EXPECT_LE(Sum(region), 80U);
  }
}

// A tuple of half the table, in the sample or not, does not make others share a region.
TEST_F(RegionWalkTest, AFrequentTupleMisleadsNobody) {
  Case drawn{.coded = MakeMixedTable(random_, 3000)};
  drawn.promises = {RegionPromise("k_anonymity", {{"k", "2", ""}})};
  Table& table = drawn.coded.table;
  SetSizes(100, 300);
  for (int round = 0; round < 10; ++round) {
    const std::size_t frequent = random_() % table.tuples();
    const std::uint64_t before = table.counts[frequent];
    table.counts[frequent] += 10'000;
    table.rows += 10'000;
    std::size_t large = 0;
    for (const RegionRows& region : Walk(drawn, {.folder = folder_.path()})) {
      if (Sum(region) <= 200) continue;
      ++large;
      EXPECT_LE(Sum(region), 10'000 + before + 200);
    }
    EXPECT_EQ(large, 1U);
    table.rows -= 10'000;
    table.counts[frequent] = before;
  }
}

}  // namespace
}  // namespace gauze
