#include "gauze/transform/regions/tuple_sample.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "gauze/base/hash.h"
#include "gauze/base/testing/test_rounds.h"
#include "gauze/transform/random_case.h"
#include "gauze/transform/regions/tuple_hash.h"

namespace gauze {
namespace {

using SampledTuple = std::vector<std::uint64_t>;
using Sampled = std::map<std::pair<std::uint64_t, SampledTuple>, std::uint64_t>;

struct SampledRow {
  SampledTuple tuple;
  std::uint64_t rows = 1;
};

Sampled EntriesOf(const TupleSample& sample) {
  Sampled entries;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    const std::uint64_t* tuple = sample.tuple(i);
    entries[{sample.hash(i), SampledTuple(tuple, tuple + sample.words())}] += sample.rows(i);
  }
  EXPECT_EQ(entries.size(), sample.size());  // each tuple once
  return entries;
}

class TupleSampleTest : public testing::Test {
 protected:
  // Some hashes are those of several tuples.
  std::uint64_t Hash(const SampledTuple& tuple) const {
    return Mix(tuple[0] / together_, tuple[1] + 1);
  }
  TupleSample Take(const std::vector<SampledRow>& rows, std::size_t most) const {
    TupleSample sample(2, most);
    for (const SampledRow& row : rows) sample.Add(Hash(row.tuple), row.tuple.data(), row.rows);
    sample.Finish();
    return sample;
  }
  // By sorting everything.
  Sampled Expected(const std::vector<SampledRow>& rows, std::size_t most) const {
    Sampled all;
    for (const SampledRow& row : rows) all[{Hash(row.tuple), row.tuple}] += row.rows;
    Sampled smallest;
    std::uint64_t last = 0;
    for (const auto& [entry, count] : all) {
      if (smallest.size() >= most && entry.first != last) break;
      smallest[entry] = count;
      last = entry.first;
    }
    return smallest;
  }
  std::vector<SampledRow> RandomRows() {
    together_ = random_() % 3 == 0 ? 5 : 1;
    std::vector<SampledRow> rows(1 + random_() % 2000);
    const std::uint64_t values = 1 + random_() % 60;
    for (SampledRow& row : rows) {
      row = {{random_() % values, random_() % values}, 1 + random_() % 9};
    }
    return rows;
  }

  std::mt19937_64 random_{1};
  std::uint64_t together_ = 1;
};

TEST_F(TupleSampleTest, AreTheSmallestWithAllTheirRowsInAnyOrder) {
  int complete = 0;
  const auto rounds = static_cast<int>(TestRounds(300));
  for (int round = 0; round < rounds; ++round) {
    SCOPED_TRACE(round);
    auto rows = RandomRows();
    const std::size_t most = 1 + random_() % 500;
    const Sampled expected = Expected(rows, most);
    for (int order = 0; order < 2; ++order) {
      const TupleSample sample = Take(rows, most);
      ASSERT_EQ(EntriesOf(sample), expected);
      ASSERT_EQ(sample.complete(), expected == Expected(rows, rows.size()));
      complete += sample.complete() ? 1 : 0;
      std::ranges::shuffle(rows, random_);
    }
  }
  EXPECT_GT(complete, rounds / 5);
  EXPECT_LT(complete, rounds * 2 * 4 / 5);
}

TEST_F(TupleSampleTest, OfPartsMakeThatOfTheWhole) {
  for (int round = 0; round < static_cast<int>(TestRounds(300)); ++round) {
    SCOPED_TRACE(round);
    const auto rows = RandomRows();
    const std::size_t most = 1 + random_() % 500;
    std::vector<std::vector<SampledRow>> parts(1 + random_() % 5);
    for (const SampledRow& row : rows) parts[random_() % parts.size()].push_back(row);
    TupleSample whole(2, most);
    for (const auto& part : parts) whole.Merge(Take(part, most + random_() % 2));
    whole.Finish();
    ASSERT_EQ(EntriesOf(whole), Expected(rows, most));
    ASSERT_EQ(whole.complete(), Take(rows, most).complete());
  }
}

// Of many tables, what a sample says of a part of the rows is right on average.
TEST_F(TupleSampleTest, StandsForTheRowsOfTheTable) {
  double estimated = 0;
  double real = 0;
  for (int round = 0; round < 200; ++round) {
    std::vector<SampledRow> rows;
    for (std::uint64_t i = 0; i < 3000; ++i) rows.push_back({{random_(), i}, 1 + i % 4});
    const TupleSample sample = Take(rows, 100);
    for (std::size_t i = 0; i < sample.size(); ++i) {
      if (sample.tuple(i)[1] < 1000) {
        estimated += static_cast<double>(sample.Weight(i, std::uint64_t{1} << 40U));
      }
      ASSERT_LE(sample.Weight(i, 50), 50U);
      ASSERT_GE(sample.Weight(i, 0), sample.rows(i));
    }
    for (const SampledRow& row : rows) real += row.tuple[1] < 1000 ? double(row.rows) : 0;
  }
  EXPECT_NEAR(estimated / real, 1, 0.05);
}

// Codes are others in another table; the place of a tuple is not.
TEST(TupleHash, GoesByValuesAlone) {
  std::mt19937_64 random(3);
  const CodedTable one = MakeMixedTable(random, 400);
  const CodedTable two = MakeMixedTable(random, 30);
  const std::vector<std::size_t> attributes = {0, 2, 6};
  const auto places = [&](const CodedTable& coded) {
    const Packing packing = Packing::For(coded.table.domains);
    const TupleHash hash(coded, packing, attributes);
    std::map<std::string, std::uint64_t> found;
    for (std::size_t t = 0; t < coded.table.tuples(); ++t) {
      std::vector<std::uint64_t> record(packing.words());
      std::string spelled;
      for (std::size_t j = 0; j < coded.table.domains.size(); ++j) {
        const Code code = coded.table.columns[j].Get(t);
        packing.Put(record.data(), j, code);
        if (std::ranges::find(attributes, j) == attributes.end()) continue;
        const Domain& domain = coded.table.domains[j];
        spelled += domain.IsMissing(code) ? "-;" : domain[code].text + ";";
      }
      found[spelled] = hash(record.data());
      std::uint64_t expected = 42;
      for (const std::size_t j : attributes) {
        const Code code = coded.table.columns[j].Get(t);
        const Domain& domain = coded.table.domains[j];
        const std::uint64_t own = domain.IsMissing(code) ? 42 : XxHash64(domain[code].text, 42);
        expected = XxHash64(own, expected);
      }
      EXPECT_EQ(found[spelled], expected ^ (std::uint64_t{1} << 63U));
    }
    return found;
  };
  const auto first = places(one);
  int shared = 0;
  for (const auto& [spelled, place] : places(two)) {
    if (!first.contains(spelled)) continue;
    EXPECT_EQ(place, first.at(spelled));
    ++shared;
  }
  EXPECT_GT(shared, 0);
}

}  // namespace
}  // namespace gauze
