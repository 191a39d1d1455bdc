// A knowledge table is the same in every form that it may have.
#include "gauze/engine/read/load_knowledge.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>

#include "gauze/base/testing/temp_folder.h"
#include "gauze/engine/duckdb/database.h"

namespace gauze {
namespace {

class LoadKnowledgeTest : public testing::Test {
 protected:
  // A Parquet file with what the query says.
  std::string Parquet(const std::string& query) {
    const std::string path = folder_ / fmt::format("knowledge-{}.parquet", files_++);
    EXPECT_TRUE(
        database_.Run(fmt::format("COPY ({}) TO {} (FORMAT parquet)", query, QuoteText(path))));
    return path;
  }

  const TempFolder folder_;
  Database database_ = *Database::Open({.threads = 1});
  int files_ = 0;
};

TEST_F(LoadKnowledgeTest, EveryFormIsTheSameTable) {
  const std::vector<std::string> files = {
      folder_.Write("lines.csv", "label,term\nflu,cough\nflu,fever\nmeasles,rash\nflu,a b\n"),
      folder_.Write("cells.csv", "label,terms\nflu,cough; fever;a b\nmeasles,rash\n"),
      folder_.Write("k.json", R"({"flu": ["cough", "fever", "a b"], "measles": ["rash"]})"),
      Parquet("FROM (VALUES ('flu', ['cough', 'fever', 'a b']), ('measles', ['rash'])) "
              "AS t(label, terms)"),
      Parquet("FROM (VALUES ('flu', 'cough; fever;a b'), ('measles', 'rash')) AS t(label, terms)"),
      Parquet("FROM (VALUES ('flu', 'cough'), ('flu', 'fever'), ('measles', 'rash'), "
              "('flu', 'a b')) AS t(label, term)")};
  for (const std::string& file : files) {
    const auto knowledge = LoadKnowledgeFile(file);
    ASSERT_TRUE(knowledge) << file << knowledge.error().Text();
    EXPECT_EQ(knowledge->labels(), (std::vector<std::string>{"flu", "measles"})) << file;
    EXPECT_EQ(knowledge->term_count(), 4U) << file;
    for (const char* term : {"cough", "fever", "a b"}) {
      const TermId id = knowledge->FindTerm(term);
      EXPECT_EQ(knowledge->Linked(std::array{id}), std::vector<LabelId>{0}) << file << term;
    }
  }
}

TEST_F(LoadKnowledgeTest, WrongTablesAreRefusedWithTheirPlace) {
  for (const char* query :
       {"SELECT 'flu' AS label", "SELECT 'cough' AS term", "SELECT 'flu' AS label, 3 AS terms"}) {
    const auto knowledge = LoadKnowledgeFile(Parquet(query));
    ASSERT_FALSE(knowledge) << query;
    EXPECT_EQ(knowledge.error().code, ErrorCode::kInput);
    EXPECT_EQ(knowledge.error().message, "these are not the columns of a knowledge table");
  }
  // A label twice, a label or a term that is missing: as in CSV.
  for (const char* query : {"FROM (VALUES ('flu', ['a']), ('flu', ['b'])) AS t(label, terms)",
                            "FROM (VALUES ('flu', ['a']), (NULL, ['b'])) AS t(label, terms)",
                            "FROM (VALUES ('flu', ['a']), ('measles', NULL)) AS t(label, terms)"}) {
    const std::string path = Parquet(query);
    const auto knowledge = LoadKnowledgeFile(path);
    ASSERT_FALSE(knowledge) << query;
    EXPECT_EQ(knowledge.error().code, ErrorCode::kInput);
    EXPECT_EQ(knowledge.error().where, path + ", row 2") << query;
  }
  EXPECT_FALSE(LoadKnowledgeFile(folder_ / "nowhere.parquet"));
  EXPECT_FALSE(LoadKnowledgeFile(folder_.Write("no.parquet", "this is no Parquet")));
}

}  // namespace
}  // namespace gauze
