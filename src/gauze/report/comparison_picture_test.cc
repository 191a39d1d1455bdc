#include "gauze/report/comparison_picture.h"

#include <gtest/gtest.h>

#include "gauze/base/json.h"
#include "gauze/page/well_formed.h"

namespace gauze::report {
namespace {

Json Candidate(const std::string& name, const std::string& transform, double risk, double loss,
               const Json& dominated_by) {
  return {{"name", name},
          {"transform", {{"name", transform}, {"text", transform + "()"}}},
          {"holds", true},
          {"measures", {{"risk", risk}, {"loss", loss}}},
          {"dominated_by", dominated_by}};
}

Json Comparison(const std::vector<Json>& candidates) {
  return {{"axes", {{"risk", {{"measure", "risk"}}}, {"loss", {{"measure", "loss"}}}}},
          {"candidates", candidates}};
}

std::size_t Count(const std::string& text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

const Json kRefused = {{"name", "k=99"}, {"holds", false}};

TEST(ComparisonPicture, TheDominatedAreHollowAndTheRefusedAreTold) {
  const auto svg = ComparisonPicture(
      Comparison({Candidate("k=2, transform=mondrian", "mondrian", 0.5, 0.2, "k=2"),
                  Candidate("k=2, transform=cluster", "cluster", 0.5, 0.1, nullptr), kRefused}));
  ASSERT_TRUE(svg) << svg.error().Text();
  EXPECT_TRUE(page::IsWellFormed(*svg));
  EXPECT_EQ(Count(*svg, "<title>k="), 2U);
  EXPECT_EQ(Count(*svg, "outline\""), 2U);  // one, and one in the legend
  EXPECT_NE(svg->find("2 candidates by risk and loss; 1 dominated by another. 1 could not be "
                      "released and is not shown."),
            std::string::npos);
}

// Shapes tell transforms apart, so names need not.
TEST(ComparisonPicture, NamesLeaveOutWhatShapesTell) {
  Json mondrian = Candidate("k=2, transform=mondrian", "mondrian", 0.5, 0.2, nullptr);
  Json cluster = Candidate("k=2, transform=cluster", "cluster", 0.4, 0.3, nullptr);
  mondrian["values"] = {{"k", "2"}, {"transform", "mondrian"}};
  cluster["values"] = {{"k", "2"}, {"transform", "cluster"}};
  const auto both = ComparisonPicture(Comparison({mondrian, cluster}));
  ASSERT_TRUE(both);
  EXPECT_EQ(Count(*both, "<title>k=2</title>"), 2U);
  const auto one = ComparisonPicture(Comparison({mondrian}));
  ASSERT_TRUE(one);
  EXPECT_EQ(Count(*one, "<title>k=2, transform=mondrian</title>"), 1U);
}

TEST(ComparisonPicture, NeedsSomethingToDraw) {
  const auto svg = ComparisonPicture(Comparison({kRefused}));
  ASSERT_FALSE(svg);
  EXPECT_EQ(svg.error().code, ErrorCode::kInput);
}

}  // namespace
}  // namespace gauze::report
