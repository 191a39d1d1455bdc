#include "gauze/release/compare/plan.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "gauze/base/json.h"
#include "gauze/base/testing/temp_folder.h"

namespace gauze {
namespace {

class PlanTest : public testing::Test {
 protected:
  Json Plan(const std::string& protect, const std::string& transform) {
    std::string table = "age,zip,illness\n";
    for (int i = 0; i < 3000; ++i) {
      table +=
          fmt::format("{},{},{}\n", 20 + i * 7 % 61, 1000 + i * 37 % 211, i % 3 ? "flu" : "gout");
    }
    folder_.Write("table.csv", table);
    folder_.Write("policy.yaml",
                  "version: 1\nsource: table.csv\nattributes:\n"
                  "  age: {role: quasi_identifying, type: integer}\n"
                  "  zip: {role: quasi_identifying, type: integer}\n"
                  "  illness: {role: sensitive}\n"
                  "protect: [" +
                      protect + "]\ntransform: " + transform + "\nrelease: {directory: out}\n");
    auto plan = PlanRun({.policy = {.file = folder_ / "policy.yaml"}, .threads = 2}, progress_);
    EXPECT_TRUE(plan) << (plan ? "" : plan.error().message);
    return plan ? *plan : Json();
  }

  const TempFolder folder_;
  NoProgress progress_;
};

TEST_F(PlanTest, TellsWhatARunNeedsAndReleasesNothing) {
  for (const char* transform : {"{mondrian: {}}", "{cluster: {}}"}) {
    const Json plan = Plan("{k_anonymity: {k: 5}}", transform);
    ASSERT_TRUE(plan.is_object());
    const Json& planned = plan.at("planned");
    EXPECT_EQ(planned.at("rows"), 3000);
    EXPECT_EQ(planned.at("mode"), "memory");
    EXPECT_GT(planned.at("memory_bytes"), 0);
    EXPECT_EQ(plan.at("largest").at("k"), 3000);
    const std::string dearest = plan.at("drives_the_loss").at("column");
    EXPECT_TRUE(dearest == "age" || dearest == "zip") << dearest;
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
    EXPECT_EQ(folder_.Count(), 2U);  // nothing is left but what was there
  }
}

}  // namespace
}  // namespace gauze
