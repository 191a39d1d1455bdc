#include "gauze/report/evidence/evidence.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <functional>

#include "gauze/base/digest.h"
#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/report/evidence/evidence_section.h"

namespace gauze::report {
namespace {

namespace fs = std::filesystem;

// A release of examples/clinic, made once.
class Evidence : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = fs::temp_directory_path() / fmt::format("gauze-evidence-{}", getpid());
    fs::create_directories(folder_);
    RunOptions run{
        .policy = {.file = std::string(GAUZE_SOURCE_DIR) + "/examples/clinic/policy.yaml"},
        .out = (folder_ / "release").string()};
    NoProgress progress;
    ASSERT_TRUE(gauze::Run(run, progress));
    const auto gathered = GatherEvidence({.target = run.out, .run = run}, progress);
    ASSERT_TRUE(gathered) << gathered.error().Text();
    internal_ = *gathered;
  }
  static void TearDownTestSuite() { fs::remove_all(folder_); }

  static inline fs::path folder_;
  static inline Json internal_;
};

// The written list with whole paths, and how often its fields occur.
std::vector<std::pair<std::string, Shown>> WrittenList() {
  std::vector<std::pair<std::string, Shown>> list = {
      {".evidence", Shown::kKeep}, {".gauze", Shown::kKeep}, {".form", Shown::kKeep}};
  for (const Section& section : Sections()) {
    for (const Field& field : section.fields) {
      std::string path = "." + std::string(section.name) + std::string(field.path);
      std::erase(path, '?');
      list.emplace_back(path, field.shown);
    }
  }
  return list;
}

// A path of a document, step by step, against one of the list.
bool Matches(const std::vector<std::string>& steps, std::string_view written) {
  for (const std::string& step : steps) {
    if (written.starts_with("[]") && step == "[]") {
      written.remove_prefix(2);
    } else if (written.starts_with("{}") && step != "[]") {
      written.remove_prefix(2);
    } else if (written.starts_with("." + step)) {
      written.remove_prefix(step.size() + 1);
      if (!written.empty() && written.find_first_of(".[{") != 0) return false;
    } else {
      return false;
    }
  }
  return written.empty();
}

using Visit = std::function<void(const std::vector<std::string>& steps, const Json::json_pointer&,
                                 const Json& leaf)>;
void VisitLeaves(const Json& json, const Visit& visit, std::vector<std::string> steps = {},
                 const Json::json_pointer& place = Json::json_pointer()) {
  if (json.is_array()) {
    steps.emplace_back("[]");
    for (std::size_t i = 0; i < json.size(); ++i) VisitLeaves(json[i], visit, steps, place / i);
  } else if (json.is_object()) {
    for (const auto& [name, value] : json.items()) {
      steps.push_back(name);
      VisitLeaves(value, visit, steps, place / name);
      steps.pop_back();
    }
  } else {
    visit(steps, place, json);
  }
}

TEST_F(Evidence, ThePublicFormIsTheInternalOneByTheWrittenList) {
  const Json shown = PublicForm(internal_);
  const auto list = WrittenList();
  std::size_t kept = 0;
  VisitLeaves(internal_, [&](const auto& steps, const auto& place, const Json& leaf) {
    std::vector<Shown> rules;
    for (const auto& [path, rule] : list) {
      if (Matches(steps, path)) rules.push_back(rule);
    }
    ASSERT_EQ(rules.size(), 1U) << place.to_string() << " is not in the list, or twice";
    const Json found = shown.contains(place) ? shown.at(place) : Json();
    if (place.to_string() == "/form") {
      EXPECT_EQ(found, "public");
    } else if (rules[0] == Shown::kDrop) {
      EXPECT_TRUE(found.is_null()) << place.to_string();
    } else if (rules[0] == Shown::kCoarsen && leaf < 10) {
      EXPECT_EQ(found, "fewer than 10") << place.to_string();
    } else {
      EXPECT_EQ(found, leaf) << place.to_string();
      ++kept;
    }
  });
  EXPECT_GT(kept, 100U);
  VisitLeaves(shown, [&](const auto& /*steps*/, const auto& place, const Json& /*leaf*/) {
    EXPECT_TRUE(internal_.contains(place)) << place.to_string() << " is in the public form alone";
  });
}

