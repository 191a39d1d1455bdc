// Whatever the plain reader accepts, it reads as DuckDB's own reader does.
#include "gauze/engine/csv/plain_csv.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <random>

#include "gauze/base/file.h"
#include "gauze/base/testing/test_rounds.h"
#include "gauze/engine/read/source/source.h"

namespace gauze {
namespace {

using Rows = std::vector<Database::Row>;

class PlainCsvTest : public testing::Test {
 protected:
  void SetUp() override {
    // Blocks of a few lines, so that their borders fall everywhere.
    setenv("GAUZE_BLOCK_BYTES", "13", 1);
    folder_ =
        std::filesystem::path(testing::TempDir()) / ("plain_csv_test-" + std::to_string(getpid()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override {
    unsetenv("GAUZE_BLOCK_BYTES");
    std::filesystem::remove_all(folder_);
  }

  // Rows in order of their cells, or nothing if the reader refuses.
  struct Read {
    std::optional<Rows> plain;
    std::optional<Rows> full;
  };
  Read ReadBoth(const std::string& text) {
    const std::string path = (folder_ / "data.csv").string();
    EXPECT_TRUE(WriteFile(path, text));
    const auto columns = OpenSource(database_, {path}, {}, "source");
    if (!columns) return {};
    return {columns->plain == nullptr ? std::nullopt : RowsOf(PlainView("source")),
            RowsOf("source")};
  }

 private:
  std::optional<Rows> RowsOf(const std::string& view) {
    auto rows = database_.Rows("FROM " + view);
    if (!rows) return std::nullopt;
    std::ranges::sort(*rows);
    return *rows;
  }

  std::filesystem::path folder_;
  Database database_ = *Database::Open({.threads = 2});
};

TEST_F(PlainCsvTest, ReadsWhatMostProgramsWrite) {
  for (const char* text : {
           "a,b\n1,2\n3,4\n",
           "a,b\r\n1,2\r\n3,4\r\n",
           "a,b\n1,2\n3,4",
           "a;b\n1;2,5\n;\n",
           "a,b\n\"1,2\",\"say \"\"yes\"\"\"\n,x\n",
           "a,b\nJürgen Müller-Lüdenscheidt,Köln\n",
           "a\nx\ny\n",
       }) {
    const Read read = ReadBoth(text);
    ASSERT_TRUE(read.plain) << text;
    EXPECT_EQ(read.plain, read.full) << text;
  }
}

TEST_F(PlainCsvTest, LeavesAllElseToTheFullReader) {
  for (const char* text : {
           "a,b\n\"1\n2\",3\n",  // a line break in a cell
           "a,b\n1\n",           // too few cells
           "a,b\n1,2,3\n",       // too many
           "a,b\n1,\"2\n",       // a quote that is never closed
           "a,b\n1,x\"2\"\n",    // one in the middle
           "a,b\n1,2\n\n3,4\n",  // an empty line
           "a,b\n1,\xFF\xFE\n",  // another encoding
       }) {
    EXPECT_FALSE(ReadBoth(text).plain) << text;
  }
}

TEST_F(PlainCsvTest, NeverReadsAnythingElseThanTheFullReader) {
  const std::uint64_t rounds = TestRounds(1500);
  const std::vector<std::string> pieces = {"a",     "bc",   "longer than twelve",
                                           "\"",    "\"\"", ",",
                                           ",",     ",",    "\n",
                                           "\n",    "\r\n", "ü",
                                           "€",     " ",    "\",\"",
                                           "\"x\"", "0",    ""};
  std::mt19937_64 random(20261115);
  std::uint64_t accepted = 0;
  for (std::uint64_t round = 0; round < rounds; ++round) {
    const int columns = 1 + static_cast<int>(random() % 3);
    const bool tidy = random() % 2 == 0;
    std::string text = columns == 1 ? "a\n" : columns == 2 ? "a,b\n" : "a,b,c\n";
    const int lines = static_cast<int>(random() % 12);
    for (int line = 0; line < lines; ++line) {
      for (int c = 0; c < columns; ++c) {
        if (c > 0) text += ',';
        const std::string& piece = pieces[random() % pieces.size()];
        const bool special = piece.find_first_of("\",\r\n") != std::string::npos;
        text += tidy && special ? "\"q,\"\"q\"" : piece;
      }
      text += '\n';
    }
    const Read read = ReadBoth(text);
    if (!read.plain) continue;
    ++accepted;
    EXPECT_EQ(read.plain, read.full) << "round " << round << "\n" << text;
  }
  EXPECT_GT(accepted, rounds / 4);
}

}  // namespace
}  // namespace gauze
