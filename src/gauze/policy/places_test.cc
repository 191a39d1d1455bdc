#include "gauze/policy/places.h"

#include <gtest/gtest.h>

namespace gauze {
namespace {

using Lines = std::vector<std::size_t>;

TEST(Places, AreFoundByTheirLines) {
  EXPECT_EQ(LinesWithPlaces("version: 1\nsource: patients.csv\n# /root\n"), Lines());
  EXPECT_EQ(LinesWithPlaces("source: /data/patients.csv\n"), Lines{1});
  EXPECT_EQ(LinesWithPlaces("about: {purpose: a / b}\nsource: [a.csv, ~/b.csv, ../c.csv]\n"),
            Lines{2});
  EXPECT_EQ(LinesWithPlaces("source: s3://bucket/a\nattributes:\n  zip:\n    hierarchy: x/../y\n"),
            (Lines{1, 4}));
}

TEST(Places, AreListed) {
  EXPECT_EQ(LineNumbers({3}), "line 3");
  EXPECT_EQ(LineNumbers({3, 7}), "lines 3 and 7");
  EXPECT_EQ(LineNumbers({3, 7, 9}), "lines 3, 7 and 9");
  EXPECT_EQ(LineNumbers({3, 7, 9, 11}), "lines 3, 7 and 2 more");
}

}  // namespace
}  // namespace gauze
