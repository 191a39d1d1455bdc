#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "gauze/model/testing.h"

namespace gauze {
namespace {

constexpr std::int64_t kMillion = 1'000'000;

struct ProximityCase {
  TestColumn column;
  std::vector<std::int64_t> millionths;  // of the values' unit, in the order of the codes
};

// Distinct numbers that are often exactly an epsilon apart, in no particular order of codes.
ProximityCase RandomProximityCase(std::mt19937_64& random) {
  ProximityCase result;
  Attribute& attribute = result.column.attribute;
  attribute.name = "salary";
  attribute.type = Pick<ValueType>(
      random, {ValueType::kInteger, ValueType::kDecimal, ValueType::kDate, ValueType::kTimestamp});
  std::vector<std::int64_t> numbers;
  // Integers also where doubles have none of their own any more.
  const std::int64_t far =
      attribute.type == ValueType::kInteger && Draw(random, 0, 1) == 1 ? std::int64_t{1} << 42U : 0;
  for (int step = -4; step < 8; ++step) {
    switch (attribute.type) {
      case ValueType::kDecimal:
        numbers.push_back(step * kMillion / 10);
        break;
      case ValueType::kTimestamp:
        numbers.push_back(step * kMillion / 2 + Draw(random, -1, 1));
        break;
      default:
        numbers.push_back((far + step) * kMillion);
    }
  }
  std::shuffle(numbers.begin(), numbers.end(), random);
  numbers.resize(static_cast<std::size_t>(Draw(random, 1, 6)));
  std::vector<Value> values;
  for (const std::int64_t number : numbers) {
    Value value;
    if (attribute.type == ValueType::kDecimal) {
      const std::int64_t tenths = number / (kMillion / 10);
      value.real = static_cast<double>(tenths) / 10;
    } else {
      value.whole = attribute.type == ValueType::kTimestamp ? number : number / kMillion;
      value.real = static_cast<double>(value.whole);
    }
    values.push_back(value);
  }
  result.column.domain = Domain(attribute.type, values, Draw(random, 0, 1) == 1);
  result.millionths = numbers;
  return result;
}

bool ProximityOracle(const ProximityCase& example, const Histogram& histogram, Ratio epsilon,
                     Ratio m) {
  const auto rows = Rows(histogram);
  const auto missing = [&](std::size_t code) { return code >= example.millionths.size(); };
  for (const std::size_t row : rows) {
    if (missing(row)) continue;
    Wide near = 0;
    for (const std::size_t other : rows) {
      if (missing(other)) continue;
      const Wide apart = static_cast<Wide>(example.millionths[row]) - example.millionths[other];
      const Wide limit = static_cast<Wide>(epsilon.numerator) * kMillion;
      near += (apart < 0 ? -apart : apart) * epsilon.denominator <= limit ? 1 : 0;
    }
    if (near * m.numerator > static_cast<Wide>(rows.size()) * m.denominator) return false;
  }
  return true;
}

Written Setting(const std::string& epsilon, const std::string& m) {
  return {{"attribute", "salary"}, {"epsilon", epsilon}, {"m", m}};
}

TEST(Proximity, AgreesWithLookingAtEveryPairOfRows) {
  std::mt19937_64 random(6);
  int tables = 0;
  std::map<ValueType, int> held;
  std::map<ValueType, int> failed;
  for (; tables < kRandomTables; ++tables) {
    const ProximityCase example = RandomProximityCase(random);
    const auto epsilon =
        Pick<std::string>(random, {"0", "0.1", "0.2", "0.3", "0.5", "1", "1.000001", "2", "3"});
    const auto m = Pick<std::string>(random, {"1", "1.5", "2", "3"});
    const auto model = MakeModel("proximity", Setting(epsilon, m), example.column);
    const Histogram histogram = RandomHistogram(random, example.column.domain.size(), 1, 8);
    const bool expected =
        ProximityOracle(example, histogram, *Ratio::Parse(epsilon), *Ratio::Parse(m));
    ASSERT_EQ(model->Holds(CountsOf(histogram)), expected)
        << Name(example.column.attribute.type) << " epsilon " << epsilon << " m " << m;
    ++(expected ? held : failed)[example.column.attribute.type];
  }
  EXPECT_EQ(tables, kRandomTables);
  for (const auto& [type, count] : held) EXPECT_GT(count, 1000) << Name(type);
  for (const auto& [type, count] : failed) EXPECT_GT(count, 1000) << Name(type);
  EXPECT_EQ(held.size(), 4U);
}

TestColumn Integers(std::initializer_list<std::int64_t> numbers) {
  std::vector<Value> values;
  for (const std::int64_t number : numbers) {
    values.push_back({.whole = number, .real = static_cast<double>(number)});
  }
  TestColumn column;
  column.attribute = {.name = "salary", .type = ValueType::kInteger};
  column.domain = Domain(ValueType::kInteger, values, false);
  return column;
}

TEST(Proximity, IsNotMonotone) {
  EXPECT_FALSE(FindModel("proximity")->monotone);
  const auto model = MakeModel("proximity", Setting("1", "2"), Integers({0, 1, 2, 3}));
  EXPECT_TRUE(model->Holds(CountsOf({1, 0, 1, 0})));
  EXPECT_TRUE(model->Holds(CountsOf({0, 1, 0, 1})));
  EXPECT_FALSE(model->Holds(CountsOf({1, 1, 1, 1})));
}

TEST(Proximity, IsExactBeyond32Bits) {
  const auto model = MakeModel("proximity", Setting("1", "2"), Integers({0, 5}));
  EXPECT_TRUE(model->Holds(CountsOf({kTrillion, kTrillion})));
  EXPECT_FALSE(model->Holds(CountsOf({kTrillion + 1, kTrillion})));
  // The whole range of 64 bits, where a difference needs one more.
  const auto wide = MakeModel("proximity", Setting("1", "2"), Integers({INT64_MIN, INT64_MAX}));
  EXPECT_TRUE(wide->Holds(CountsOf({1, 1})));
}

TEST(Proximity, SaysWhyItCannotHold) {
  const auto model = MakeModel("proximity", Setting("1.5", "3"), Integers({0, 1, 9}));
  EXPECT_EQ(model->WhyNever(CountsOf({2, 2, 1})),
            "m is 3, but with all rows in one class 4 of 5 rows lie within 1.5 of one value of "
            "column salary; a smaller epsilon or m is needed");
}

TEST(Proximity, RefusesWhatHasNoDistance) {
  for (const ValueType type : {ValueType::kText, ValueType::kBoolean, ValueType::kSet}) {
    TestColumn column = TextColumn(2, false);
    column.attribute.type = type;
    const auto model = TryModel("proximity", Setting("1", "2"), column);
    ASSERT_FALSE(model.has_value());
    EXPECT_FALSE(model.error().hint.empty());
  }
}

}  // namespace
}  // namespace gauze
