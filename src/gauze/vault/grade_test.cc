#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "gauze/base/testing/test_rounds.h"
#include "gauze/vault/vault.h"

namespace gauze {
namespace {

using Categories = std::vector<VaultCategory>;

Categories Bounds(const std::vector<double>& bounds) {
  Categories categories;
  for (std::size_t i = 1; i < bounds.size(); ++i) categories.push_back({bounds[i - 1], bounds[i]});
  return categories;
}

// The paper, section V.B: one category from 10 to 40. It cuts 1.3666… off after three digits.
TEST(Grade, TellsThePapersExample) {
  const Categories one = Bounds({10, 40});
  EXPECT_EQ(std::floor(*Grade(21, one) * 1000) / 1000, 1.366);
  EXPECT_EQ(*Grade(22, one), 1.4);
  EXPECT_EQ(*Grade(10, one), 1);
  EXPECT_EQ(*Grade(40, one), 1.999);
  EXPECT_FALSE(Grade(9.999, one));
  EXPECT_FALSE(Grade(40.001, one));
  EXPECT_FALSE(Grade(std::nan(""), one));
}

// The printed algorithm gives nothing to the last category, and 0.999 to every upper bound.
TEST(Grade, ABoundBelongsToTheNextCategory) {
  const Categories ages = Bounds({17, 30, 45, 60, 90});
  EXPECT_EQ(*Grade(17, ages), 1);
  EXPECT_EQ(*Grade(30, ages), 2);
  EXPECT_EQ(*Grade(45, ages), 3);
  EXPECT_EQ(*Grade(60, ages), 4);
  EXPECT_EQ(*Grade(75, ages), 4.5);
  EXPECT_EQ(*Grade(90, ages), 4.999);
  EXPECT_LT(*Grade(std::nextafter(30.0, 0.0), ages), 1.999);
}

TEST(Grade, CategoriesMayLeaveGaps) {
  const Categories apart = {{0, 10}, {20, 30}};
  EXPECT_EQ(*Grade(5, apart), 1.5);
  EXPECT_EQ(*Grade(20, apart), 2);
  EXPECT_FALSE(Grade(10, apart));
  EXPECT_FALSE(Grade(15, apart));
}

TEST(Grade, AnErrorNeverTellsTheValue) {
  const auto refused = Grade(123456, Bounds({0, 10}));
  EXPECT_EQ(refused.error().Text().find("123456"), std::string::npos);
}

// In a wide category several integers lie in the last thousandth.
TEST(Grade, NeighboursDifferInWideCategories) {
  for (const double width : {2000.0, 1e6, 1e12}) {
    const Categories wide = Bounds({0, width});
    for (double x = width - std::min(width, 5000.0); x < width; ++x) {
      ASSERT_LT(*Grade(x, wide), *Grade(x + 1, wide)) << x;
      ASSERT_EQ(*ValueOfGrade(*Grade(x, wide), wide), x);
    }
    EXPECT_EQ(*Grade(width, wide), 1.999);
  }
}

// Against the paper's formula as it is printed.
TEST(Grade, IsThePapersBelowTheTop) {
  EXPECT_TRUE(rc::check([](std::uint16_t width, std::uint16_t at) {
    const double to = 1.0 + width;
    const double x = std::min<double>(at, width);
    const double m = x / to;
    const double grade = *Grade(x, Bounds({0, to}));
    if (m < 0.999) {
      RC_ASSERT(std::abs(grade - (1 + m)) < 1e-6);
    } else {
      RC_ASSERT(grade > 1.998999);
      RC_ASSERT(grade < 1.999);
    }
  }));
}

struct Case {
  Categories categories;
  double scale = 1;  // values have so many steps to 1
  std::int64_t low = 0;
  std::int64_t high = 0;
};

Case Random(std::mt19937_64& dice) {
  Case random;
  const auto places = static_cast<int>(dice() % 5);
  random.scale = std::pow(10.0, places);
  std::vector<std::int64_t> bounds;
  for (std::size_t i = 2 + dice() % 8; i > 0; --i) {
    bounds.push_back(static_cast<std::int64_t>(dice() % 2'000'000'000) - 1'000'000'000);
  }
  std::ranges::sort(bounds);
  bounds.erase(std::unique(bounds.begin(), bounds.end()), bounds.end());
  random.low = bounds.front();
  random.high = bounds.back();
  std::vector<double> reals;
  for (const std::int64_t bound : bounds) {
    reals.push_back(static_cast<double>(bound) / random.scale);
  }
  random.categories = Bounds(reals);
  return random;
}

TEST(Grade, TheInverseIsExactOnAMillionRandomValues) {
  std::mt19937_64 dice(20261116);
  const std::uint64_t rounds = TestRounds(1000);
  for (std::uint64_t round = 0; round < rounds; ++round) {
    const Case random = Random(dice);
    if (random.categories.empty()) continue;
    for (int i = 0; i < 1001; ++i) {
      const auto steps =
          random.low + static_cast<std::int64_t>(
                           dice() % static_cast<std::uint64_t>(random.high - random.low + 1));
      const double value = static_cast<double>(steps) / random.scale;
      const auto grade = Grade(value, random.categories);
      ASSERT_TRUE(grade);
      const auto back = ValueOfGrade(*grade, random.categories);
      ASSERT_TRUE(back);
      ASSERT_EQ(*back, value);
    }
  }
}

TEST(Grade, WhatNoValueHasIsNoGrade) {
  const Categories ages = Bounds({17, 30, 45});
  for (const double grade : {0.5, 1.9995, 2.9991, 3.0, -1.0, std::nan("")}) {
    EXPECT_FALSE(ValueOfGrade(grade, ages)) << grade;
  }
}

TEST(Grade, CategoriesAreChecked) {
  EXPECT_TRUE(CheckCategories(Bounds({0, 1, 2})));
  EXPECT_FALSE(CheckCategories({}));
  EXPECT_FALSE(CheckCategories(Bounds({0, 1, 1})));
  EXPECT_FALSE(CheckCategories(Bounds({0, 2, 1})));
  EXPECT_FALSE(CheckCategories(Bounds({-1e308, 1e308})));
  EXPECT_FALSE(CheckCategories({{0, 10}, {5, 20}}));
}

}  // namespace
}  // namespace gauze
