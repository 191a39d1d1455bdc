#pragma once

#include <fmt/format.h>
#include <rapidcheck.h>

#include <algorithm>
#include <string>
#include <vector>

#include "gauze/taxonomy/taxonomy.h"

// For tests: trees of any shape, ragged ones and chains among them.

namespace gauze {

// Paths, leaf first, of a random tree in random order.
inline std::vector<std::vector<std::string>> RandomPaths() {
  const int count = *rc::gen::inRange(1, 40);
  std::vector<int> parent = {-1};
  std::vector<bool> has_child(static_cast<std::size_t>(count) + 1, false);
  for (int node = 1; node <= count; ++node) {
    // Near parents make deep trees, far ones flat ones.
    const int nearest = *rc::gen::inRange(1, 8);
    parent.push_back(*rc::gen::inRange(std::max(0, node - nearest), node));
    has_child[static_cast<std::size_t>(parent.back())] = true;
  }
  // Quotes, separators and line breaks must survive the way through a file.
  const std::vector<std::string> endings = {"", ";", ",", "\"", "\n", "\r", " ", "é", "*"};
  const auto name = [&](int node) {
    return fmt::format("n{}{}", node, endings[static_cast<std::size_t>(node) % endings.size()]);
  };
  std::vector<std::vector<std::string>> paths;
  for (int node = 1; node <= count; ++node) {
    if (has_child[static_cast<std::size_t>(node)]) continue;
    std::vector<std::string> path;
    for (int at = node; at > 0; at = parent[static_cast<std::size_t>(at)]) {
      path.push_back(name(at));
    }
    const auto place = *rc::gen::inRange<std::size_t>(0, paths.size() + 1);
    paths.insert(paths.begin() + static_cast<std::ptrdiff_t>(place), std::move(path));
  }
  return paths;
}

inline Taxonomy TaxonomyOf(const std::vector<std::vector<std::string>>& paths) {
  TaxonomyBuilder builder;
  for (const auto& path : paths) RC_ASSERT(builder.Add(path, "random").has_value());
  auto taxonomy = builder.Finish("random");
  RC_ASSERT(taxonomy.has_value());
  return *std::move(taxonomy);
}

// Names from a node up to the root, without the root.
inline std::vector<std::string> PathOf(const Taxonomy& taxonomy, NodeId node) {
  std::vector<std::string> path;
  for (; node != Taxonomy::kRoot; node = taxonomy[node].parent) {
    path.push_back(taxonomy[node].label);
  }
  return path;
}

}  // namespace gauze
