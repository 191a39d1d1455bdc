#include "gauze/report/evidence/field.h"

#include <algorithm>

#include "gauze/base/json.h"

namespace gauze::report {
namespace {

// Takes the first step of a path: ".name", "[]" or "{}", with its "?".
struct Step {
  FieldTree::Kind kind = FieldTree::Kind::kObject;
  std::string name;
  bool optional = false;

  explicit Step(std::string_view& path) {
    if (path.starts_with("[]") || path.starts_with("{}")) {
      kind = path.front() == '[' ? FieldTree::Kind::kList : FieldTree::Kind::kMap;
      path.remove_prefix(2);
    } else {
      path.remove_prefix(1);
      name = path.substr(0, path.find_first_of(".[{?"));
      path.remove_prefix(name.size());
    }
    optional = path.starts_with('?');
    if (optional) path.remove_prefix(1);
  }
};

Json LeafSchema(Holding holding, Shown shown) {
  if (holding == Holding::kText) return {{"type", "string"}};
  if (holding == Holding::kFlag) return {{"type", "boolean"}};
  if (holding == Holding::kNumber) return {{"type", "number"}};
  if (holding == Holding::kValue) return {{"type", {"number", "string"}}};
  Json count = {{"type", "integer"}, {"minimum", 0}};
  if (shown != Shown::kCoarsen) return count;
  return {{"anyOf", Json::array({std::move(count), {{"const", kFewer}}})}};
}

}  // namespace

void FieldTree::Add(std::string_view path, const Field& field) {
  if (path.empty()) {
    holding = field.holding;
    shown = field.shown;
    return;
  }
  const Step step(path);
  Check(children.empty() || kind == step.kind, "a field is an object, a map or a list");
  kind = step.kind;
  auto child = std::ranges::find(children, step.name, &FieldTree::name);
  if (child == children.end()) child = children.insert(child, {.name = std::string(step.name)});
  child->optional |= step.optional;
  child->Add(path, field);
}

bool FieldTree::IsPublic() const {
  if (kind == Kind::kLeaf) return shown != Shown::kDrop;
  return std::ranges::any_of(children, [](const FieldTree& child) { return child.IsPublic(); });
}

Json FieldTree::Public(const Json& json) const {
  if (!IsPublic()) return nullptr;
  if (kind == Kind::kLeaf) {
    const bool small = shown == Shown::kCoarsen && json.is_number() && json < kSmallCount;
    return small ? Json(kFewer) : json;
  }
  if (kind == Kind::kList) {
    Json list = Json::array();
    for (const Json& element : json) list.push_back(children[0].Public(element));
    return list;
  }
  Json object = Json::object();
  for (const auto& [name, value] : json.items()) {
    const auto named =
        kind == Kind::kMap ? children.begin() : std::ranges::find(children, name, &FieldTree::name);
    if (named == children.end()) continue;
    Json shown_value = named->Public(value);
    if (!shown_value.is_null()) object[name] = std::move(shown_value);
  }
  return object;
}

Json FieldTree::Schema() const {
  switch (kind) {
    case Kind::kLeaf:
      return LeafSchema(holding, shown);
    case Kind::kList:
      return {{"type", "array"}, {"items", children[0].Schema()}};
    case Kind::kMap:
      return {{"type", "object"}, {"additionalProperties", children[0].Schema()}};
    case Kind::kObject:
      break;
  }
  Json properties = Json::object();
  Json required = Json::array();
  for (const FieldTree& child : children) {
    properties[child.name] = child.Schema();
    if (!child.optional && child.IsPublic()) required.push_back(child.name);
  }
  return {{"type", "object"},
          {"properties", std::move(properties)},
          {"required", std::move(required)},
          {"additionalProperties", false}};
}

}  // namespace gauze::report
