#include "gauze/interpret/query/decision_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gauze/base/json.h"
#include "gauze/interpret/query/json_reader.h"

namespace gauze {
namespace {

class TreeReader {
 public:
  // The position of the node and of all below it. Recursion ends at kTreeDepth.
  Result<std::size_t> Read(const JsonObject& object, std::size_t depth) {
    if (depth > kTreeDepth || nodes_.size() == kTreeNodes) {
      return InputError("the tree is too large", object.where(),
                        fmt::format("at most {} nodes, {} deep", kTreeNodes, kTreeDepth));
    }
    const std::size_t position = nodes_.size();
    nodes_.emplace_back();
    if (object.Has("predicts")) {
      GAUZE_ASSIGN(nodes_[position], ReadLeaf(object));
      return position;
    }
    GAUZE_TRY(object.Only({"column", "threshold", "values", "yes", "no"}));
    TreeNode node;
    GAUZE_ASSIGN(node.test, ReadTest(object));
    GAUZE_ASSIGN(const JsonObject yes, object.Object("yes"));
    GAUZE_ASSIGN(node.yes, Read(yes, depth + 1));
    GAUZE_ASSIGN(const JsonObject no, object.Object("no"));
    GAUZE_ASSIGN(node.no, Read(no, depth + 1));
    nodes_[position] = std::move(node);
    return position;
  }

  std::vector<TreeNode> Take() { return std::move(nodes_); }

 private:
  static Result<TreeNode> ReadLeaf(const JsonObject& object) {
    GAUZE_TRY(object.Only({"predicts", "counts"}));
    TreeNode leaf;
    GAUZE_ASSIGN(leaf.predicts, object.Text("predicts"));
    if (!object.Has("counts")) return leaf;
    GAUZE_ASSIGN(const JsonObject counts, object.Object("counts"));
    for (const nlohmann::json& count : counts.json()) {
      if (!count.is_number()) return InputError("counts are numbers", counts.where());
    }
    leaf.counts = counts.json().dump();
    return leaf;
  }

  Result<Condition> ReadTest(const JsonObject& object) {
    Condition test;
    GAUZE_ASSIGN(test.column, object.Text("column"));
    GAUZE_ASSIGN(const auto threshold, object.OptionalNumber("threshold"));
    if (threshold.has_value() == object.Has("values")) {
      return InputError("a node has either \"threshold\" or \"values\"", object.where());
    }
    if (threshold) {
      test.to = RangeEnd{.at = *threshold};
    } else {
      GAUZE_ASSIGN(test.values, object.Texts("values"));
      values_ += test.values.size();
      if (test.values.empty() || values_ > kTreeNodes) {
        return InputError("\"values\" is empty, or there are too many in the tree", object.where());
      }
    }
    Query query;
    query.when.push_back(std::move(test));
    GAUZE_ASSIGN(query, CanonicalQuery(std::move(query)));
    return std::move(query.when.front());
  }

  std::vector<TreeNode> nodes_;
  std::size_t values_ = 0;
};

Json JsonOf(const TreeQuery& tree, std::size_t position) {
  const TreeNode& node = tree.nodes[position];
  Json json;
  if (!node.test) {
    json["predicts"] = node.predicts;
    if (!node.counts.empty()) json["counts"] = Json::parse(node.counts);
    return json;
  }
  json["column"] = node.test->column;
  if (node.test->to) {
    json["threshold"] = node.test->to->at;
  } else {
    json["values"] = node.test->values;
  }
  json["yes"] = JsonOf(tree, node.yes);
  json["no"] = JsonOf(tree, node.no);
  return json;
}

}  // namespace

Result<TreeQuery> TreeFromJson(std::string_view text) {
  GAUZE_ASSIGN(const nlohmann::json json, ReadJson(text, kTreeBytes));
  GAUZE_ASSIGN(const JsonObject object, JsonObject::Of(json, "tree"));
  GAUZE_TRY(object.Only({"target", "root"}));
  TreeQuery tree;
  GAUZE_ASSIGN(tree.target, object.Text("target"));
  GAUZE_ASSIGN(const JsonObject root, object.Object("root"));
  TreeReader reader;
  GAUZE_TRY(reader.Read(root, 1));
  tree.nodes = reader.Take();
  return tree;
}

std::string TreeText(const TreeQuery& tree) {
  Json json = {{"target", tree.target}};
  json["root"] = JsonOf(tree, 0);
  return json.dump();
}

std::vector<std::string> ColumnsOf(const TreeQuery& tree) {
  std::vector<std::string> columns = {tree.target};
  for (const TreeNode& node : tree.nodes) {
    if (node.test) columns.push_back(node.test->column);
  }
  std::ranges::sort(columns);
  const auto [first, last] = std::ranges::unique(columns);
  columns.erase(first, last);
  return columns;
}

}  // namespace gauze
