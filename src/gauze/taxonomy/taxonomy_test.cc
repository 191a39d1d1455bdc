#include "gauze/taxonomy/taxonomy.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "gauze/base/text/utf8.h"
#include "gauze/taxonomy/random_taxonomy.h"

namespace gauze {
namespace {

using Paths = std::vector<std::vector<std::string>>;

// Adds all paths, with "f:1", "f:2", … as places; the error of the first that is refused.
std::string TaxonomyError(const Paths& paths) {
  TaxonomyBuilder builder;
  int line = 0;
  for (const auto& path : paths) {
    const Status added = builder.Add(path, fmt::format("f:{}", ++line));
    if (!added) {
      EXPECT_FALSE(added.error().hint.empty());
      return added.error().where + ": " + added.error().message;
    }
  }
  const auto taxonomy = builder.Finish("f");
  return taxonomy ? "fine" : "f: " + taxonomy.error().message;
}

TEST(Taxonomy, KeepsOrderHeightsAndParents) {
  TaxonomyBuilder builder;
  ASSERT_TRUE(builder.Add({"b", "B", "top"}, "f:1"));
  ASSERT_TRUE(builder.Add({"lone"}, "f:2"));
  ASSERT_TRUE(builder.Add({"a", "B", "top"}, "f:3"));
  const auto taxonomy = builder.Finish("f");
  ASSERT_TRUE(taxonomy);
  std::vector<std::string> leaves;
  for (const NodeId leaf : taxonomy->leaves()) leaves.push_back((*taxonomy)[leaf].label);
  EXPECT_EQ(leaves, (std::vector<std::string>{"b", "a", "lone"}));
  EXPECT_EQ((*taxonomy)[Taxonomy::kRoot].height, 3U);
  EXPECT_EQ((*taxonomy)[Taxonomy::kRoot].label, "*");
  EXPECT_EQ(PathOf(*taxonomy, taxonomy->FindLeaf("a")),
            (std::vector<std::string>{"a", "B", "top"}));
  EXPECT_EQ(taxonomy->FindLeaf("B"), Taxonomy::kRoot);
  EXPECT_EQ(taxonomy->FindLeaf("nobody"), Taxonomy::kRoot);
}

TEST(Taxonomy, EveryRuleHasItsError) {
  EXPECT_EQ(TaxonomyError({}), "f: the hierarchy has no values");
  EXPECT_EQ(TaxonomyError({{"a"}, {"b"}, {"a"}}),
            "f:3: a value is listed twice; the first is at f:1");
  EXPECT_EQ(TaxonomyError({{"a", "X"}, {"b", "Y"}, {"a", "Y"}}),
            "f:3: a value is listed twice; the first is at f:1");
  EXPECT_EQ(TaxonomyError({{"a", "X", "P"}, {"b", "X", "Q"}}),
            "f:2: a node has two parents; the first is at f:1");
  EXPECT_EQ(TaxonomyError({{"a", "X"}, {"b", "X", "P"}}),
            "f:2: a node has two parents; the first is at f:1");
  EXPECT_EQ(TaxonomyError({{"a", "X", "P"}, {"b", "X", "New", "P"}}),
            "f:2: a node has two parents; the first is at f:1");
  EXPECT_EQ(TaxonomyError({{"a", "X", "P"}, {"c", "Y", "Q"}, {"b", "X", "Q"}}),
            "f:3: a node has two parents; the first is at f:1");
  EXPECT_EQ(TaxonomyError({{"a", "X", "P"}, {"b", "X"}}),
            "f:2: a node has two parents; the first is at f:1");
  EXPECT_EQ(TaxonomyError({{"a", "X"}, {"X", "Y"}}),
            "f:2: a name means two things: a value here, a node above values at f:1");
  EXPECT_EQ(TaxonomyError({{"X"}, {"a", "X"}}),
            "f:2: a name means two things: a node above values here, a value at f:1");
  EXPECT_EQ(TaxonomyError({{"a", "X", "Y", "X"}}),
            "f:1: a name means two things: it occurs twice on one path, with another name between");
  EXPECT_EQ(TaxonomyError({{"*"}}), "f:1: a value is named \"*\"");
  EXPECT_EQ(TaxonomyError({{" *"}}), "f:1: a value is named \"*\"");
  EXPECT_EQ(TaxonomyError({{"a", "* "}}), "f:1: a node below the root is named \"*\"");
  EXPECT_EQ(TaxonomyError({{"a", ""}}), "f:1: a node has no name");
}

TEST(Taxonomy, RepeatedNeighboursAreOneNode) {
  EXPECT_EQ(TaxonomyError({{"Other", "Other"}, {"a", "X", "X"}, {"b", "X"}}), "fine");
  EXPECT_EQ(TaxonomyError({{"Other", "Other"}, {"a", "Other"}}),
            "f:2: a name means two things: a node above values here, a value at f:1");
}

TEST(Taxonomy, EmptyTextIsAValue) { EXPECT_EQ(TaxonomyError({{"", "X"}, {"a", "X"}}), "fine"); }

TEST(Taxonomy, HasAtMost64Levels) {
  std::vector<std::string> path;
  path.reserve(65);
  for (int level = 0; level < 64; ++level) path.push_back(fmt::format("n{}", level));
  EXPECT_EQ(TaxonomyError({path}), "fine");
  path.emplace_back("top");
  EXPECT_EQ(TaxonomyError({path}), "f:1: a path has more than 64 levels");
  EXPECT_EQ(TaxonomyError({std::vector<std::string>(100'000, "same")}), "fine");
}

TEST(Taxonomy, RefusedPathsLeaveNoTrace) {
  TaxonomyBuilder builder;
  ASSERT_TRUE(builder.Add({"a", "X", "P"}, ""));
  ASSERT_FALSE(builder.Add({"b", "X", "New"}, ""));
  ASSERT_FALSE(builder.Add({"a", "Y", "P"}, ""));
  const auto taxonomy = builder.Finish("");
  ASSERT_TRUE(taxonomy);
  EXPECT_EQ(taxonomy->nodes().size(), 4U);
}

TEST(Taxonomy, IsTheTreeOfItsPaths) {
  EXPECT_TRUE(rc::check([] {
    const Paths paths = RandomPaths();
    const Taxonomy taxonomy = TaxonomyOf(paths);
    RC_ASSERT(taxonomy.leaves().size() == paths.size());
    for (const auto& path : paths) {
      const NodeId leaf = taxonomy.FindLeaf(path.front());
      RC_ASSERT(leaf != Taxonomy::kRoot);
      RC_ASSERT(PathOf(taxonomy, leaf) == path);
    }
    for (NodeId node = 0; node < taxonomy.nodes().size(); ++node) {
      std::uint32_t height = 0;
      for (const NodeId child : taxonomy[node].children) {
        RC_ASSERT(taxonomy[child].parent == node);
        height = std::max(height, taxonomy[child].height + 1);
      }
      RC_ASSERT(taxonomy[node].height == height);
    }
  }));
}

TEST(Utf8, RefusesWhatIsNotUtf8) {
  constexpr auto kFine = std::string_view::npos;
  EXPECT_EQ(FindInvalidUtf8("aé€😀"), kFine);
  EXPECT_EQ(FindInvalidUtf8("a\xE9"), 1U);             // Latin-1
  EXPECT_EQ(FindInvalidUtf8("\xC0\xAF"), 0U);          // overlong
  EXPECT_EQ(FindInvalidUtf8("\xE0\x80\xAF"), 0U);      // overlong
  EXPECT_EQ(FindInvalidUtf8("\xED\xA0\x80"), 0U);      // surrogate
  EXPECT_EQ(FindInvalidUtf8("\xF4\x90\x80\x80"), 0U);  // above U+10FFFF
  EXPECT_EQ(FindInvalidUtf8("ab\xE2\x82"), 2U);        // cut off
  EXPECT_EQ(Utf8Characters("aé€😀").size(), 4U);
}

}  // namespace
}  // namespace gauze
