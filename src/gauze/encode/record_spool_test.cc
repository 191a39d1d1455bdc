#include "gauze/encode/record_spool.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

#include "gauze/base/testing/temp_folder.h"

namespace gauze {
namespace {

using Record = std::vector<std::uint64_t>;

constexpr RecordShape kShape{.words = 2, .counted = true, .keys = 1, .texts = 2};

Record MakeRecord(std::uint64_t i) {
  Record record = {i, i * i, i % 7 + 1, i % 3 == 0 ? RecordShape::kMissingKey : i};
  const std::string text(i % 20, static_cast<char>('a' + i % 26));
  const std::string_view view = text;
  RecordShape::AppendText(record, i % 5 == 0 ? nullptr : &view);
  RecordShape::AppendText(record, &view);
  return record;
}

// Filled and taken apart by several threads: every record once, whole.
void FillAndTake(RecordSpool& spool, std::uint64_t records) {
  constexpr std::uint64_t kWriters = 3;
  {
    std::vector<std::thread> threads;
    for (std::uint64_t t = 0; t < kWriters; ++t) {
      threads.emplace_back([&, t] {
        RecordSpool::Writer writer(spool);
        for (std::uint64_t i = t; i < records; i += kWriters) {
          const Record record = MakeRecord(i);
          ASSERT_EQ(kShape.Size(record.data()), record.size());
          writer.Append(record.data(), record.size());
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
  ASSERT_TRUE(spool.Finish());
  EXPECT_EQ(spool.records(), records);
  std::vector<std::vector<Record>> taken(2);
  ASSERT_TRUE(spool.TakeApart(
      taken.size(), [&](std::size_t worker, const std::uint64_t* record, std::size_t size) {
        taken[worker].emplace_back(record, record + size);
      }));
  std::vector<Record> all = std::move(taken[0]);
  all.insert(all.end(), taken[1].begin(), taken[1].end());
  std::ranges::sort(all);
  ASSERT_EQ(all.size(), records);
  for (std::uint64_t i = 0; i < records; ++i) EXPECT_EQ(all[i], MakeRecord(i));
}

TEST(RecordSpool, HandsOutEveryRecordOnce) {
  for (const std::uint64_t records : {0U, 1U, 100U, 20'000U}) {
    RecordSpool memory(kShape);
    FillAndTake(memory, records);
    EXPECT_TRUE(memory.in_memory());
    const TempFolder folder;
    {
      RecordSpool file(kShape, folder / "spool", 1000);
      FillAndTake(file, records);
      EXPECT_EQ(file.in_memory(), records <= 1);
    }
    EXPECT_EQ(folder.Count(), 0U);  // the file goes with the spool
  }
}

TEST(RecordSpool, AnUnusableFileIsToldAtTheEnd) {
  const TempFolder folder;
  RecordSpool spool(kShape, folder / "none/spool", 0);
  {
    RecordSpool::Writer writer(spool);
    const Record record = MakeRecord(1);
    writer.Append(record.data(), record.size());
  }
  const Status finished = spool.Finish();
  ASSERT_FALSE(finished);
  EXPECT_EQ(finished.error().code, ErrorCode::kResource);
}

TEST(RecordSpool, AFileThatWasCutIsAnError) {
  const TempFolder folder;
  RecordSpool spool(kShape, folder / "spool", 0);
  {
    RecordSpool::Writer writer(spool);
    for (std::uint64_t i = 0; i < 1000; ++i) {
      const Record record = MakeRecord(i);
      writer.Append(record.data(), record.size());
    }
  }
  ASSERT_TRUE(spool.Finish());
  std::filesystem::resize_file(folder / "spool", std::filesystem::file_size(folder / "spool") - 8);
  EXPECT_FALSE(spool.TakeApart(1, [](std::size_t, const std::uint64_t*, std::size_t) {}));
}

}  // namespace
}  // namespace gauze
