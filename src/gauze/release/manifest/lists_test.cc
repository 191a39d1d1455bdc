// Each entry of every list has its schema entry and docs page.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "gauze/ledger/method.h"
#include "gauze/measure/measure.h"
#include "gauze/model/class_model.h"
#include "gauze/policy/preset.h"
#include "gauze/policy/schema/schema.h"
#include "gauze/release/manifest/catalog.h"
#include "gauze/release/promise/table_promises.h"
#include "gauze/taxonomy/builders/builder.h"
#include "gauze/transform/class_step.h"
#include "gauze/transform/transform.h"

namespace gauze {
namespace {

std::string Page(const std::string& name) {
  std::ifstream file(std::string(GAUZE_SOURCE_DIR) + "/docs/" + name);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

void ExpectDescribed(const Descriptor& descriptor, const std::string& page) {
  const std::string text = Page(page);
  EXPECT_FALSE(text.empty()) << "docs/" << page << " is missing";
  EXPECT_NE(text.find(descriptor.name), std::string::npos) << page << ": " << descriptor.name;
  for (const Parameter& parameter : descriptor.parameters) {
    EXPECT_NE(text.find("`" + parameter.name), std::string::npos)
        << "docs/" << page << " does not explain " << descriptor.name << "." << parameter.name;
    EXPECT_FALSE(parameter.summary.empty());
  }
  for (const std::string& sentence :
       {descriptor.summary, descriptor.guarantees, descriptor.not_covered, descriptor.reference}) {
    EXPECT_FALSE(sentence.empty()) << descriptor.name;
  }
}

TEST(Lists, EveryEntryHasItsDocsPage) {
  for (const TablePromiseEntry& entry : TablePromises()) {
    ExpectDescribed(entry.descriptor, "models/" + entry.descriptor.name + ".md");
  }
  for (const ModelEntry& entry : Models()) {
    ExpectDescribed(entry.descriptor, "models/" + entry.descriptor.name + ".md");
  }
  for (const TransformEntry& entry : Transforms()) {
    ExpectDescribed(entry.descriptor, "transforms/" + entry.descriptor.name + ".md");
  }
  for (const ClassStepEntry& entry : ClassSteps()) {
    ExpectDescribed(entry.descriptor, "transforms/" + entry.descriptor.name + ".md");
  }
  for (const ledger::MethodEntry& entry : ledger::Methods()) {
    ExpectDescribed(entry.descriptor, "ledger.md");
  }
  for (const Preset& entry : Presets()) ExpectDescribed(entry.descriptor, "presets.md");
  for (const MeasureEntry& entry : Measures()) ExpectDescribed(entry.descriptor, "measures.md");
  for (const HierarchyBuilder& entry : HierarchyBuilders()) {
    ExpectDescribed(entry.descriptor, "hierarchies.md");
  }
}

TEST(Lists, EveryEntryIsInThePolicySchema) {
  const auto schema = PolicySchema(TheCatalog());
  const auto& properties = schema["properties"];
  for (const ModelEntry& entry : Models()) {
    const auto& items = properties["protect"]["items"]["properties"];
    ASSERT_TRUE(items.contains(entry.descriptor.name));
    for (const Parameter& parameter : entry.descriptor.parameters) {
      EXPECT_TRUE(items[entry.descriptor.name]["properties"].contains(parameter.name));
    }
  }
  const auto& transform = properties["transform"]["anyOf"];
  for (const TransformEntry& entry : Transforms()) {
    EXPECT_TRUE(transform[0]["properties"].contains(entry.descriptor.name));
  }
  for (const ClassStepEntry& entry : ClassSteps()) {
    EXPECT_TRUE(transform[1]["items"]["properties"].contains(entry.descriptor.name));
  }
  const std::string text = schema.dump();
  for (const HierarchyBuilder& entry : HierarchyBuilders()) {
    EXPECT_NE(text.find("\"" + entry.descriptor.name + "\""), std::string::npos);
  }
}

}  // namespace
}  // namespace gauze
