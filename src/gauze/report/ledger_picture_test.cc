#include "gauze/report/ledger_picture.h"

#include <gtest/gtest.h>

#include "gauze/base/json.h"

namespace gauze::report {
namespace {

Json Line(int release, int released, int classes, int waiting) {
  return {{"release", release}, {"released", released}, {"classes", classes}, {"waiting", waiting}};
}

Json Status(int releases) {
  return {{"method", "pool"}, {"releases", releases}, {"came", 19},     {"released", 14},
          {"classes", 4},     {"waiting", 5},         {"sealed", false}};
}

bool Has(const std::string& svg, const std::string& text) {
  return svg.find(text) != std::string::npos;
}

TEST(LedgerPicture, ShowsEveryReleaseAndWhoWaits) {
  Json status = Status(3);
  status["waiting_since"] = {{{"since", 0}, {"rows", 2}}, {{"since", 2}, {"rows", 3}}};
  const auto svg = LedgerPicture(status, {Line(0, 6, 2, 2), Line(1, 10, 3, 4), Line(2, 14, 4, 5)});
  ASSERT_TRUE(svg);
  for (const char* mark : {"0: 6<", "1: 10<", "2: 14<", "1: 3<", "1: 4<", "2: 5<", "2: 3<"}) {
    EXPECT_TRUE(Has(*svg, "<title>" + std::string(mark))) << mark;
  }
  EXPECT_TRUE(Has(*svg,
                  "A ledger in 3 releases: 19 rows arrived, 14 released in 4 "
                  "classes, 5 waiting."));
  EXPECT_TRUE(Has(*svg, "2 rows since release 0 is the longest wait"));
}

// Somebody appends between the two looks at the ledger.
TEST(LedgerPicture, ShowsNoReleaseAfterTheStatus) {
  const auto svg = LedgerPicture(Status(1), {Line(0, 6, 2, 0), Line(1, 777, 888, 999)});
  ASSERT_TRUE(svg);
  EXPECT_FALSE(Has(*svg, "777") || Has(*svg, "888") || Has(*svg, "999"));
  EXPECT_FALSE(Has(*svg, "Rows waiting now"));
}

TEST(LedgerPicture, NeedsARelease) {
  EXPECT_FALSE(LedgerPicture({{"method", "pool"}, {"releases", 0}}, Json::array()));
}

}  // namespace
}  // namespace gauze::report
