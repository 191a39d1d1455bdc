#include "gauze/measure/record_risk/record_risk.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <bit>
#include <cmath>

#include "gauze/base/testing/test_rounds.h"
#include "gauze/measure/record_risk/random_risk.h"

namespace gauze::risk {
namespace {

std::uint64_t Tables() { return TestRounds(5'000); }

// Small tables must take every path of a large one.
Tuning RandomTuning(std::mt19937_64& random) {
  constexpr double kShares[] = {0.0, 0.4, 0.6, 2.0};
  Tuning tuning;
  tuning.flag_share = kShares[random() % 4];
  tuning.small_group = random() % 2 == 0 ? 1 : random() % 7;
  tuning.merge = random() % 3;
  tuning.parallel = random() % 2 == 0 ? 2 : 2048;
  tuning.superset_rows = random() % 2 == 0 ? 0 : 2;
  return tuning;
}

std::vector<RecordRisk> Compute(const RandomRisk& made, const Goal& goal, const Tuning& tuning) {
  NoProgress progress;
  auto risks = ComputeRecordRisk(made.table, made.settings, goal, progress, {}, tuning);
  EXPECT_TRUE(risks.has_value());
  return *std::move(risks);
}

TEST(RecordRiskTest, ExactEqualsTheDefinition) {
  std::mt19937_64 random(1);
  for (std::uint64_t run = 0; run < Tables(); ++run) {
    const RandomRisk made = MakeRandomRisk(random, run % 2 == 1);
    const auto risks = Compute(made, {.kind = Goal::Kind::kExact}, RandomTuning(random));
    for (std::size_t tuple = 0; tuple < risks.size(); ++tuple) {
      const long double truth = TrueRisk(made, tuple);
      ASSERT_LE(risks[tuple].lo, truth) << "run " << run;
      ASSERT_GE(risks[tuple].hi, truth) << "run " << run;
      ASSERT_NEAR(risks[tuple].floor, made.settings.alpha * ContributionOf<double>(made, tuple, 0),
                  1e-12 * risks[tuple].floor);
      if (truth == 0) {
        ASSERT_EQ(risks[tuple].hi, 0);
        continue;
      }
      ASSERT_NEAR(0.5L * (risks[tuple].lo + risks[tuple].hi) / truth, 1, 1e-12) << "run " << run;
      ASSERT_LE((risks[tuple].hi - risks[tuple].lo) / truth, 1e-10) << "run " << run;
    }
  }
}

TEST(RecordRiskTest, CertifiedIntervalsHoldTheRisk) {
  std::mt19937_64 random(2);
  for (std::uint64_t run = 0; run < Tables(); ++run) {
    RandomRisk made = MakeRandomRisk(random, run % 2 == 1);
    // Many rows each, so that closing early is worth it.
    for (auto& count : made.table.counts) count *= 1 + random() % 1000;
    if (run % 3 == 0) {
      for (double& known : made.settings.known) known *= 0.05;
    }
    const auto risks = Compute(made, {.kind = Goal::Kind::kCertify}, RandomTuning(random));
    for (std::size_t tuple = 0; tuple < risks.size(); ++tuple) {
      const long double truth = TrueRisk(made, tuple);
      const RecordRisk& risk = risks[tuple];
      ASSERT_LE(risk.lo, truth) << "run " << run;
      ASSERT_GE(risk.hi, truth) << "run " << run;
      ASSERT_LE(risk.hi - risk.lo, std::max(1e-6 * made.settings.alpha, 1e-3 * risk.lo));
    }
  }
}

TEST(RecordRiskTest, DecisionsAreRight) {
  std::mt19937_64 random(3);
  for (std::uint64_t run = 0; run < Tables(); ++run) {
    const RandomRisk made = MakeRandomRisk(random, run % 2 == 1);
    const Tuning tuning = RandomTuning(random);
    // Often the risk of one of the tuples itself, or next to it.
    const long double other = TrueRisk(made, random() % made.table.tuples());
    const long double factor = 1 + static_cast<long double>(random() % 3) * 1e-9L - 1e-9L;
    const auto delta = static_cast<double>(run % 4 == 0 ? 0.1L * (run % 7) : other * factor);
    const auto risks = Compute(made, {.kind = Goal::Kind::kDecide, .delta = delta}, tuning);
    for (std::size_t tuple = 0; tuple < risks.size(); ++tuple) {
      const long double truth = TrueRisk(made, tuple);
      if (std::abs(truth - delta) <= 1e-11L * truth) {
        ASSERT_TRUE(truth <= delta || risks[tuple].Above(delta));
      } else {
        ASSERT_EQ(risks[tuple].Above(delta), truth > delta) << "run " << run;
      }
    }
  }
}

TEST(RecordRiskTest, TopKnownSetContributesMost) {
  std::mt19937_64 random(4);
  for (std::uint64_t run = 0; run < Tables(); ++run) {
    const RandomRisk made = MakeRandomRisk(random, run % 2 == 1);
    std::vector<std::uint32_t> chosen;
    for (std::uint32_t i = 0; i < made.table.tuples(); ++i) chosen.push_back(i);
    NoProgress progress;
    const auto sets = TopKnownSets(made.table, made.settings, progress, chosen);
    ASSERT_TRUE(sets.has_value());
    for (const std::uint32_t tuple : chosen) {
      Mask best = 0;
      double most = 0;
      for (Mask set = 1; set >> made.table.columns.size() == 0; ++set) {
        const auto contribution = ContributionOf<double>(made, tuple, set);
        const bool smaller = std::popcount(set) < std::popcount(best);
        if (contribution > most || (contribution == most && most > 0 && smaller)) {
          best = set;
          most = contribution;
        }
      }
      ASSERT_EQ((*sets)[tuple], best) << "run " << run << " tuple " << tuple;
    }
  }
}

TEST(RecordRiskTest, RiskWithoutACellIsThatOfTheSuppressedTable) {
  std::mt19937_64 random(5);
  for (std::uint64_t run = 0; run < Tables() / 10; ++run) {
    RandomRisk made = MakeRandomRisk(random, run % 2 == 1);
    made.settings.matching = Matching::kWildcard;
    std::vector<std::uint32_t> chosen;
    for (std::uint32_t i = 0; i < made.table.tuples(); ++i) chosen.push_back(i);
    NoProgress progress;
    const auto without = RiskWithoutCell(made.table, made.settings, progress, chosen);
    ASSERT_TRUE(without.has_value());
    for (const std::uint32_t tuple : chosen) {
      for (std::size_t j = 0; j < made.table.columns.size(); ++j) {
        const double expected = (*without)[tuple * made.table.columns.size() + j];
        if (IsSuppressed(made.table, tuple, j)) {
          ASSERT_TRUE(std::isinf(expected));
          continue;
        }
        RandomRisk after = made;
        after.table.columns[j].Set(tuple, after.table.domain_sizes[j]);
        const auto truth = static_cast<double>(TrueRisk(after, tuple));
        ASSERT_NEAR(expected, truth, 1e-4 * made.settings.alpha) << "run " << run;
      }
    }
  }
}

// Hundreds of tuples, most of their attributes flags: groups are large enough for every bound.
RandomRisk MakeLarger(std::mt19937_64& random, bool suppressed) {
  RandomRisk made;
  const std::size_t tuples = 100 + random() % 300;
  for (std::size_t i = 0; i < tuples; ++i) {
    made.table.counts.push_back(random() % 4 == 0 ? 1 + random() % 20 : 1);
  }
  made.settings.reading = random() % 2 == 0 ? Reading::kPaper : Reading::kProbability;
  made.settings.matching = random() % 2 == 0 ? Matching::kWildcard : Matching::kLiteral;
  for (std::size_t j = 0; j < 9; ++j) {
    const Code domain = j < 3 ? 8 : 3;
    CodeColumn column(domain + 1, tuples);
    for (std::size_t i = 0; i < tuples; ++i) {
      auto code = static_cast<Code>(random() % domain);
      if (j >= 3 && random() % 8 != 0) code = 1;
      if (suppressed && random() % 20 == 0) code = domain;
      column.Set(i, code);
    }
    made.table.columns.push_back(column);
    made.table.domain_sizes.push_back(domain);
    made.settings.known.push_back(static_cast<double>(random() % 100) / (j % 2 == 0 ? 1000 : 150));
    auto& weights = made.settings.weights.emplace_back(domain, 0.0);
    if (j >= 2) weights[0] = static_cast<double>(random() % 3) / 2;
    if (random() % 4 == 0) weights[1] = 0.25;  // the mode itself
  }
  return made;
}

TEST(RecordRiskTest, LargerTables) {
  std::mt19937_64 random(8);
  for (std::uint64_t run = 0; run < Tables() / 1000; ++run) {
    const RandomRisk made = MakeLarger(random, run % 2 == 1);
    Tuning tuning;
    tuning.superset_rows = 0;
    tuning.parallel = 50;
    tuning.small_group = 1 + random() % 8;
    const auto risks = Compute(made, {.kind = Goal::Kind::kCertify}, tuning);
    const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
    const auto single = Compute(made, {.kind = Goal::Kind::kCertify}, tuning);
    for (std::size_t tuple = 0; tuple < risks.size(); ++tuple) {
      ASSERT_EQ(risks[tuple].lo, single[tuple].lo);
      ASSERT_EQ(risks[tuple].hi, single[tuple].hi);
      ASSERT_LE(risks[tuple].hi - risks[tuple].lo, std::max(1e-6, 1e-3 * risks[tuple].lo));
      if (tuple % 23 != run % 23) continue;
      const long double truth = TrueRisk(made, tuple);
      ASSERT_LE(risks[tuple].lo, truth) << "run " << run;
      ASSERT_GE(risks[tuple].hi, truth) << "run " << run;
    }
  }
}

TEST(RecordRiskTest, OneThreadGivesTheSame) {
  std::mt19937_64 random(6);
  for (int run = 0; run < 200; ++run) {
    const RandomRisk made = MakeRandomRisk(random, run % 2 == 1);
    Tuning tuning = RandomTuning(random);
    tuning.parallel = 2;
    const auto many = Compute(made, {.kind = Goal::Kind::kCertify}, tuning);
    const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
    const auto single = Compute(made, {.kind = Goal::Kind::kCertify}, tuning);
    for (std::size_t i = 0; i < many.size(); ++i) {
      ASSERT_EQ(many[i].lo, single[i].lo);
      ASSERT_EQ(many[i].hi, single[i].hi);
    }
  }
}

TEST(RecordRiskTest, RefusesWhatItCannotRead) {
  std::mt19937_64 random(7);
  NoProgress progress;
  RandomRisk made = MakeRandomRisk(random, false);
  made.settings.known[0] = 1.5;
  EXPECT_FALSE(ComputeRecordRisk(made.table, made.settings, {}, progress));
  made.settings.known[0] = 1;
  made.settings.reading = Reading::kProbability;
  EXPECT_FALSE(ComputeRecordRisk(made.table, made.settings, {}, progress));
  made.settings.known[0] = 0.5;
  EXPECT_TRUE(ComputeRecordRisk(made.table, made.settings, {}, progress));
  made.settings.weights[0][0] = -1;
  EXPECT_FALSE(ComputeRecordRisk(made.table, made.settings, {}, progress));
  made.settings.weights[0][0] = 1;
  made.settings.alpha = 0;
  EXPECT_FALSE(ComputeRecordRisk(made.table, made.settings, {}, progress));
}

}  // namespace
}  // namespace gauze::risk
