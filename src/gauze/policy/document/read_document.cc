#include <yaml-cpp/yaml.h>

#include "gauze/base/json.h"
#include "gauze/policy/document/document.h"
#include "gauze/policy/yaml_reader.h"

namespace gauze {
namespace {

// A few lines of aliases of aliases stand for more than any machine holds.
constexpr std::size_t kMostNodes = 100'000;

class DocumentReader {
 public:
  explicit DocumentReader(const std::string& file) : yaml_(file) {}

  Result<Json> Read(std::string_view text) {
    GAUZE_ASSIGN(const YAML::Node root, yaml_.Load(text));
    return Node(root, 0);
  }

 private:
  Result<Json> Node(const YAML::Node& node, int depth) {
    if (++nodes_ > kMostNodes || depth > kDeepestJson) {
      return InputError("this is too much for one document", yaml_.Where(node),
                        "write it without aliases, or with fewer entries");
    }
    if (node.IsMap()) return Map(node, depth);
    if (node.IsSequence()) return List(node, depth);
    if (node.IsScalar()) return Scalar(node);
    return Json(nullptr);
  }

  Result<Json> Map(const YAML::Node& node, int depth) {
    GAUZE_ASSIGN(const auto entries, yaml_.Map(node, "an entry", {}));
    Json map = Json::object();
    for (const auto& [key, value, where] : entries) {
      GAUZE_ASSIGN(Json read, Node(value, depth + 1));
      map[key] = std::move(read);
    }
    return map;
  }

  Result<Json> List(const YAML::Node& node, int depth) {
    Json list = Json::array();
    for (const auto& item : node) {
      GAUZE_ASSIGN(Json read, Node(item, depth + 1));
      list.push_back(std::move(read));
    }
    return list;
  }

  static Json Scalar(const YAML::Node& node) {
    const std::string& text = node.Scalar();
    if (node.Tag() == "?") {  // without quotes
      Json value = ParseJson(text);
      if (value.is_primitive() && !value.is_string() && value.dump() == text) return value;
    }
    return text;
  }

  YamlReader yaml_;
  std::size_t nodes_ = 0;
};

}  // namespace

Result<Json> ReadDocument(std::string_view text, const std::string& file) {
  return DocumentReader(file).Read(text);
}

}  // namespace gauze
