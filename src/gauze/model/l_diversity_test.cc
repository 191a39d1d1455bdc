#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "gauze/model/testing.h"

namespace gauze {
namespace {

Wide Power(Wide base, std::size_t exponent) {
  Wide power = 1;
  for (std::size_t i = 0; i < exponent; ++i) power *= base;
  return power;
}

struct Setting {
  std::string kind;
  std::string l;
  std::string c;
  bool count_missing = false;

  Written ToWritten() const {
    Written written = {{"attribute", "disease"},
                       {"kind", kind},
                       {"l", l},
                       {"count_missing", count_missing ? "true" : "false"}};
    if (kind == "recursive") written.emplace_back("c", c);
    return written;
  }
};

Setting RandomSetting(std::mt19937_64& random) {
  const auto kind = Pick<std::string>(random, {"distinct", "frequency", "entropy", "recursive"});
  const bool whole = kind == "distinct" || kind == "recursive";
  return {.kind = kind,
          .l = whole ? Pick<std::string>(random, {"1", "2", "3", "4"})
                     : Pick<std::string>(random, {"1", "1.5", "1.7", "2", "2.5", "3", "4"}),
          .c = Pick<std::string>(random, {"0.5", "1", "1.5", "2", "3"}),
          .count_missing = Draw(random, 0, 1) == 1};
}

enum class Verdict : std::uint8_t { kFails, kHolds, kTie };

// -sum p ln p >= ln l, raised to the power of e and of the rows: rows^rows >= l^rows prod c^c.
Verdict Entropy(const std::vector<std::uint64_t>& sorted, std::size_t rows, Ratio l) {
  Wide left = Power(static_cast<Wide>(rows), rows) * Power(l.denominator, rows);
  Wide right = Power(l.numerator, rows);
  for (const std::uint64_t count : sorted) right *= Power(static_cast<Wide>(count), count);
  if (left != right) return left > right ? Verdict::kHolds : Verdict::kFails;
  return sorted.front() == sorted.back() ? Verdict::kHolds : Verdict::kTie;
}

Verdict LDiversityOracle(const Setting& setting, const TestColumn& column,
                         const Histogram& histogram) {
  std::map<std::size_t, std::uint64_t> counts;
  std::size_t rows = 0;
  for (const std::size_t code : Rows(histogram)) {
    if (column.domain.IsMissing(static_cast<Code>(code)) && !setting.count_missing) continue;
    ++counts[code];
    ++rows;
  }
  const Ratio l = *Ratio::Parse(setting.l);
  if (rows == 0) return setting.l == "1" ? Verdict::kHolds : Verdict::kFails;
  std::vector<std::uint64_t> sorted;
  for (const auto& [code, count] : counts) sorted.push_back(count);
  std::ranges::sort(sorted, std::greater<>());
  if (setting.kind == "entropy") return Entropy(sorted, rows, l);
  bool holds = false;
  if (setting.kind == "distinct") {
    holds = static_cast<double>(sorted.size()) >= l.ToDouble();
  } else if (setting.kind == "frequency") {
    holds = static_cast<Wide>(sorted[0]) * l.numerator <= static_cast<Wide>(rows) * l.denominator;
  } else {
    const Ratio c = *Ratio::Parse(setting.c);
    Wide rest = 0;
    for (auto i = static_cast<std::size_t>(l.ToDouble()) - 1; i < sorted.size(); ++i) {
      rest += sorted[i];
    }
    holds = static_cast<Wide>(sorted[0]) * c.denominator < c.numerator * rest;
  }
  return holds ? Verdict::kHolds : Verdict::kFails;
}

TEST(LDiversity, AgreesWithItsDefinitionAndIsMonotone) {
  std::mt19937_64 random(2);
  int tables = 0;
  int held = 0;
  std::map<std::string, int> unions;
  for (; tables < kRandomTables; ++tables) {
    const Setting setting = RandomSetting(random);
    const TestColumn column = TextColumn(static_cast<Code>(Draw(random, 1, 5)), Draw(random, 0, 1));
    const auto model = MakeModel("l_diversity", setting.ToWritten(), column);
    const Histogram a = RandomHistogram(random, column.domain.size(), 1, 8);
    const Histogram b = RandomHistogram(random, column.domain.size(), 1, 8);
    const bool holds = model->Holds(CountsOf(a));
    const Verdict verdict = LDiversityOracle(setting, column, a);
    // A tie without equal shares is within the tolerance, and refused.
    ASSERT_EQ(holds, verdict == Verdict::kHolds) << setting.kind << " " << setting.l;
    // The same from the codes that have rows alone.
    std::vector<Code> present;
    for (Code code = column.domain.size(); code-- > 0;) {
      if (a[code] > 0) present.push_back(code);
    }
    ClassCounts kept = CountsOf(a);
    kept.present = present;
    ASSERT_EQ(model->Holds(kept), holds) << setting.kind << " " << setting.l;
    ASSERT_EQ(model->Nearness(kept), model->Nearness(CountsOf(a)));
    held += holds ? 1 : 0;
    if (!holds || !model->Holds(CountsOf(b))) continue;
    ++unions[setting.kind];
    ASSERT_TRUE(model->Holds(CountsOf(Union(a, b)))) << setting.kind << " " << setting.l;
  }
  EXPECT_EQ(tables, kRandomTables);
  EXPECT_GT(held, 5000);
  EXPECT_LT(held, 15000);
  for (const char* kind : {"distinct", "frequency", "entropy", "recursive"}) {
    EXPECT_GT(unions[kind], 300) << kind;
  }
}

bool Holds(const Setting& setting, const Histogram& values) {
  const TestColumn column = TextColumn(static_cast<Code>(values.size()), false);
  return MakeModel("l_diversity", setting.ToWritten(), column)->Holds(CountsOf(values));
}

TEST(LDiversity, IsExactBeyond32Bits) {
  EXPECT_TRUE(Holds({"frequency", "3"}, {kTrillion, kTrillion, kTrillion}));
  EXPECT_FALSE(Holds({"frequency", "3"}, {kTrillion, kTrillion, kTrillion - 1}));
  EXPECT_TRUE(Holds({"entropy", "3"}, {kTrillion, kTrillion, kTrillion}));
  EXPECT_FALSE(Holds({"entropy", "3"}, {kTrillion, kTrillion, kTrillion - 1}));
  EXPECT_FALSE(Holds({"recursive", "2", "1"}, {kTrillion, kTrillion - 1, 1}));
  EXPECT_TRUE(Holds({"recursive", "2", "1"}, {kTrillion, kTrillion - 1, 2}));
  // Largest share below 1/l up to the ninth decimal of l.
  EXPECT_TRUE(Holds({"frequency", "1.999999999"}, {kTrillion + 250, kTrillion - 250}));
  EXPECT_FALSE(Holds({"frequency", "1.999999999"}, {kTrillion + 1000, kTrillion - 1000}));
}

TEST(LDiversity, EntropyRefusesATieOfUnequalShares) {
  EXPECT_FALSE(Holds({"entropy", "4"}, {4, 1, 1, 1, 1}));
  EXPECT_TRUE(Holds({"entropy", "3.99999"}, {4, 1, 1, 1, 1}));
  EXPECT_TRUE(Holds({"entropy", "1"}, {kTrillion, 1}));
}

TEST(LDiversity, MissingRowsAreLeftOutUnlessCounted) {
  const TestColumn column = TextColumn(2, true);
  const auto holds = [&](const Setting& setting, const Histogram& values) {
    return MakeModel("l_diversity", setting.ToWritten(), column)->Holds(CountsOf(values));
  };
  for (const char* kind : {"distinct", "frequency", "entropy", "recursive"}) {
    EXPECT_FALSE(holds({kind, "2", "3"}, {0, 0, 5})) << kind;
    EXPECT_TRUE(holds({kind, "1", "3"}, {0, 0, 5})) << kind;
    EXPECT_FALSE(holds({kind, "2", "3"}, {5, 0, 5})) << kind;
    EXPECT_TRUE(holds({kind, "2", "3", true}, {5, 0, 5})) << kind;
  }
}

TEST(LDiversity, SaysWhyItCannotHold) {
  const TestColumn column = TextColumn(3, true);
  const auto why = [&](const Setting& setting, const Histogram& values) {
    const auto model = MakeModel("l_diversity", setting.ToWritten(), column);
    EXPECT_FALSE(model->Holds(CountsOf(values)));
    return model->WhyNever(CountsOf(values));
  };
  EXPECT_EQ(why({"distinct", "9"}, {5, 3, 2, 1}),
            "l is 9, but column disease has only 3 distinct values; the largest l that can hold is "
            "3");
  EXPECT_EQ(why({"frequency", "3"}, {6, 3, 2, 1}),
            "l is 3, but one value of column disease has 6 of 11 rows; the largest l that can hold "
            "is 1.83");
  EXPECT_EQ(why({"entropy", "3"}, {6, 3, 2, 1}),
            "l is 3, but the values of column disease are no more diverse than 2.7 equally "
            "frequent ones; the largest l that can hold is 2.7");
  EXPECT_EQ(why({"recursive", "2", "1"}, {6, 3, 2, 1}),
            "c is 1, but one value of column disease has 6 rows, and the values from number 2 on "
            "have 5 together; c can only hold above 6/5");
  EXPECT_EQ(why({"recursive", "4", "1"}, {6, 3, 2, 1}),
            "l is 4, but column disease has only 3 distinct values; the largest l that can hold is "
            "3");
  EXPECT_EQ(why({"distinct", "2"}, {0, 0, 0, 7}),
            "l is 2, but column disease has no value in any of 7 rows");
}

TEST(LDiversity, RefusesParametersThatMakeNoSense) {
  const TestColumn column = TextColumn(3, false);
  const auto refused = [&](const Setting& setting) {
    const auto model = TryModel("l_diversity", setting.ToWritten(), column);
    return !model && !model.error().hint.empty() && model.error().where == "policy.yaml:1:1";
  };
  EXPECT_TRUE(refused({"distinct", "2.5"}));
  EXPECT_TRUE(refused({"recursive", "2.5", "1"}));
  EXPECT_TRUE(refused({"recursive", "2", "0"}));
  EXPECT_FALSE(refused({"recursive", "2", "0.000000001"}));
  EXPECT_FALSE(refused({"entropy", "2.5"}));
}

}  // namespace
}  // namespace gauze
