#include "gauze/release/files/journal.h"

#include <gtest/gtest.h>

#include "gauze/base/testing/temp_folder.h"

namespace gauze {
namespace {

TEST(Journal, TellsWhatAnEarlierRunLeft) {
  const TempFolder folder;
  const std::vector<double> loss = {0.1, 1.0 / 3, 0, 12345.678901234567};
  {
    auto journal = Journal::Open(folder / "journal");
    ASSERT_TRUE(journal);
    EXPECT_EQ(journal->durable().rows, 0U);
    EXPECT_TRUE(journal->LossOf(0).empty());
    ASSERT_TRUE(journal->AddRegion(0, loss));
    ASSERT_TRUE(journal->AddRegion(7, {}));
    ASSERT_TRUE(journal->AddDurable({.rows = 100, .bytes = 2000}));
    ASSERT_TRUE(journal->AddDurable({.rows = 300, .bytes = 6000}));
  }
  const auto journal = Journal::Open(folder / "journal");
  ASSERT_TRUE(journal);
  EXPECT_EQ(journal->durable().rows, 300U);
  EXPECT_EQ(journal->durable().bytes, 6000U);
  EXPECT_EQ(journal->LossOf(0), loss);  // to the last bit
  EXPECT_TRUE(journal->LossOf(7).empty());
  EXPECT_TRUE(journal->LossOf(1).empty());
}

// Cut at every byte, then opened by a run that is killed, too: what was cut off never counts.
TEST(Journal, ALineThatWasCutOffNeverCounts) {
  const std::string first = "region 0 0x1p-1\ndurable 12 340\n";
  const std::string last = "durable 1200 34000\n";
  for (std::size_t size = 0; size < last.size(); ++size) {
    const TempFolder folder;
    folder.Write("journal", first + last.substr(0, size));
    for (int attempt = 0; attempt < 3; ++attempt) {
      auto journal = Journal::Open(folder / "journal");
      ASSERT_TRUE(journal);
      EXPECT_EQ(journal->durable().rows, 12U) << size << " bytes";
      EXPECT_EQ(journal->durable().bytes, 340U) << size << " bytes";
    }
    {
      auto journal = Journal::Open(folder / "journal");
      ASSERT_TRUE(journal->AddDurable({.rows = 13, .bytes = 350}));
    }
    EXPECT_EQ(Journal::Open(folder / "journal")->durable().rows, 13U) << size << " bytes";
  }
}

TEST(Journal, AFolderThatIsNotThereIsNoPlace) {
  const TempFolder folder;
  const auto journal = Journal::Open(folder / "none/journal");
  ASSERT_FALSE(journal);
  EXPECT_EQ(journal.error().code, ErrorCode::kResource);
}

}  // namespace
}  // namespace gauze
