#include <gtest/gtest.h>

#include <set>

#include "gauze/base/file.h"
#include "gauze/model/class_model.h"

// What every model must have, whoever adds it.

namespace gauze {
namespace {

TEST(Models, AreDescribedCompletely) {
  EXPECT_GE(Models().size(), 4U);
  std::set<std::string> names;
  for (const ModelEntry& entry : Models()) {
    const Descriptor& descriptor = entry.descriptor;
    SCOPED_TRACE(descriptor.name);
    EXPECT_TRUE(names.insert(descriptor.name).second);
    EXPECT_EQ(FindModel(descriptor.name), &entry);
    EXPECT_FALSE(descriptor.summary.empty());
    EXPECT_FALSE(descriptor.guarantees.empty());
    EXPECT_FALSE(descriptor.not_covered.empty());
    EXPECT_FALSE(descriptor.reference.empty());
    EXPECT_FALSE(descriptor.parameters.empty());
    for (const Parameter& parameter : descriptor.parameters) {
      SCOPED_TRACE(parameter.name);
      EXPECT_FALSE(parameter.summary.empty());
      EXPECT_EQ(parameter.choices.empty(), parameter.type != ParameterType::kChoice);
      // Nothing that protects has a value of its own.
      const bool number =
          parameter.type == ParameterType::kInteger || parameter.type == ParameterType::kNumber;
      EXPECT_TRUE(!number || parameter.fallback.empty());
    }
    EXPECT_NE(entry.make, nullptr);
    EXPECT_NE(entry.verification_sql, nullptr);
    EXPECT_NE(entry.worst_is_largest, nullptr);
    EXPECT_NE(entry.worst_in_words, nullptr);
    EXPECT_NE(entry.plain_words, nullptr);
  }
  EXPECT_EQ(FindModel("k-anonymity"), nullptr);
}

TEST(Models, HaveAPageEach) {
  for (const ModelEntry& entry : Models()) {
    const std::string path =
        std::string(GAUZE_SOURCE_DIR) + "/docs/models/" + entry.descriptor.name + ".md";
    SCOPED_TRACE(path);
    const auto page = ReadFile(path);
    ASSERT_TRUE(page.has_value());
    EXPECT_NE(page->find("## Not protected"), std::string::npos);
    EXPECT_NE(page->find("- " + entry.descriptor.name + ":"), std::string::npos);
    for (const Parameter& parameter : entry.descriptor.parameters) {
      EXPECT_NE(page->find("`" + parameter.name + "`"), std::string::npos) << parameter.name;
      for (const std::string& choice : parameter.choices) {
        EXPECT_NE(page->find("`" + choice + "`"), std::string::npos) << choice;
      }
    }
  }
}

}  // namespace
}  // namespace gauze
