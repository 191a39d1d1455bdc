#include "gauze/studio/project/project.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/studio/testing/temporary_folder.h"

namespace gauze::studio {
namespace {

constexpr const char* kPolicy =
    "# mine\nversion: 1\nsource: a.csv\nattributes:\n  age: {role: quasi_identifying, type: "
    "integer}\n"
    "  name: {role: undecided}\nprotect:\n  - k_anonymity: {k: 2}\nrelease: {directory: out}\n";

// Works in a folder with a policy and its table, as the studio does.
class ProjectTest : public testing::Test {
 protected:
  ProjectTest() : before_(std::filesystem::current_path()) {
    std::filesystem::create_directory(outer_ / "in");
    std::filesystem::current_path(outer_ / "in");
    Check(WriteFile("a.csv", "age,name\n1,x\n").has_value(), "writes");
    Check(WriteFile("p.yaml", kPolicy, 0640).has_value(), "writes");
  }
  ~ProjectTest() override { std::filesystem::current_path(before_); }
  Result<Project> Open() { return Project::Open(*Folder::Open("."), "p.yaml"); }

  TemporaryFolder outer_;
  std::filesystem::path before_;
};

TEST_F(ProjectTest, EditsTheFileAndBringsItBack) {
  auto project = Open();
  ASSERT_TRUE(project) << project.error().Text();
  EXPECT_EQ(project->State()["undo"], nullptr);
  ASSERT_TRUE(project->Edit("less", "version: 1\n"));
  EXPECT_EQ(*ReadFile("p.yaml"), "version: 1\n");
  EXPECT_EQ(project->State()["undo"], "less");
  ASSERT_TRUE(project->Undo());
  EXPECT_EQ(*ReadFile("p.yaml"), kPolicy) << "comments, too";
  const Json state = project->State();
  EXPECT_EQ(state["redo"], "less");
  EXPECT_EQ(state["revision"], 3);
  EXPECT_EQ(state["source"], Json::array({"a.csv"}));
  EXPECT_EQ(state["release"], nullptr);
  EXPECT_EQ(state["document"]["protect"][0]["k_anonymity"]["k"], 2);
  struct stat facts{};
  stat("p.yaml", &facts);
  EXPECT_EQ(facts.st_mode & 0777U, 0640U);
  stat(".gauze-studio", &facts);
  EXPECT_EQ(facts.st_mode & 0777U, 0700U);
}

TEST_F(ProjectTest, TakesOverWhatWasEditedElsewhere) {
  auto project = Open();
  ASSERT_TRUE(WriteFile("p.yaml", "version: 1\nsource: b.csv\n"));
  ASSERT_TRUE(project->Refresh());
  EXPECT_EQ(project->State()["undo"], "changed outside the studio");
  EXPECT_EQ(project->places().sources, (std::vector<std::string>{"b.csv"}));
  EXPECT_EQ(project->History().size(), 2U);
  EXPECT_EQ(project->History()[1]["current"], true);
}

TEST_F(ProjectTest, TellsTheFirstProblem) {
  auto project = Open();
  EXPECT_NE(project->State()["problems"][0]["message"].dump().find("undecided"), std::string::npos);
  ASSERT_TRUE(project->Edit("x", "version: 1\nattributes:\n  age: {role: quasi}\n"));
  const Json problem = project->State()["problems"][0];
  EXPECT_EQ(problem["line"], 3);
  EXPECT_NE(problem["hint"].dump().find("quasi_identifying"), std::string::npos);
}

TEST_F(ProjectTest, SeesNothingOutsideTheFolder) {
  Check(WriteFile("../far.csv", "age\n1\n").has_value(), "writes");
  auto project = Open();
  const std::string policy = kPolicy;
  const auto problem_of = [&](const std::string& what, const std::string& instead) {
    std::string text = policy;
    text.replace(text.find(what), what.size(), instead);
    Check(project->Edit("x", text).has_value(), "edits");
    return project->State()["problems"].dump();
  };
  EXPECT_NE(problem_of("a.csv", "../far.csv").find("does not see"), std::string::npos);
  EXPECT_NE(problem_of("a.csv", "/etc/passwd").find("does not see"), std::string::npos);
  EXPECT_NE(problem_of("a.csv", "../*.csv").find("does not see"), std::string::npos);
  EXPECT_NE(problem_of("directory: out", "directory: ../out").find("does not see"),
            std::string::npos);
  EXPECT_NE(problem_of("type: integer", "hierarchy: ../far.csv").find("does not see"),
            std::string::npos);
  EXPECT_NE(problem_of("a.csv", "'**/a.csv'").find("does not see"), std::string::npos);
  EXPECT_EQ(problem_of("a.csv", "'*.csv'").find("does not see"), std::string::npos);
  std::filesystem::create_symlink("../far.csv", "link.csv");
  EXPECT_NE(problem_of("a.csv", "'*.csv'").find("does not see"), std::string::npos);
  EXPECT_EQ(problem_of("a.csv", "./a.csv").find("does not see"), std::string::npos);
}

}  // namespace
}  // namespace gauze::studio
