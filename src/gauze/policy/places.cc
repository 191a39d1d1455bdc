#include "gauze/policy/places.h"

#include <yaml-cpp/yaml.h>

namespace gauze {
namespace {

bool IsPlace(const std::string& text) {
  const bool rooted = text.size() > 1 && (text.front() == '/' || text.starts_with("~/"));
  return rooted || text.starts_with("../") || text.find("/../") != std::string::npos ||
         text.find("://") != std::string::npos;
}

bool Names(const YAML::Node& node) {
  if (node.IsScalar()) return IsPlace(node.Scalar());
  for (const auto& child : node) {
    if (node.IsMap() ? Names(child.first) || Names(child.second) : Names(child)) return true;
  }
  return false;
}

}  // namespace

bool NamesPlaces(const std::string& policy_text) {
  for (const auto& section : YAML::Load(policy_text)) {
    if (section.first.Scalar() != "about" && Names(section.second)) return true;
  }
  return false;
}

}  // namespace gauze
