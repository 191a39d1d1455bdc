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

// Nodes from the root down, each before its children; what has no node below it is a value.
Result<Taxonomy> TreeIn(const Json* nodes) {
  if (nodes == nullptr || !nodes->is_array()) return InputError("the field tree must be a list");
  TaxonomyBuilder builder;
  std::vector<std::string> path;  // from below the root
  const auto depth_at = [&](std::size_t at) {
    return at < nodes->size() ? (*nodes)[at]["depth"].get<std::size_t>() : 0;
  };
  for (std::size_t at = 0; at < nodes->size(); ++at) {
    const Json& node = (*nodes)[at];
    const bool plain = node.is_object() && node.contains("depth") && node.contains("label") &&
                       node["depth"].is_number_unsigned() && node["label"].is_string();
    if (!plain || (at == 0) != (node["depth"] == 0) || depth_at(at) > path.size() + 1) {
      return InputError("a node of the tree has a depth and a label, and comes after its parent");
    }
    if (at == 0) continue;
    path.resize(depth_at(at) - 1);
    path.push_back(node["label"].get<std::string>());
    const bool next_is_node = at + 1 < nodes->size() && (*nodes)[at + 1].is_object() &&
                              (*nodes)[at + 1].contains("depth") &&
                              (*nodes)[at + 1]["depth"].is_number_unsigned();
    if (next_is_node && depth_at(at + 1) > path.size()) continue;
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
  const Json* nodes = fields.Part("tree");
  if (const Status known = fields.Finish(); !known) return Refused(400, "malformed", known.error());
  const auto tree = TreeIn(nodes);
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
