#include "gauze/policy/places.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <set>

namespace gauze {
namespace {

constexpr std::size_t kMostLines = 3;  // in a message

bool IsPlace(const std::string& text) {
  const bool rooted = text.size() > 1 && (text.front() == '/' || text.starts_with("~/"));
  return rooted || text.starts_with("../") || text.find("/../") != std::string::npos ||
         text.find("://") != std::string::npos;
}

void FindPlaces(const YAML::Node& node, std::set<std::size_t>& lines) {
  if (node.IsScalar() && IsPlace(node.Scalar())) {
    lines.insert(static_cast<std::size_t>(node.Mark().line) + 1);
  }
  for (const auto& child : node) {
    if (node.IsMap()) {
      FindPlaces(child.first, lines);
      FindPlaces(child.second, lines);
    } else {
      FindPlaces(child, lines);
    }
  }
}

}  // namespace

std::vector<std::size_t> LinesWithPlaces(const std::string& policy_text) {
  std::set<std::size_t> lines;
  for (const auto& section : YAML::Load(policy_text)) {
    if (section.first.Scalar() != "about") FindPlaces(section.second, lines);
  }
  return {lines.begin(), lines.end()};
}

std::string LineNumbers(const std::vector<std::size_t>& lines) {
  if (lines.size() == 1) return fmt::format("line {}", lines.front());
  const bool all = lines.size() <= kMostLines;
  const std::size_t named = all ? lines.size() - 1 : kMostLines - 1;
  std::string list = "lines ";
  for (std::size_t i = 0; i < named; ++i) list += fmt::format("{}{}", i == 0 ? "" : ", ", lines[i]);
  return list + (all ? fmt::format(" and {}", lines.back())
                     : fmt::format(" and {} more", lines.size() - named));
}

}  // namespace gauze
