#include "gauze/release/files/memory_budget.h"

#include <gtest/gtest.h>

namespace gauze {
namespace {

TEST(MemoryBudget, StepsStayWithinTheWhole) {
  for (const std::uint64_t memory : {320ULL << 20U, 1ULL << 30U, 1ULL << 40U}) {
    const auto budget = MakeBudget(memory);
    ASSERT_TRUE(budget);
    EXPECT_EQ(budget->total, memory);
    EXPECT_LE(budget->read_engine + budget->spools, memory);
    EXPECT_LE(budget->spools + 2 * budget->batch + budget->write_engine, memory);
    EXPECT_LE(budget->verify_engine + budget->verify_ids, memory);
    EXPECT_GT(budget->spools, 0U);
  }
  ASSERT_TRUE(MakeBudget(0));
  EXPECT_GT(MakeBudget(0)->total, 0U);
}

TEST(MemoryBudget, TooLittleSaysWhatIsMissing) {
  const auto budget = MakeBudget(100ULL << 20U);
  ASSERT_FALSE(budget);
  EXPECT_EQ(budget.error().code, ErrorCode::kResource);
  EXPECT_NE(budget.error().message.find("220 MiB"), std::string::npos);
}

TEST(MemoryBudget, ReadsAmounts) {
  EXPECT_EQ(*ParseBytes("1000000"), 1'000'000U);
  EXPECT_EQ(*ParseBytes("7B"), 7U);
  EXPECT_EQ(*ParseBytes("2KiB"), 2048U);
  EXPECT_EQ(*ParseBytes("512MiB"), 512ULL << 20U);
  EXPECT_EQ(*ParseBytes("1.5GiB"), 3ULL << 29U);
  EXPECT_EQ(*ParseBytes("1TiB"), 1ULL << 40U);
  EXPECT_EQ(*ParseBytes("3KB"), 3000U);
  EXPECT_EQ(*ParseBytes("2MB"), 2'000'000U);
  EXPECT_EQ(*ParseBytes("2GB"), 2'000'000'000U);
  EXPECT_EQ(*ParseBytes("1TB"), 1'000'000'000'000U);
  for (const char* wrong :
       {"", "GiB", "-1", "0", "4 GiB", "4gib", "1e30GiB", "nan", "inf", "4GiB "}) {
    EXPECT_FALSE(ParseBytes(wrong)) << wrong;
  }
}

}  // namespace
}  // namespace gauze
