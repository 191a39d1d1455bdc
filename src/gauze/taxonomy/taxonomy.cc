#include "gauze/taxonomy/taxonomy.h"

#include <fmt/format.h>

#include <algorithm>

namespace gauze {
namespace {

constexpr const char* kRenameHint =
    "give one of the two another name, for example \"Other (region)\" instead of \"Other\"";

// Blanks around it would make a second mark that looks like the first.
bool IsStar(std::string_view name) {
  const auto first = name.find_first_not_of(" \t");
  return first != std::string_view::npos && name.find_last_not_of(" \t") == first &&
         name[first] == '*';
}

}  // namespace

NodeId Taxonomy::FindLeaf(std::string_view value) const {
  const auto found = leaf_of_.find(value);
  return found == leaf_of_.end() ? kRoot : found->second;
}

TaxonomyBuilder::TaxonomyBuilder() { Append("*", Taxonomy::kRoot, ""); }

NodeId TaxonomyBuilder::Append(std::string_view name, NodeId parent, const std::string& where) {
  auto& nodes = taxonomy_.nodes_;
  const auto node = static_cast<NodeId>(nodes.size());
  nodes.push_back({.label = std::string(name), .parent = parent});
  where_.push_back(where);
  if (node != Taxonomy::kRoot) nodes[parent].children.push_back(node);
  return node;
}

Status TaxonomyBuilder::CheckNames(const Path& path, const std::string& where) const {
  if (path.size() > Taxonomy::kMostLevels) {
    return InputError(fmt::format("a path has more than {} levels", Taxonomy::kMostLevels), where,
                      "leave out levels that a release need not print");
  }
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (IsStar(path[i])) {
      return InputError(
          i == 0 ? "a value is named \"*\"" : "a node below the root is named \"*\"", where,
          "\"*\" is the root and the mark of suppressed cells: write it last on the line, without "
          "blanks, and recode cells that hold it");
    }
    if (i > 0 && path[i].empty()) {
      return InputError("a node has no name", where,
                        "name it, or repeat the name of the node below to leave the level out");
    }
    if (std::find(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(i), path[i]) !=
        path.begin() + static_cast<std::ptrdiff_t>(i)) {
      return InputError(
          "a name means two things: it occurs twice on one path, with another name between", where,
          kRenameHint);
    }
  }
  if (const auto twice = taxonomy_.leaf_of_.find(path.front()); twice != taxonomy_.leaf_of_.end()) {
    return InputError(
        fmt::format("a value is listed twice; the first is at {}", where_[twice->second]), where,
        "keep one of the two");
  }
  if (const auto inner = inner_of_.find(path.front()); inner != inner_of_.end()) {
    return InputError(
        fmt::format("a name means two things: a value here, a node above values at {}",
                    where_[inner->second]),
        where, kRenameHint);
  }
  return {};
}

Result<NodeId> TaxonomyBuilder::FindJunction(const Path& path, std::size_t& fresh,
                                             const std::string& where) const {
  NodeId above = Taxonomy::kRoot;
  fresh = path.size();
  for (std::size_t i = path.size(); i-- > 1;) {
    if (const auto leaf = taxonomy_.leaf_of_.find(path[i]); leaf != taxonomy_.leaf_of_.end()) {
      return InputError(
          fmt::format("a name means two things: a node above values here, a value at {}",
                      where_[leaf->second]),
          where, kRenameHint);
    }
    const auto found = inner_of_.find(path[i]);
    if (found == inner_of_.end()) continue;
    // Right below the last node found, or else its parent is another one than it was.
    if (fresh != i + 1 || taxonomy_[found->second].parent != above) {
      return InputError(
          fmt::format("a node has two parents; the first is at {}", where_[found->second]), where,
          "write the same names above it on every line, or give one of the two nodes another name");
    }
    above = found->second;
    fresh = i;
  }
  return above;
}

Status TaxonomyBuilder::Add(const std::vector<std::string>& leaf_to_top, const std::string& where) {
  Check(!leaf_to_top.empty(), "a path holds at least its value");
  Path path(leaf_to_top.begin(), leaf_to_top.end());
  path.erase(std::unique(path.begin(), path.end()), path.end());
  GAUZE_TRY(CheckNames(path, where));
  std::size_t fresh = 0;
  GAUZE_ASSIGN(NodeId above, FindJunction(path, fresh, where));
  while (fresh > 1) {
    --fresh;
    above = Append(path[fresh], above, where);
    inner_of_.emplace(path[fresh], above);
  }
  taxonomy_.leaf_of_.emplace(path.front(), Append(path.front(), above, where));
  return {};
}

Result<Taxonomy> TaxonomyBuilder::Finish(const std::string& where) {
  if (taxonomy_.leaf_of_.empty()) {
    return InputError("the hierarchy has no values", where, "write one line per value");
  }
  auto& nodes = taxonomy_.nodes_;
  for (std::size_t node = nodes.size(); node-- > 1;) {
    auto& parent = nodes[nodes[node].parent];
    parent.height = std::max(parent.height, nodes[node].height + 1);
  }
  std::vector<NodeId> open = {Taxonomy::kRoot};
  while (!open.empty()) {
    const NodeId node = open.back();
    open.pop_back();
    if (taxonomy_.IsLeaf(node)) taxonomy_.leaves_.push_back(node);
    const auto& children = nodes[node].children;
    open.insert(open.end(), children.rbegin(), children.rend());
  }
  return std::move(taxonomy_);
}

}  // namespace gauze
