// What holds of every kind of picture.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "gauze/page/chart/bars.h"
#include "gauze/page/chart/points.h"
#include "gauze/page/chart/squares.h"
#include "gauze/page/text.h"
#include "gauze/page/well_formed.h"

namespace gauze::page {
namespace {

// Names that somebody might give a column to do harm.
rc::Gen<std::string> Names() {
  return rc::gen::element<std::string>(
      "age", "<script>alert(1)</script>", "\"' onload=\"x", "&amp;&lt;", std::string(10'000, 'W'),
      "\xE2\x80\xAE"
      "desrever",
      "\xF0\x9F\x98\x80\xF0\x9F\x98\x80", std::string("a\0b\x01\x7f", 5), "\xFF\xFE\xC0",
      "e\xCC\x81\xCC\x81\xCC\x81\xCC\x81\xCC\x81", "", "مرحبا", "一二三四五六七八九十");
}

std::optional<double> Perhaps(double most) {
  const int of = *rc::gen::inRange(-1, 1001);
  return of < 0 ? std::nullopt : std::optional(most * of / 1000);
}

// Every text begins and ends within the picture, if letters are as wide as WidthOf() thinks.
void CheckTexts(const std::string& svg) {
  RC_ASSERT(IsWellFormed(svg));
  RC_ASSERT(svg.size() < 60'000U);
  for (std::size_t at = svg.find("<text x=\""); at != std::string::npos;
       at = svg.find("<text x=\"", at + 1)) {
    const double x = std::stod(svg.substr(at + 9));
    const double y = std::stod(svg.substr(svg.find(" y=\"", at) + 4));
    RC_ASSERT(x >= 0 && x <= kWidth && y >= 8);
    const std::size_t begin = svg.find('>', at) + 1;
    // Entities are longer than what they stand for.
    const std::string text = svg.substr(begin, svg.find('<', begin) - begin);
    if (text.find('&') != std::string::npos) continue;
    const bool title = svg.substr(at, begin - at).find("title") != std::string::npos;
    const double width = WidthOf(text) * (title ? 1.3 : 1);
    const bool start = svg.substr(at, begin - at).find("\"start\"") != std::string::npos;
    const bool end = svg.substr(at, begin - at).find("\"end\"") != std::string::npos;
    const double left = start ? x : end ? x - width : x - width / 2;
    RC_ASSERT(left >= -0.1);
    RC_ASSERT(left + width <= kWidth + 0.1);
  }
}

TEST(Charts, BarsHoldTheirTexts) {
  EXPECT_TRUE(rc::check([] {
    const double most = *rc::gen::element(0.0, 1e-9, 1.0, 12'345.0, 1e15, 1e300);
    Bars bars{.title = *Names(), .description = *Names(), .now = "released"};
    bars.unit = *rc::gen::element(Unit::kShare, Unit::kCount, Unit::kNumber);
    if (bars.unit == Unit::kShare && most > 1) bars.unit = Unit::kCount;
    const int count = *rc::gen::inRange(0, 25);
    const bool both = *rc::gen::arbitrary<bool>();
    for (int i = 0; i < count; ++i) {
      bars.bars.push_back({.name = *Names(), .before = {}, .now = Perhaps(most)});
      if (both) bars.bars.back().before = Perhaps(most);
    }
    const int limits = *rc::gen::inRange(0, 3);
    for (int i = 0; i < limits; ++i) bars.limits.push_back({*Names(), Perhaps(most).value_or(0)});
    CheckTexts(Svg(bars));
    const Table table = Numbers(bars);
    for (const auto& row : table.rows) RC_ASSERT(row.size() == table.head.size());
  }));
}

TEST(Charts, SquaresHoldTheirTexts) {
  EXPECT_TRUE(rc::check([] {
    Squares squares{.title = *Names(), .description = *Names()};
    const auto count = *rc::gen::inRange<std::size_t>(0, 21);
    for (std::size_t i = 0; i < count; ++i) {
      squares.names.push_back(*Names());
      squares.values.emplace_back();
      for (std::size_t j = 0; j < count; ++j) squares.values.back().push_back(Perhaps(1.2));
    }
    CheckTexts(Svg(squares, Standing::kInPage));
  }));
}

TEST(Charts, SquaresBreakLongNames) {
  const auto drawn = [](const std::string& name) {
    return Svg(Squares{.names = {"age", name}, .values = {{1, 0.5}, {0.5, 1}}});
  };
  const std::string two = drawn("discharge_disposition_identifier");
  EXPECT_NE(two.find(">2 discharge_</text>"), std::string::npos) << two;
  EXPECT_NE(two.find(">disposition_identifier</text>"), std::string::npos) << two;
  EXPECT_NE(drawn("time_in_hospital").find(">2 time_in_hospital</text>"), std::string::npos);
  const std::string endless = drawn(std::string(200, 'x'));
  EXPECT_NE(endless.find("…</text>"), std::string::npos) << "a third line";
}

TEST(Charts, PointsHoldTheirTexts) {
  EXPECT_TRUE(rc::check([] {
    Points points{.title = *Names(),
                  .description = *Names(),
                  .across = {*Names(), Unit::kNumber},
                  .up = {*Names(), Unit::kShare},
                  .groups = {*Names(), *Names()}};
    const int count = *rc::gen::inRange(1, 40);
    const double most = *rc::gen::element(0.0, 1e-9, 1.0, 12'345.0);
    for (int i = 0; i < count; ++i) {
      points.points.push_back({.name = *Names(),
                               .group = *rc::gen::inRange<std::size_t>(0, 4),
                               .across = Perhaps(most).value_or(0),
                               .up = Perhaps(1).value_or(0),
                               .beaten = *rc::gen::arbitrary<bool>()});
    }
    CheckTexts(Svg(points));
  }));
}

TEST(Charts, BarsAreAsLongAsTheirNumbers) {
  const std::string svg = Svg(Bars{.title = "t",
                                   .description = "d",
                                   .unit = Unit::kCount,
                                   .bars = {{"a", {}, 60}, {"b", {}, 30}, {"c", {}, 0}}});
  std::vector<double> widths;
  for (std::size_t at = svg.find("<rect class=\"blue bar\""); at != std::string::npos;
       at = svg.find("<rect class=\"blue bar\"", at + 1)) {
    widths.push_back(std::stod(svg.substr(svg.find("width=\"", at) + 7)));
  }
  ASSERT_EQ(widths.size(), 2U);
  EXPECT_NEAR(widths[0], 2 * widths[1], 0.11);
}

// A name is written in full where the picture is wide enough for it.
TEST(Charts, LongNamesStandAboveTheirBars) {
  const std::string name = "Discharged to another hospital for rehabilitation";
  const std::string svg =
      Svg(Bars{.title = "t", .unit = Unit::kShare, .bars = {{name, 0.5, 0.4}, {"a", 0.5, 0.6}}});
  EXPECT_NE(svg.find(">" + name + "</text>"), std::string::npos) << svg;
  EXPECT_NE(svg.find("text-anchor=\"end\">a</text>"), std::string::npos) << svg;
}

TEST(Charts, WhatWasNotThereBeforeHasOneNumber) {
  const std::string svg =
      Svg(Bars{.title = "t", .unit = Unit::kShare, .bars = {{"a", 0.5, 0.4}, {"*", {}, 0.1}}});
  EXPECT_NE(svg.find(">50 % → 40 %</text>"), std::string::npos) << svg;
  EXPECT_NE(svg.find(">10 %</text>"), std::string::npos) << svg;
}

TEST(Charts, AreasOfSquaresAreTheirValues) {
  const std::string svg = Svg(Squares{
      .title = "t", .description = "d", .names = {"a", "b"}, .values = {{1.0, 0.25}, {0.25, 1.0}}});
  EXPECT_NE(svg.find("width=\"34.0\" height=\"34.0\""), std::string::npos) << svg;
  EXPECT_NE(svg.find("width=\"17.0\" height=\"17.0\""), std::string::npos);
}

TEST(Charts, InAPageAPictureHasNoStyleOfItsOwn) {
  const std::string svg = Svg(Bars{.title = "t", .bars = {{"a", {}, 1}}}, Standing::kInPage);
  EXPECT_EQ(svg.find("style"), std::string::npos) << svg;
}

TEST(Scale, EndsAreRoundAndAround) {
  EXPECT_TRUE(rc::check([] {
    const double most =
        *rc::gen::element(1e-12, 0.003, 1.0, 7.0, 99.0, 1e15) * *rc::gen::inRange(1, 1000);
    const Scale scale = Scale::UpTo(most, 4);
    RC_ASSERT(scale.Place(most) <= 1 + 1e-6);
    RC_ASSERT(scale.Place(most) > 0.4);
    RC_ASSERT(scale.Marks().size() <= 6U);
  }));
}

}  // namespace
}  // namespace gauze::page
