#include <gtest/gtest.h>

#include "gauze/model/class_model.h"

// How the worst class of each promise is told.

namespace gauze {
namespace {

std::string Told(const std::string& model, const std::vector<RawParameter>& given, double value,
                 std::uint64_t classes) {
  const ModelEntry* entry = FindModel(model);
  const auto parameters = Parameters::Make(entry->descriptor, given, "");
  EXPECT_TRUE(parameters) << parameters.error().Text();
  return entry->worst_in_words(*parameters, {.value = value, .classes = classes});
}

std::vector<RawParameter> Diversity(const std::string& kind, const std::string& l) {
  return {{.name = "attribute", .text = "illness"},
          {.name = "kind", .text = kind},
          {.name = "l", .text = l}};
}

TEST(WorstInWords, CountsPeople) {
  EXPECT_EQ(Told("k_anonymity", {{.name = "k", .text = "10"}}, 10, 4211),
            "the smallest of 4,211 classes has 10 people");
  EXPECT_EQ(Told("k_anonymity", {{.name = "k", .text = "1"}}, 1, 1), "the only class has 1 person");
}

TEST(WorstInWords, CountsRowsWhereAFileDoesNotTellPeopleApart) {
  const ModelEntry* entry = FindModel("k_anonymity");
  const auto parameters = Parameters::Make(entry->descriptor, {{.name = "k", .text = "5"}}, "");
  ASSERT_TRUE(parameters);
  EXPECT_EQ(entry->worst_in_words(*parameters, {.value = 5, .classes = 3, .counts_rows = true}),
            "the smallest of 3 classes has 5 rows");
}

TEST(WorstInWords, TellsDiversityByItsKind) {
  EXPECT_EQ(Told("l_diversity", Diversity("distinct", "3"), 3, 12),
            "the least diverse of 12 classes has 3 different values of illness");
  EXPECT_EQ(Told("l_diversity", Diversity("distinct", "2"), 1, 12),
            "the least diverse of 12 classes has only one value of illness");
  EXPECT_EQ(Told("l_diversity", Diversity("frequency", "3"), 1.0 / 3, 2),
            "in the worst of 2 classes, 33.3 % of the people share a value of illness");
  EXPECT_EQ(Told("l_diversity", Diversity("entropy", "2"), 2.5, 2),
            "in the worst of 2 classes, illness is as diverse as with 2.5 equally frequent values");
  auto recursive = Diversity("recursive", "3");
  recursive.push_back({.name = "c", .text = "2"});
  EXPECT_EQ(Told("l_diversity", recursive, 1.5, 2),
            "in the worst of 2 classes, the most frequent value of illness has 1.5 times the "
            "people of those from place 3 on");
  EXPECT_EQ(Told("l_diversity", recursive, 1e308, 1),
            "in the only class, illness has fewer than 3 values");
}

TEST(WorstInWords, TellsDistances) {
  EXPECT_EQ(Told("t_closeness",
                 {{.name = "attribute", .text = "illness"},
                  {.name = "distance", .text = "equal"},
                  {.name = "t", .text = "0.2"}},
                 0.1834, 7),
            "in the furthest of 7 classes, the distribution of illness is at a distance of 0.183 "
            "from the whole");
  EXPECT_EQ(Told("proximity",
                 {{.name = "attribute", .text = "pay"},
                  {.name = "epsilon", .text = "500"},
                  {.name = "m", .text = "2"}},
                 0.4, 7),
            "in the worst of 7 classes, 40 % of the people are within 500 of one value of pay");
}

}  // namespace
}  // namespace gauze
