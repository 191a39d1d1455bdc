#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "gauze/base/file.h"
#include "gauze/model/class_model.h"

// What each promise means for somebody who knows no model; its page shows the same sentence.

namespace gauze {
namespace {

struct Example {
  std::string model;
  std::vector<RawParameter> given;
  double worst = 0;
  std::string told;
};

std::vector<RawParameter> Given(const std::vector<std::pair<std::string, std::string>>& all) {
  std::vector<RawParameter> given;
  for (const auto& [name, text] : all) given.push_back({.name = name, .text = text});
  return given;
}

std::vector<Example> Examples() {
  return {
      {"k_anonymity", Given({{"k", "10"}}), 12,
       "Anyone who knows age and sex of a person finds at least 12 people who look alike."},
      {"l_diversity", Given({{"attribute", "illness"}, {"kind", "distinct"}, {"l", "3"}}), 3,
       "Among people who look alike, illness has at least 3 different values."},
      {"l_diversity", Given({{"attribute", "illness"}, {"kind", "frequency"}, {"l", "3"}}), 1.0 / 3,
       "Among people who look alike, illness has no value that more than 33.4 % of them share."},
      {"l_diversity", Given({{"attribute", "illness"}, {"kind", "entropy"}, {"l", "2"}}), 2.549,
       "Among people who look alike, illness is at least as varied as with 2.54 equally frequent "
       "values."},
      {"l_diversity",
       Given({{"attribute", "illness"}, {"kind", "recursive"}, {"l", "3"}, {"c", "2"}}), 1.5,
       "Among people who look alike, illness has no value with more than 1.5 times the people of "
       "those from place 3 on."},
      {"t_closeness", Given({{"attribute", "illness"}, {"distance", "equal"}, {"t", "0.2"}}),
       0.1834,
       "Among people who look alike, shares of values of illness differ from everybody's by at "
       "most "
       "0.184, on a scale from 0 to 1."},
      {"proximity", Given({{"attribute", "pay"}, {"epsilon", "500"}, {"m", "2"}}), 0.4,
       "Among people who look alike, at most 40 % are within 500 of any one value of pay."},
      {"qs_diversity",
       Given({{"attribute", "symptoms"}, {"knowledge", "diseases.csv"}, {"c", "1"}, {"l", "3"}}),
       0.25,
       "With the knowledge table alone, what lies behind symptoms is guessed with a chance of at "
       "most 25 %."},
      {"qs_closeness",
       Given({{"attribute", "symptoms"}, {"knowledge", "diseases.csv"}, {"t", "0.3"}}), 0.07,
       "Among people who look alike, shares of what lies behind symptoms are at most 0.07 away "
       "from what was known before."},
  };
}

std::string PlainlyOf(const Example& example) {
  const ModelEntry* entry = FindModel(example.model);
  const auto parameters = Parameters::Make(entry->descriptor, example.given, "");
  EXPECT_TRUE(parameters) << parameters.error().Text();
  return entry->plain_words(*parameters, example.worst, "age and sex");
}

TEST(PlainWords, AreOneShortSentence) {
  std::set<std::string> told;
  for (const Example& example : Examples()) {
    told.insert(example.model);
    EXPECT_EQ(PlainlyOf(example), example.told);
    EXPECT_LE(1 + std::ranges::count(example.told, ' '), 25) << example.told;
  }
  EXPECT_EQ(told.size(), Models().size()) << "every model has an example here";
}

TEST(PlainWords, StandOnThePageOfTheModel) {
  for (const Example& example : Examples()) {
    const auto page =
        ReadFile(std::string(GAUZE_SOURCE_DIR) + "/docs/models/" + example.model + ".md");
    ASSERT_TRUE(page.has_value());
    EXPECT_NE(page->find(example.told), std::string::npos) << example.model << ": " << example.told;
  }
}

TEST(PlainWords, ClaimNoMoreThanWasFound) {
  EXPECT_EQ(PlainlyOf({"k_anonymity", Given({{"k", "1"}}), 1, ""}),
            "Anyone who knows age and sex of a person may find that one person alone.");
  const auto diverse = [](const char* kind, const char* l, double worst) {
    auto given = Given({{"attribute", "illness"}, {"kind", kind}, {"l", l}});
    if (std::string(kind) == "recursive") given.push_back({.name = "c", .text = "2"});
    return PlainlyOf({"l_diversity", given, worst, ""});
  };
  EXPECT_EQ(diverse("distinct", "1", 1),
            "Among people who look alike, illness may have one value only.");
  EXPECT_EQ(diverse("recursive", "1", 1e308),
            "Among people who look alike, illness may have fewer than 1 values.");
  EXPECT_NE(diverse("frequency", "1", 1).find("more than 100 %"), std::string::npos);
  EXPECT_NE(diverse("frequency", "1", 0.9999).find("more than 100 %"), std::string::npos);
}

TEST(Bounds, AreRoundedToTheTrueSide) {
  EXPECT_EQ(AtMost(0.18341), "0.184");
  EXPECT_EQ(AtLeast(0.18399), "0.183");
  EXPECT_EQ(AtMost(0.5), "0.5");
  EXPECT_EQ(AtLeast(2.5), "2.5");
  EXPECT_EQ(AtMost(0), "0");
  EXPECT_EQ(AtMost(1234.5), "1.24e+03");
  EXPECT_EQ(PercentAtMost(0.07), "7 %");
  EXPECT_EQ(PercentAtMost(1.0 / 3), "33.4 %");
  EXPECT_EQ(PercentAtMost(0.00012), "0.012 %");
}

}  // namespace
}  // namespace gauze
