#include "gauze/page/chart/panels.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "gauze/page/well_formed.h"

namespace gauze::page {
namespace {

struct Box {
  double left, right, top, bottom;
  bool Overlaps(const Box& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
};

// What stands between `before` and the next `after`, from `at` on, which moves behind it.
std::string Between(const std::string& text, std::size_t& at, std::string_view before,
                    std::string_view after) {
  const std::size_t begin = text.find(before, at) + before.size();
  at = text.find(after, begin);
  return text.substr(begin, at - begin);
}

// Where texts are, if every letter is as wide as a digit of a wide font.
std::vector<Box> TextBoxes(const std::string& svg) {
  std::vector<Box> boxes;
  for (std::size_t at = svg.find("<text "); at != std::string::npos; at = svg.find("<text ", at)) {
    const double x = std::stod(Between(svg, at, " x=\"", "\""));
    const double y = std::stod(Between(svg, at, " y=\"", "\""));
    const std::string anchor = Between(svg, at, " text-anchor=\"", "\"");
    const double width = 7.6 * static_cast<double>(Between(svg, at, ">", "<").size());
    const double left = anchor == "start" ? x : anchor == "end" ? x - width : x - width / 2;
    boxes.push_back({left, left + width, y - 9, y + 1});
  }
  return boxes;
}

Panel MakePanel(Mark mark, std::vector<std::uint64_t> counts, std::size_t first = 0) {
  Panel panel{.caption = "Counts", .mark = mark, .counts = std::move(counts)};
  for (std::size_t i = 0; i < panel.counts.size(); ++i) {
    panel.places.push_back(std::to_string(first + i));
  }
  return panel;
}

void CheckPanelTexts(const std::string& svg) {
  const std::vector<Box> boxes = TextBoxes(svg);
  const double height = std::stod(svg.substr(svg.find("height=\"") + 8));
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    RC_ASSERT(boxes[i].left >= 0 && boxes[i].right <= kWidth);
    RC_ASSERT(boxes[i].top >= 0 && boxes[i].bottom <= height);
    for (std::size_t j = 0; j < i; ++j) RC_ASSERT(!boxes[i].Overlaps(boxes[j]));
  }
}

TEST(Chart, NoTextIsCutOrCoversAnother) {
  EXPECT_TRUE(rc::check([] {
    Picture picture{.title = "A title", .description = "What there is to see."};
    const auto panels = *rc::gen::inRange(1, 4);
    for (int i = 0; i < panels; ++i) {
      const auto places = *rc::gen::inRange<std::size_t>(1, *rc::gen::element(3, 60));
      const auto most = *rc::gen::element<std::uint64_t>(1, 2, 9, 100, 12'345, 1'000'000'000'000);
      picture.panels.push_back(MakePanel(*rc::gen::element(Mark::kLine, Mark::kBars),
                                         *rc::gen::container<std::vector<std::uint64_t>>(
                                             places, rc::gen::inRange<std::uint64_t>(0, most + 1)),
                                         *rc::gen::element<std::size_t>(0, 7, 12'345)));
    }
    const std::string svg = Svg(picture);
    RC_ASSERT(IsWellFormed(svg));
    CheckPanelTexts(svg);
  }));
}

// More places than the picture is wide.
TEST(Chart, TakesManyPlaces) {
  EXPECT_TRUE(rc::check([] {
    const auto mark = *rc::gen::element(Mark::kLine, Mark::kBars);
    std::vector<std::uint64_t> counts(1500, 1);
    counts.back() = 1'000'000;
    const std::string svg =
        Svg({.title = "t", .description = "d", .panels = {MakePanel(mark, counts, 9000)}});
    RC_ASSERT(IsWellFormed(svg));
    CheckPanelTexts(svg);
  }));
}

TEST(Chart, TextsAreNeverMarkup) {
  Picture picture{.title = "<script>\"&'", .description = "a]]>b\x01\x1f&lt;"};
  picture.panels = {MakePanel(Mark::kBars, {1, 2})};
  picture.panels[0].caption = "</text><g onload=\"x\">";
  picture.panels[0].places = {"<&>", "\"'"};
  const std::string svg = Svg(picture);
  EXPECT_TRUE(IsWellFormed(svg));
  EXPECT_EQ(svg.find("<script"), std::string::npos);
  EXPECT_EQ(svg.find("<g"), std::string::npos);
  EXPECT_NE(svg.find("<desc>a]]&gt;b\xEF\xBF\xBD\xEF\xBF\xBD&amp;lt;</desc>"), std::string::npos);
}

// Axes begin at 0 and end at a round number: heights can be compared.
TEST(Chart, BarsAreAsHighAsTheirCounts) {
  const std::string svg =
      Svg({.title = "t", .description = "d", .panels = {MakePanel(Mark::kBars, {60, 30, 0, 15})}});
  EXPECT_NE(svg.find("height=\"96.0\"><title>0: 60<"), std::string::npos) << svg;
  EXPECT_NE(svg.find("height=\"48.0\"><title>1: 30<"), std::string::npos);
  EXPECT_NE(svg.find("height=\"24.0\"><title>3: 15<"), std::string::npos);
  EXPECT_EQ(svg.find("<title>2: "), std::string::npos);
}

TEST(Chart, SaysWhatItShowsBeforeItShowsIt) {
  const std::string svg =
      Svg({.title = "Short", .description = "Long.", .panels = {MakePanel(Mark::kLine, {1})}});
  EXPECT_NE(svg.find("role=\"img\""), std::string::npos);
  EXPECT_NE(svg.find(">\n<title>Short</title>\n<desc>Long.</desc>\n<style>"), std::string::npos);
  EXPECT_NE(svg.find("prefers-color-scheme: dark"), std::string::npos);
}

}  // namespace
}  // namespace gauze::page
