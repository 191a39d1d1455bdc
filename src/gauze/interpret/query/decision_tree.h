#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/interpret/query/query.h"

// A decision tree that somebody learned from a personal release, to be read in own values:
//
//   {"target": "salary",
//    "root": {"column": "age", "threshold": 2.37,                  yes: age <= 2.37
//             "yes": {"predicts": "<=50K", "counts": {"<=50K": 412, ">50K": 31}},
//             "no":  {"column": "education", "values": ["~k3x9q2m7ta", "Masters"],
//                     "yes": {"predicts": ">50K"},
//                     "no":  {"predicts": "<=50K"}}}}
//
// "no" has the rows that "yes" has not, those with a missing cell included. `counts` are the
// learner's own and come back as they are. A node says nothing else.

namespace gauze {

inline constexpr std::size_t kTreeBytes = 1024 * 1024;
inline constexpr std::size_t kTreeNodes = 4096;
inline constexpr std::size_t kTreeDepth = 64;

struct TreeNode {
  std::optional<Condition> test;  // none: a leaf
  std::size_t yes = 0;            // positions in TreeQuery::nodes
  std::size_t no = 0;
  std::string predicts;  // of a leaf: a shown cell of the target
  std::string counts;    // of a leaf: JSON as it was given, or empty
};

// Nodes in the order in which they are decided: the root first, "yes" and all below before "no".
struct TreeQuery {
  std::string target;
  std::vector<TreeNode> nodes;
};

// Errors name the place by its path ("tree.root.yes.no"), never a value.
Result<TreeQuery> TreeFromJson(std::string_view json);

// Canonical: TreeFromJson(TreeText(tree)) is the same tree, and equal trees have equal texts. It
// begins with {, which no question's text does.
std::string TreeText(const TreeQuery& tree);

// Different columns that a tree is about, its target included.
std::vector<std::string> ColumnsOf(const TreeQuery& tree);

}  // namespace gauze
