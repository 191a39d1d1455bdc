#include "gauze/verify/check_disguise.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "gauze/base/file.h"
#include "gauze/engine/read/source/source.h"

namespace gauze {
namespace {

// A source and a release of it, both as CSV.
class VerifyDisguiseTest : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(folder_);
    Write("source.csv",
          "disease,choice,age\nFlu,1,10\nFlu,1,21\nFlu,2,22\nCold,1,10\nCold,2,40\nCold,2,30\n"
          "Cold,3,35\n,1,12\n,,11\n");
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void Write(const std::string& name, const std::string& text) {
    ASSERT_TRUE(WriteFile(folder_ + "/" + name, text));
  }

  // Wrong cells of a release with these cells.
  std::uint64_t Wrong(const PersonalSection::Column& column, const std::vector<std::string>& cells,
                      bool with_source = true, const std::string& second = "x") {
    std::string text = column.name + "," + second + "\n";
    for (const std::string& cell : cells) text += cell + ",0\n";
    Write("data.csv", text);
    auto database = Database::Open({1, ""});
    EXPECT_TRUE(OpenSource(*database, {folder_ + "/source.csv"}, {}, "source"));
    const DisguisedSource source{"source", {}, 3};
    const auto verdict = VerifyDisguise(
        *database, {.paths = {folder_ + "/data.csv"}, .dialect = {.delimiter = ","}},
        {column, {"name", "choice"}, {{"Flu", "Lungs"}, {"Cold", "Lungs"}, {"", "*"}}},
        with_source ? &source : nullptr);
    EXPECT_TRUE(verdict) << verdict.error().Text();
    EXPECT_EQ(verdict->holds, verdict->failing_classes == 0);
    return verdict->failing_classes;
  }

  const std::string folder_ = testing::TempDir() + "gauze_verify_personal";
  const PersonalSection::Column literal_{
      .name = "disease", .aliases = AliasMode::kLiteral, .choice = "choice"};
  const PersonalSection::Column safe_{
      .name = "disease", .aliases = AliasMode::kSafe, .choice = "choice"};
  const PersonalSection::Column graded_{.name = "age", .bounds = {10, 40}};
  // Flu openly twice, Cold and missing once; ~f2 once, ~c2 twice, ~c3 once, ~m3 once.
  const std::vector<std::string> good_ = {"Flu",         "Flu",         "~ffffffff22", "Cold",
                                          "~cccccccc22", "~cccccccc22", "~cccccccc33", "",
                                          "~mmmmmmmm33"};
  // The same of a safe column: by name who chose 2, by alias who chose 3.
  const std::vector<std::string> safe_good_ = {
      "Flu", "Flu", "Lungs", "Cold", "Lungs", "Lungs", "~cccccccc33", "", "~mmmmmmmm33"};
};

TEST_F(VerifyDisguiseTest, AGoodReleaseHolds) {
  EXPECT_EQ(Wrong(literal_, good_), 0);
  EXPECT_EQ(Wrong(literal_, good_, false), 0);
  EXPECT_EQ(Wrong(safe_, safe_good_), 0);
  EXPECT_EQ(Wrong(safe_, safe_good_, false), 0);
}

TEST_F(VerifyDisguiseTest, AValueWhereItsNodeWasChosenIsFound) {
  for (const auto& [place, cell] : std::vector<std::pair<std::size_t, std::string>>{
           {2, "Flu"},          // chose 2, shows the value
           {2, "~cccccccc33"},  // chose 2, shows the alias
           {6, "Lungs"},        // chose 3, shows the name
           {6, "Cold"},         // chose 3, shows the value
           {6, "~dddddddd33"},  // the same is right: nobody else shows that alias
           {8, "~cccccccc33"},  // another node's alias
           {8, "*"},            // chose 3, shows the name
           {7, "*"}}) {         // chose 1, and has no value
    std::vector<std::string> cells = safe_good_;
    cells[place] = cell;
    EXPECT_EQ(Wrong(safe_, cells) > 0, cell != "~dddddddd33") << place << " " << cell;
  }
}

TEST_F(VerifyDisguiseTest, AnOwnValueTooManyIsFound) {
  std::vector<std::string> cells = good_;
  cells[6] = "Cold";  // chose 3
  EXPECT_GT(Wrong(literal_, cells), 0);
  // Of a value that nobody shows.
  cells = good_;
  cells[8] = "Measles";
  EXPECT_GT(Wrong(literal_, cells), 0);
  // Two people's values exchanged in number.
  cells = good_;
  cells[0] = "Cold";
  EXPECT_GT(Wrong(literal_, cells), 0);
  // Missing is a value, too.
  cells = good_;
  cells[8] = "";
  EXPECT_GT(Wrong(literal_, cells), 0);
}

TEST_F(VerifyDisguiseTest, AValueThatShouldBeShownIsMissed) {
  std::vector<std::string> cells = good_;
  cells[0] = "~ffffffff22";
  EXPECT_GT(Wrong(literal_, cells), 0);
}

// Rows may be withheld, but none may show more.
TEST_F(VerifyDisguiseTest, WithheldRowsAreNoFault) {
  EXPECT_EQ(Wrong(literal_, {"Flu", "~cccccccc22"}), 0);
  EXPECT_GT(Wrong(literal_, {"Cold", "Cold"}), 0);
}

TEST_F(VerifyDisguiseTest, SplitAndSharedAliasesAreFound) {
  std::vector<std::string> cells = good_;
  cells[5] = "~cccccccc29";
  EXPECT_GT(Wrong(literal_, cells), 0);
  cells = good_;
  cells[6] = "~ffffffff22";
  EXPECT_GT(Wrong(literal_, cells), 0);
}

TEST_F(VerifyDisguiseTest, MalformedAliasesAreFound) {
  for (const char* alias :
       {"~", "~short", "~cccccccc222", "~CCCCCCCC22", "~cccccccci2", "~cc cccccc2"}) {
    std::vector<std::string> cells = good_;
    cells[6] = alias;
    EXPECT_GT(Wrong(literal_, cells, false), 0) << alias;
  }
}

TEST_F(VerifyDisguiseTest, ColumnsThatMustNotBeThereAreFound) {
  EXPECT_GT(Wrong(literal_, good_, true, "name"), 0);
  EXPECT_GT(Wrong(literal_, good_, false, "choice"), 0);
}

TEST_F(VerifyDisguiseTest, GradesAreComparedWithThePapersFormula) {
  std::vector<std::string> cells = {"1",
                                    "1.3666666666666667",
                                    "1.4",
                                    "1",
                                    "1.999",
                                    "1.6666666666666665",
                                    "1.8333333333333335",
                                    "1.0666666666666667",
                                    "1.0333333333333334"};
  EXPECT_EQ(Wrong(graded_, cells), 0);
  cells[1] = "1.4";
  EXPECT_GT(Wrong(graded_, cells), 0) << "another value's grade";
  EXPECT_EQ(Wrong(graded_, cells, false), 0) << "that can't be seen in the file alone";
  for (const char* cell : {"", "21", "0.5", "2.1", "1.9995", "~cccccccc22", "-1"}) {
    cells[1] = cell;
    EXPECT_GT(Wrong(graded_, cells, false), 0) << cell;
  }
}

}  // namespace
}  // namespace gauze
