#include "gauze/release/manifest/plain_words.h"

#include <gtest/gtest.h>

#include "gauze/base/file.h"
#include "gauze/release/promise/table_promises.h"

namespace gauze {
namespace {

Json ManifestWith(const std::vector<std::string>& known) {
  Json columns = Json::array({{{"name", "illness"}, {"role", "sensitive"}}});
  for (const std::string& name : known) {
    columns.push_back({{"name", name}, {"role", "quasi_identifying"}});
  }
  return {{"columns", columns}};
}

Json Promise(const std::string& model, const Json& parameters) {
  return {{"model", model}, {"parameters", parameters}};
}

TEST(PlainWords, NameWhatIsKnown) {
  const Json promise = Promise("k_anonymity", {{"k", "5"}});
  EXPECT_EQ(PlainWords(ManifestWith({"age"}), promise, 7),
            "Anyone who knows age of a person finds at least 7 people who look alike.");
  EXPECT_EQ(PlainWords(ManifestWith({"age", "sex", "zip"}), promise, 5),
            "Anyone who knows age, sex and zip of a person finds at least 5 people who look "
            "alike.");
  EXPECT_EQ(PlainWords(ManifestWith({"a", "b", "c", "d", "e", "f", "g"}), promise, 5),
            "Anyone who knows a, b, c, d, e and 2 more columns of a person finds at least 5 people "
            "who look alike.");
}

TEST(PlainWords, OfAManifestThatWasChangedAreEmpty) {
  const Json manifest = ManifestWith({"age"});
  EXPECT_EQ(PlainWords(manifest, Promise("k_anonymity", {{"k", 5}}), 5), "");
  EXPECT_EQ(PlainWords(manifest, Promise("k_anonymity", {{"l", "5"}}), 5), "");
  EXPECT_EQ(PlainWords(manifest, Promise("nothing", Json::object()), 5), "");
  EXPECT_EQ(PlainWords(manifest, Promise("k_anonymity", {{"k", "5"}}), nullptr), "");
  EXPECT_EQ(PlainWords(manifest, Promise("k_anonymity", {{"k", "5"}})), "");
  EXPECT_EQ(PlainWords(Json::object(), Promise("k_anonymity", {{"k", "5"}}), 5), "");
}

// Each table promise has them, and its page shows them.
TEST(PlainWords, OfTablePromisesStandOnTheirPages) {
  const std::vector<std::tuple<std::string, double, std::string>> examples = {
      {"record_risk", 0.01225,
       "No record has a risk above 0.0123, by the chances and weights that the policy states."},
      {"freeform", 7.0 / 12,
       "Whatever can be observed of a person, a guarded value is guessed with a chance of at most "
       "58.4 %, weighted by how sensitive it is."},
      {"no_certain_cells", 0.004,
       "At most 0.4 % of the values that are hidden follow from the labels."},
      {"composition", 3,
       "Whoever knows age of a person, and has the earlier releases as well, is left with at least "
       "3 different values."}};
  EXPECT_EQ(examples.size(), TablePromises().size());
  for (const auto& [model, worst, told] : examples) {
    const TablePromiseEntry* entry = FindTablePromise(model);
    ASSERT_NE(entry, nullptr);
    const Parameters none;
    EXPECT_EQ(entry->plain_words(none, worst, "age"), told);
    const auto page = ReadFile(std::string(GAUZE_SOURCE_DIR) + "/docs/models/" + model + ".md");
    ASSERT_TRUE(page.has_value());
    EXPECT_NE(page->find(told), std::string::npos) << model;
  }
}

}  // namespace
}  // namespace gauze
