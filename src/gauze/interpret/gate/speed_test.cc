// How long answers take on a million rows; the figures of docs/interpretation.md.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>

#include "gauze/base/testing/test_rounds.h"
#include "gauze/interpret/gate/gate.h"
#include "gauze/interpret/query/random_vault.h"

namespace gauze {
namespace {

// A release like the paper's: 2 released columns, 16 education and 7 marital values with two
// aliases each, ages graded in 4 categories. Values are skewed as in life.
Vault LargeVault(std::size_t rows, bool several_rows) {
  RandomVault random(1);
  Vault vault = random.Make(rows, several_rows);
  const auto skewed = [&](std::size_t count) {
    const double draw = static_cast<double>(random.Below(1'000'000)) / 1e6;
    return static_cast<std::uint32_t>(static_cast<double>(count) * draw * draw);
  };
  const auto widen = [&](VaultColumn& column, std::size_t values) {
    column.kind = VaultKind::kAliased;
    column.own.clear();
    column.shown.clear();
    column.aliases.clear();
    column.own_codes.resize(vault.rows);
    for (std::size_t i = 0; i < values * 3; ++i) {
      if (i < values) column.own.push_back(fmt::format("value{}", i));
      column.shown.push_back(fmt::format("{}value{}", i < values ? "" : "~", i));
      if (i >= values) {
        column.aliases.push_back({column.shown.back(), fmt::format("value{}", i % values)});
      }
    }
    for (std::size_t row = 0; row < column.own_codes.size(); ++row) {
      const std::uint32_t own = skewed(values);
      column.own_codes[row] = own;
      column.choices[row] = static_cast<std::uint8_t>(1 + random.Below(3));
      column.shown_codes[row] =
          own + (column.choices[row] - 1U) * static_cast<std::uint32_t>(values);
    }
  };
  widen(vault.columns[1], 16);
  widen(vault.columns[3], 7);
  VaultColumn& age = vault.columns[2];
  age.categories = {{17, 30}, {30, 45}, {45, 60}, {60, 90}};
  age.own.clear();
  age.shown.clear();
  for (int years = 17; years <= 90; ++years) {
    age.own.push_back(std::to_string(years));
    age.shown.push_back(fmt::format("{}", *Grade(years, age.categories)));
  }
  for (std::uint32_t& code : age.own_codes) code = skewed(age.own.size());
  age.shown_codes = age.own_codes;
  return vault;
}

void Measure(bool several_rows, int questions) {
  // Of the processor, so that a busy machine changes little.
  const auto now = [] {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
  };
  const auto since = [&](double start) { return now() - start; };
  const Vault vault = LargeVault(TestRounds(1'000'000), several_rows);
  auto start = now();
  auto index = VaultIndex::Make(vault);
  ASSERT_TRUE(index);
  fmt::print("{} rows, held as {}: {:.0f} ms\n", vault.rows, index->rows(), since(start));
  Gate gate = *Gate::Make(std::make_shared<const VaultIndex>(*std::move(index)), {.k = 5});

  RandomVault random(2);
  std::vector<double> fresh;
  std::vector<double> commits;
  std::vector<double> refusals;
  std::vector<double> repeats;
  for (int i = 0; i < questions; ++i) {
    const Query query = random.Ask(vault);
    start = now();
    const Decision decision = gate.Decide(query);
    if (decision.repeat) continue;
    (decision.answered ? fresh : refusals).push_back(since(start));
    if (!decision.answered) continue;
    start = now();
    gate.Commit(decision);
    commits.push_back(since(start));
    start = now();
    ASSERT_TRUE(gate.Decide(query).repeat);
    repeats.push_back(since(start));
  }
  const auto report = [](const char* what, std::vector<double> times) {
    if (times.empty()) return;
    std::ranges::sort(times);
    fmt::print("{}: {} times, median {:.3f} ms, 95 % {:.3f} ms, slowest {:.3f} ms\n", what,
               times.size(), times[times.size() / 2], times[times.size() * 95 / 100], times.back());
  };
  report("new question", fresh);
  report("committing it", commits);
  report("repeat", repeats);
  report("refusal", refusals);
  ASSERT_FALSE(repeats.empty());
  EXPECT_LT(*std::ranges::min_element(repeats), 1.0);
}

TEST(GateSpeed, MillionRowsOfAsManyPersons) { Measure(false, 400); }

TEST(GateSpeed, MillionRowsOfFewerPersons) { Measure(true, 60); }

}  // namespace
}  // namespace gauze
