#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <mutex>

#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/base/text/ascii.h"
#include "gauze/studio/endpoints/endpoints.h"
#include "gauze/studio/fields.h"
#include "gauze/taxonomy/read.h"

namespace gauze::studio {
namespace {

// "zip-hierarchy.csv" beside the policy, or "zip-hierarchy-2.csv" and so on: the first that is
// free. A tree that was edited is a new file, so that undo leads back to the one before.
Result<std::string> NewTreeFile(const Folder& folder, const std::string& policy,
                                std::string column) {
  for (char& c : column) {
    if (!IsAlnum(c) && c != '-') c = '_';
  }
  const std::filesystem::path beside = std::filesystem::path(policy).parent_path();
  for (unsigned number = 1;; ++number) {
    const std::string name =
        fmt::format("{}-hierarchy{}.csv", column, number == 1 ? "" : fmt::format("-{}", number));
    const std::string path = (beside / name).string();
    if (!folder.Resolve(path)) return folder.ResolveNew(path);
  }
}

struct TreeNode {
  std::size_t depth;
  std::string label;
};

// From the root down, each before its children.
Result<std::vector<TreeNode>> NodesIn(const Json* list) {
  const auto wrong = [] {
    return InputError("a tree is a list of nodes, each with a depth and a label, after its parent");
  };
  if (list == nullptr || !list->is_array()) return wrong();
  std::vector<TreeNode> nodes;
  for (const Json& node : *list) {
    if (!node.is_object() || !node.contains("depth") || !node.contains("label") ||
        !node["depth"].is_number_unsigned() || !node["label"].is_string()) {
      return wrong();
    }
    const auto depth = node["depth"].get<std::size_t>();
    if (nodes.empty() ? depth != 0 : depth == 0 || depth > nodes.back().depth + 1) return wrong();
    nodes.push_back({depth, node["label"].get<std::string>()});
  }
  return nodes;
}

// What has no node below it is a value.
Result<Taxonomy> TreeOf(const std::vector<TreeNode>& nodes) {
  TaxonomyBuilder builder;
  std::vector<std::string> path;  // from below the root
  for (std::size_t at = 1; at < nodes.size(); ++at) {
    path.resize(nodes[at].depth - 1);
    path.push_back(nodes[at].label);
    if (at + 1 < nodes.size() && nodes[at + 1].depth > nodes[at].depth) continue;
    GAUZE_TRY(builder.Add({path.rbegin(), path.rend()}, fmt::format("node {}", at)));
  }
  return builder.Finish("tree");
}

}  // namespace

http::Response WriteTree(Desk& desk, const http::Request& request) {
  const Json body = ParseJson(request.body);
  Fields fields(body);
  const auto column = fields.Text("column");
  if (!column) return Refused(400, "malformed", column.error());
  const Json* list = fields.Part("tree");
  if (const Status known = fields.Finish(); !known) return Refused(400, "malformed", known.error());
  const auto nodes = NodesIn(list);
  if (!nodes) return Refused(422, "not_a_tree", nodes.error());
  const auto tree = TreeOf(*nodes);
  if (!tree) return Refused(422, "not_a_tree", tree.error());
  const std::lock_guard lock(desk.mutex());
  if (desk.project() == nullptr) {
    return Refused(409, "no_policy", {ErrorCode::kInput, "no policy is open", "", "open one"});
  }
  const auto file = NewTreeFile(desk.folder(), desk.project()->path(), *column);
  if (!file) return Refused(422, "not_written", file.error());
  const Status written = WriteFile(*file, WriteTaxonomyCsv(*tree), 0600);
  return written ? Answer({{"path", *file}}, 201) : Refused(500, "file", written.error());
}

}  // namespace gauze::studio
