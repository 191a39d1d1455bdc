#include "gauze/taxonomy/knowledge.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "gauze/base/testing/test_data.h"
#include "gauze/taxonomy/read_knowledge.h"

namespace gauze {
namespace {

// "flu(cough headache) measles(rash)", or the error without its hint.
std::string ShownKnowledge(std::string_view text, const std::string& name = "f.csv",
                           std::string_view separator = ";") {
  const auto knowledge = ParseKnowledge(text, name, separator);
  if (!knowledge) {
    EXPECT_FALSE(knowledge.error().hint.empty());
    return knowledge.error().where + ": " + knowledge.error().message;
  }
  std::vector<std::string> shown;
  for (LabelId label = 0; label < knowledge->label_count(); ++label) {
    std::vector<std::string> terms;
    for (TermId term = 0; term < knowledge->term_count(); ++term) {
      if (knowledge->LabelsOf(term).Contains(label)) terms.push_back(knowledge->terms()[term]);
    }
    shown.push_back(fmt::format("{}({})", knowledge->labels()[label], fmt::join(terms, " ")));
  }
  return fmt::format("{}", fmt::join(shown, " "));
}

TEST(ReadKnowledge, TakesOneLabelALine) {
  EXPECT_EQ(ShownKnowledge("label,terms\nflu,cough;headache\nmeasles,rash; cough ;\n"),
            "flu(cough headache) measles(cough rash)");
  EXPECT_EQ(ShownKnowledge("\xEF\xBB\xBFlabel,terms\r\n\r\n\"flu, bad\",\"a;b\"\r\n"),
            "flu, bad(a b)");
  EXPECT_EQ(ShownKnowledge("label;terms\nflu;a|b\n", "f.csv", "|"), "flu(a b)");
  EXPECT_EQ(ShownKnowledge("label,terms\nflu,a and b\n", "f.csv", " and "), "flu(a b)");
}

TEST(ReadKnowledge, TakesOneTermALine) {
  EXPECT_EQ(ShownKnowledge("label,term\nflu,a\nmeasles,b\nflu,c;d\n"), "flu(a c;d) measles(b)");
}

TEST(ReadKnowledge, TakesJson) {
  EXPECT_EQ(ShownKnowledge(R"({"flu": ["a", "b"], "measles": ["b"]})", "f.json"),
            "flu(a b) measles(b)");
}

TEST(ReadKnowledge, NamesTheLineAndTheRule) {
  EXPECT_EQ(ShownKnowledge(""), "f.csv: the knowledge table has no labels");
  EXPECT_EQ(ShownKnowledge("label,terms\n"), "f.csv: the knowledge table has no labels");
  EXPECT_EQ(ShownKnowledge("disease,symptoms\nflu,a\n"),
            "f.csv:1: the first line is not a known header");
  EXPECT_EQ(ShownKnowledge("label,terms\nflu,a\nflu,b\n"),
            "f.csv:3: label \"flu\" is listed twice; the first is at f.csv:2");
  EXPECT_EQ(ShownKnowledge("label,terms\n ,a\n"), "f.csv:2: a label has no name");
  EXPECT_EQ(ShownKnowledge("label,terms\nflu, ;\n"), "f.csv:2: label \"flu\" has no terms");
  EXPECT_EQ(ShownKnowledge("label,terms\nflu,a; a\n"),
            "f.csv:2: label \"flu\" has term \"a\" twice");
  EXPECT_EQ(ShownKnowledge("label,terms\nflu,a,b\n"),
            "f.csv:2: the line has 3 columns instead of 2");
  EXPECT_EQ(ShownKnowledge("label,terms\nflu\n"), "f.csv:2: the line has 1 column instead of 2");
  EXPECT_EQ(ShownKnowledge("label,term\nflu,a\nflu,a\n"),
            "f.csv:3: label \"flu\" has term \"a\" twice");
  EXPECT_EQ(ShownKnowledge("label,term\nflu,a\ncold,a\nflu,a\n"),
            "f.csv: label \"flu\" has term \"a\" twice");
  EXPECT_EQ(ShownKnowledge("label,term\nflu,\n"), "f.csv:2: a term of label \"flu\" has no name");
  EXPECT_EQ(ShownKnowledge("label,terms\nflu\xE9,a\n"), "f.csv:2: the file is not UTF-8");
  EXPECT_EQ(ShownKnowledge("{\"flu\": [\"a\"],\n\"flu\": [\"b\"]}", "f.json"),
            "f.json:2:5: label \"flu\" is listed twice; the first is at f.json:1:6");
  EXPECT_EQ(ShownKnowledge("{\"flu\": []}", "f.json"), "f.json:1:6: label \"flu\" has no terms");
  EXPECT_EQ(ShownKnowledge("{\"flu\": \"a\"}", "f.json"),
            "f.json:1:11: this is not an object of labels with arrays of terms");
  EXPECT_EQ(ShownKnowledge("[[\"a\"]]", "f.json"),
            "f.json:1:1: this is not an object of labels with arrays of terms");
  EXPECT_EQ(ShownKnowledge("{\"flu\": [\"a\" \"b\"]}", "f.json"), "f.json:1:16: this is not JSON");
  EXPECT_EQ(ShownKnowledge("{}", "f.json"), "f.json: the knowledge table has no labels");
}

TEST(Knowledge, LinksTermsToLabels) {
  const auto knowledge =
      Knowledge::Make({{"flu", {"cough", "fever"}}, {"cold", {"cough"}}, {"mumps", {"fever"}}});
  ASSERT_TRUE(knowledge);
  const TermId cough = knowledge->FindTerm("cough");
  const TermId fever = knowledge->FindTerm("fever");
  EXPECT_EQ(knowledge->FindTerm("rash"), Knowledge::kNoTerm);
  const auto linked = [&](const std::vector<TermId>& terms) {
    EXPECT_EQ(knowledge->CountLinked(terms), knowledge->Linked(terms).size());
    return knowledge->Linked(terms);
  };
  EXPECT_EQ(linked({}), (std::vector<LabelId>{0, 1, 2}));
  EXPECT_EQ(linked({cough}), (std::vector<LabelId>{0, 1}));
  EXPECT_EQ(linked({fever, cough}), (std::vector<LabelId>{0}));
  EXPECT_EQ(linked({cough, Knowledge::kNoTerm}), (std::vector<LabelId>{}));
}

TEST(Knowledge, NamesTheRow) {
  const auto knowledge = Knowledge::Make({{"flu", {"cough"}}, {"flu", {"fever"}}});
  ASSERT_FALSE(knowledge);
  EXPECT_EQ(knowledge.error().where, "row 2");
}

// Few labels a term make lists, many make bits; both must answer alike.
TEST(Knowledge, AgreesWithItsDefinitionInBothForms) {
  std::mt19937_64 random(3);
  for (const std::size_t labels : {1U, 63U, 64U, 65U, 200U, 1000U}) {
    std::vector<Knowledge::Row> rows(labels);
    std::vector<std::set<std::string>> sets(labels);
    for (std::size_t i = 0; i < labels; ++i) {
      rows[i].first = fmt::format("l{}", i);
      for (std::size_t term = 0; term < 12; ++term) {
        if (random() % (1U << (term / 2 + 1)) != 0 && term != i % 12) continue;
        rows[i].second.push_back(fmt::format("t{}", term));
        sets[i].insert(rows[i].second.back());
      }
    }
    const auto knowledge = Knowledge::Make(rows);
    ASSERT_TRUE(knowledge);
    for (int round = 0; round < 300; ++round) {
      std::vector<TermId> terms;
      std::vector<std::string> names;
      for (std::size_t term = 0; term < 12; ++term) {
        if (random() % 6 != 0) continue;
        names.push_back(fmt::format("t{}", term));
        terms.push_back(knowledge->FindTerm(names.back()));
      }
      std::vector<LabelId> expected;
      for (std::size_t i = 0; i < labels; ++i) {
        bool all = true;
        for (const std::string& name : names) all = all && sets[i].contains(name);
        if (all) expected.push_back(static_cast<LabelId>(i));
      }
      ASSERT_EQ(knowledge->Linked(terms), expected);
      ASSERT_EQ(knowledge->CountLinked(terms), expected.size());
    }
  }
}

TEST(ReadKnowledge, ReadsARealTable) {
  const std::string path = TestData("knowledge/disease_symptoms.csv");
  if (path.empty()) GTEST_SKIP() << "no real knowledge table: GAUZE_DATA names its folder";
  const auto knowledge = ReadKnowledge(path);
  ASSERT_TRUE(knowledge) << knowledge.error().Text();
  EXPECT_GT(knowledge->label_count(), 100U);
  const TermId term = knowledge->FindTerm("shortness of breath");
  EXPECT_GT(knowledge->CountLinked({&term, 1}), 10U);
}

TEST(ReadKnowledge, NamesAFileThatIsNotThere) {
  const auto knowledge = ReadKnowledge("nowhere/symptoms.csv");
  ASSERT_FALSE(knowledge);
  EXPECT_EQ(knowledge.error().where, "nowhere/symptoms.csv");
}

}  // namespace
}  // namespace gauze
