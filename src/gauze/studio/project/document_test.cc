// The examples' policies, written again as the studio writes them, mean what they meant.
#include "gauze/policy/document/document.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/release/manifest/catalog.h"

namespace gauze::studio {
namespace {

// Everything that a policy says, but not where.
std::string MeaningOf(const Policy& policy) {
  std::string meaning = policy.directory + "|" + policy.csv.delimiter + policy.csv.encoding;
  for (const auto& [name, text] : policy.about.fields) meaning += "\n" + name + "=" + text;
  for (const std::string& source : policy.sources) meaning += "\n" + source;
  for (const std::string& marker : policy.missing_markers) meaning += "\n?" + marker;
  for (const PolicyAttribute& column : policy.attributes) {
    const HierarchySource& hierarchy = column.hierarchy;
    meaning += "\n" + column.attribute.name + " " + std::string(Name(column.attribute.role)) + " " +
               std::string(Name(column.attribute.type)) + " " + column.attribute.format + " " +
               column.attribute.separator + " " + hierarchy.file;
    if (hierarchy.builder != nullptr) meaning += hierarchy.builder->descriptor.name;
    if (hierarchy.parameters) meaning += hierarchy.parameters->Written();
  }
  for (const PolicyEntry& entry : policy.protect) meaning += "\n" + entry.Text();
  meaning += "\n" + policy.transform.Text();
  for (const PolicyEntry& entry : policy.steps) meaning += "\n" + entry.Text();
  if (policy.ledger) meaning += "\n" + policy.ledger->method.Text() + policy.ledger->key;
  if (policy.personal) meaning += "\n" + policy.personal->vault + policy.personal->server;
  return meaning;
}

TEST(Document, OfEveryExampleMeansTheSame) {
  int seen = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(GAUZE_SOURCE_DIR "/examples")) {
    if (entry.path().extension() != ".yaml") continue;
    const std::string file = entry.path().string();
    const std::string text = *ReadFile(file);
    const auto before = ParsePolicy(text, file, TheCatalog());
    if (!before) continue;
    ++seen;
    const auto document = ReadDocument(text, file);
    ASSERT_TRUE(document) << file;
    const auto written = WriteDocument(*document);
    ASSERT_TRUE(written) << file;
    const auto after = ParsePolicy(*written, file, TheCatalog());
    ASSERT_TRUE(after) << after.error().Text() << "\n" << *written;
    EXPECT_EQ(MeaningOf(*after), MeaningOf(*before)) << *written;
    EXPECT_EQ(*ReadDocument(*written, file), *document);
  }
  EXPECT_GT(seen, 4);
}

}  // namespace
}  // namespace gauze::studio
