#include "gauze/studio/project/journal.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "gauze/studio/testing/temporary_folder.h"

namespace gauze::studio {
namespace {

std::string TextOf(const Journal& journal) {
  return journal.current() == nullptr ? "" : journal.current()->text;
}

TEST(Journal, UndoesFiftyEditsAndRedoesThemAfterARestart) {
  const TemporaryFolder folder;
  const std::string file = folder / "p.journal";
  {
    auto journal = Journal::Open(file);
    ASSERT_TRUE(journal);
    EXPECT_EQ(journal->current(), nullptr);
    for (int i = 0; i <= 50; ++i) {
      ASSERT_TRUE(journal->Edit("edit " + std::to_string(i), "text\n" + std::to_string(i)));
    }
    for (int i = 0; i < 50; ++i) ASSERT_TRUE(journal->Undo());
    EXPECT_EQ(TextOf(*journal), "text\n0");
    EXPECT_EQ(journal->undoable(), nullptr);
    EXPECT_FALSE(Journal::Open(file)) << "one studio at a time";
  }
  auto journal = Journal::Open(file);
  ASSERT_TRUE(journal);
  EXPECT_EQ(journal->revision(), 101U);
  EXPECT_EQ(journal->redoable()->label, "edit 1");
  for (int i = 0; i < 50; ++i) ASSERT_TRUE(journal->Redo());
  EXPECT_EQ(TextOf(*journal), "text\n50");
  EXPECT_EQ(journal->redoable(), nullptr);
  struct stat facts{};
  stat(file.c_str(), &facts);
  EXPECT_EQ(facts.st_mode & 0777U, 0600U);
}

TEST(Journal, AnyEditsAreFoundAgain) {
  EXPECT_TRUE(rc::check("a list with a cursor says the same", [](const std::vector<int>& moves) {
    const TemporaryFolder folder;
    const std::string file = folder / "p.journal";
    std::vector<std::string> texts;
    std::size_t count = 0;
    {
      auto journal = Journal::Open(file);
      for (const int move : moves) {
        if (move % 3 == 1 && count > 1) {
          RC_ASSERT(journal->undoable() != nullptr);
          RC_ASSERT(journal->Undo().has_value());
          --count;
        } else if (move % 3 == 2 && count < texts.size()) {
          RC_ASSERT(journal->Redo().has_value());
          ++count;
        } else {
          texts.resize(count++);
          texts.push_back(std::to_string(move));
          RC_ASSERT(journal->Edit("", texts.back()).has_value());
        }
      }
    }
    const auto journal = Journal::Open(file);
    RC_ASSERT(journal->revision() == moves.size());
    RC_ASSERT(TextOf(*journal) == (count == 0 ? "" : texts[count - 1]));
    RC_ASSERT(journal->versions().size() == texts.size());
  }));
}

TEST(Journal, LeavesOutATornLine) {
  const TemporaryFolder folder;
  const std::string file = folder / "p.journal";
  {
    auto journal = Journal::Open(file);
    ASSERT_TRUE(journal->Edit("a", "one"));
    ASSERT_TRUE(journal->Edit("b", "two"));
  }
  std::filesystem::resize_file(file, std::filesystem::file_size(file) - 4);
  {
    auto journal = Journal::Open(file);
    ASSERT_TRUE(journal);
    EXPECT_EQ(TextOf(*journal), "one");
    ASSERT_TRUE(journal->Edit("c", "three"));
  }
  const auto journal = Journal::Open(file);
  EXPECT_EQ(TextOf(*journal), "three");
  EXPECT_EQ(journal->undoable()->label, "c");
}

}  // namespace
}  // namespace gauze::studio