TEST_F(Evidence, WhatTheListDoesNotNameIsNotPublic) {
  Json changed = internal_;
  changed["surprise"] = 1;
  changed["promises"][0]["surprise"] = 1;
  EXPECT_EQ(PublicForm(changed), PublicForm(internal_));
}

TEST_F(Evidence, TheWrittenListHasNoFieldTwice) {
  std::vector<std::string> paths;
  for (const auto& [path, shown] : WrittenList()) paths.push_back(path);
  std::ranges::sort(paths);
  EXPECT_EQ(std::ranges::adjacent_find(paths), paths.end());
}

// Without the original at hand, and as what an internal document becomes.
TEST_F(Evidence, APublicDocumentNeedsNoOriginal) {
  NoProgress progress;
  const auto alone = GatherEvidence(
      {.target = (folder_ / "release").string(), .form = EvidenceForm::kPublic}, progress);
  ASSERT_TRUE(alone);
  EXPECT_EQ(*alone, PublicForm(internal_));
}

TEST_F(Evidence, EverySectionOfAReleaseIsThere) {
  for (const char* name : {"about", "promises", "class_sizes", "loss", "measures", "sample",
                           "distributions", "dependence", "learning", "risk", "attacks",
                           "not_protected", "warnings", "parameters", "reproduce"}) {
    EXPECT_TRUE(internal_.contains(name)) << name;
  }
  EXPECT_TRUE(Holds(internal_));
}

// What the policy states, from it to the page's document by way of the manifest.
TEST_F(Evidence, StatesWhatThePolicyStates) {
  const Json& about = internal_["about"];
  EXPECT_EQ(about["document"].size(), 6U);
  EXPECT_EQ(about["document"]["date"], "2026-11-18");
  const auto digest = DigestFile((folder_ / "release" / "data.csv").string());
  ASSERT_TRUE(digest);
  EXPECT_EQ(about["release_digest"], "sha256:" + *digest);
}

TEST_F(Evidence, InternalEvidenceStaysOutOfReleases) {
  const std::string release = (folder_ / "release").string();
  EXPECT_FALSE(WriteEvidence(internal_, release));
  EXPECT_FALSE(WriteEvidence(internal_, release + "/deeper/down"));
  EXPECT_FALSE(fs::exists(release + "/deeper"));
  const std::string beside = (folder_ / "beside").string();
  ASSERT_TRUE(WriteEvidence(internal_, beside));
  EXPECT_EQ(fs::status(beside + "/evidence.json").permissions(),
            fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(Json::parse(*ReadFile(beside + "/evidence.json")), internal_);
  EXPECT_TRUE(WriteEvidence(PublicForm(internal_), release));
  fs::remove(release + "/evidence.json");
}

// A file that was changed keeps its promise no longer, whatever its manifest says.
TEST_F(Evidence, PromisesAreCheckedAgain) {
  const fs::path changed = folder_ / "changed";
  fs::copy(folder_ / "release", changed, fs::copy_options::recursive);
  std::string text = *ReadFile((changed / "data.csv").string());
  text.replace(text.find("female"), std::string_view("female").size(), "nobody");
  ASSERT_TRUE(WriteFile((changed / "data.csv").string(), text));
  NoProgress progress;
  const auto gathered = GatherEvidence({.target = changed.string()}, progress);
  ASSERT_TRUE(gathered);
  EXPECT_FALSE(Holds(*gathered));
  EXPECT_EQ((*gathered)["class_sizes"]["smallest"], 1);
}

}  // namespace
}  // namespace gauze::report
