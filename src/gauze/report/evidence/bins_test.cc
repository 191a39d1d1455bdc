#include "gauze/report/evidence/bins.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "gauze/base/json.h"
#include "gauze/table/value.h"

namespace gauze::report {
namespace {

Bins MakeBins(const Attribute& attribute, const std::vector<std::string>& values,
              std::vector<std::uint64_t> rows, bool has_missing = false,
              const std::shared_ptr<const Hierarchy>& hierarchy = nullptr) {
  std::vector<Value> parsed;
  for (const std::string& value : values) parsed.push_back(*ParseValue(attribute, value));
  if (has_missing) rows.push_back(1);
  return {attribute, Domain(attribute.type, parsed, has_missing), hierarchy, rows};
}

std::vector<double> Shares(const Bins& bins, const std::optional<std::string>& label) {
  std::vector<double> shares(bins.places());
  for (const auto& [place, share] : bins.SpreadOf(label)) shares[place] += share;
  return shares;
}

const Attribute kAge{.name = "age", .type = ValueType::kInteger};
const Attribute kCity{.name = "city", .type = ValueType::kText};

// The place of an integer, by what the bins say of themselves.
std::size_t PlaceByDescription(const Bins& bins, std::int64_t number) {
  for (std::size_t i = 0; i < bins.size(); ++i) {
    const Json bin = bins.Describe(i);
    if (bin["from"] <= number && number <= bin["to"]) return i;
  }
  return bins.other();
}

// Every integer one by one.
TEST(Bins, ARangeCountsEvenlyOverItsWholeNumbers) {
  EXPECT_TRUE(rc::check([] {
    const auto distinct = *rc::gen::unique<std::vector<int>>(*rc::gen::inRange<std::size_t>(1, 60),
                                                             rc::gen::inRange(-50, 400));
    std::vector<int> numbers = distinct;
    std::ranges::sort(numbers);
    std::vector<std::string> values;
    std::vector<std::uint64_t> rows;
    for (const int number : numbers) {
      values.push_back(std::to_string(number));
      rows.push_back(*rc::gen::inRange<std::uint64_t>(1, 30));
    }
    const Bins bins = MakeBins(kAge, values, rows);
    RC_ASSERT(bins.size() >= 1 && bins.size() <= Bins::kMost);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      RC_ASSERT(bins.PlaceOf(static_cast<Code>(i)) == PlaceByDescription(bins, numbers[i]));
      RC_ASSERT(bins.PlaceOf(static_cast<Code>(i)) < bins.size());
    }
    const int low = *rc::gen::inRange(-60, 410);
    const int high = low + *rc::gen::inRange(0, 100);
    std::vector<double> expected(bins.places());
    for (int number = low; number <= high; ++number) {
      expected[PlaceByDescription(bins, number)] += 1.0 / (high - low + 1);
    }
    const std::string label = low == high
                                  ? std::to_string(low)
                                  : "[" + std::to_string(low) + ", " + std::to_string(high) + "]";
    const auto shares = Shares(bins, label);
    for (std::size_t i = 0; i < shares.size(); ++i) {
      RC_ASSERT(std::abs(shares[i] - expected[i]) < 1e-12);
    }
  }));
}

TEST(Bins, ADecimalRangeCountsByItsWidth) {
  const Attribute weight{.name = "weight", .type = ValueType::kDecimal};
  std::vector<std::string> values;
  for (int i = 0; i <= 100; ++i) values.push_back(std::to_string(i) + ".5");
  const Bins bins = MakeBins(weight, values, std::vector<std::uint64_t>(values.size(), 1));
  const Json third = bins.Describe(2);
  const double from = third["from"];
  const double to = third["to"];
  const auto whole = Shares(bins, fmt::format("[{}, {})", from, to));
  EXPECT_NEAR(whole[2], 1, 1e-9);
  const auto shares = Shares(bins, fmt::format("[{}, {})", from - (to - from) / 2, to));
  EXPECT_NEAR(shares[1], 1.0 / 3, 1e-9);
  EXPECT_NEAR(shares[2], 2.0 / 3, 1e-9);
  // Half of it is outside of what the original has.
  EXPECT_NEAR(Shares(bins, "[100, 101]")[bins.other()], 0.5, 1e-9);
  EXPECT_EQ(Shares(bins, "50.5")[bins.PlaceOf(50)], 1);
}

TEST(Bins, TheMostFrequentCategoriesHaveABin) {
  std::vector<std::string> values;
  std::vector<std::uint64_t> rows;
  for (int i = 0; i < 26; ++i) {
    values.emplace_back(1, static_cast<char>('a' + i));
    rows.push_back(static_cast<std::uint64_t>(i) + 1);
  }
  const Bins bins = MakeBins(kCity, values, rows, true);
  EXPECT_EQ(bins.size(), Bins::kMost);
  EXPECT_EQ(bins.other_values(), 6U);
  EXPECT_EQ(bins.Describe(0)["label"], "z");
  EXPECT_EQ(bins.PlaceOf(25), 0);
  EXPECT_EQ(bins.PlaceOf(0), bins.other());
  EXPECT_EQ(bins.PlaceOf(26), bins.missing());
  const auto star = Shares(bins, "*");
  EXPECT_NEAR(star[0], 1.0 / 26, 1e-12);
  EXPECT_NEAR(star[bins.other()], 6.0 / 26, 1e-12);
  EXPECT_EQ(star[bins.missing()], 0);
  EXPECT_EQ(Shares(bins, std::nullopt)[bins.missing()], 1);
  EXPECT_EQ(Shares(bins, "")[bins.missing()], 1);
  EXPECT_EQ(Shares(bins, "never seen")[bins.other()], 1);
}

TEST(Bins, NodesAndListsCountEvenlyOverTheirValues) {
  TaxonomyBuilder builder;
  ASSERT_TRUE(builder.Add({"Bonn", "West"}, ""));
  ASSERT_TRUE(builder.Add({"Essen", "West"}, ""));
  ASSERT_TRUE(builder.Add({"Ulm", "South"}, ""));
  ASSERT_TRUE(builder.Add({"nobody lives here", "South"}, ""));
  const auto taxonomy = builder.Finish("");
  ASSERT_TRUE(taxonomy);
  std::vector<Value> values;
  for (const char* name : {"Bonn", "Essen", "Ulm"}) values.push_back(*ParseValue(kCity, name));
  auto bound = Hierarchy::Bind(*taxonomy, values, ValueType::kText, true, "");
  ASSERT_TRUE(bound);
  const auto hierarchy = std::make_shared<const Hierarchy>(std::move(bound->hierarchy));
  // Moved, as a vector of columns does: labels must still be read.
  std::vector<Bins> all;
  all.push_back({kCity, bound->domain, hierarchy, {5, 9, 7, 2}});
  all.reserve(all.capacity() + 8);
  const Bins& bins = all.front();
  const auto at = [&](const char* label) {
    std::map<std::string, double> shares;
    const auto by_place = Shares(bins, label);
    for (std::size_t i = 0; i < bins.size(); ++i) {
      shares[bins.Describe(i)["label"].get<std::string>()] = by_place[i];
    }
    EXPECT_NEAR(std::accumulate(by_place.begin(), by_place.end(), 0.0), 1, 1e-12) << label;
    return shares;
  };
  EXPECT_EQ(at("Bonn")["Bonn"], 1);
  EXPECT_EQ(at("West")["Bonn"], 0.5);
  EXPECT_EQ(at("West")["Essen"], 0.5);
  EXPECT_EQ(at("South")["Ulm"], 1);
  EXPECT_EQ(at("{Bonn|Ulm}")["Ulm"], 0.5);
  EXPECT_EQ(at("{Bonn|Ulm}")["Essen"], 0);
  EXPECT_NEAR(at("*")["Ulm"], 1.0 / 3, 1e-12);
}

}  // namespace
}  // namespace gauze::report
