#include "gauze/base/json.h"

namespace gauze {

template <typename Document>
Document ParseJson(std::string_view text) {
  bool too_deep = false;
  const auto look = [&](int depth, typename Document::parse_event_t, Document&) {
    if (depth > kDeepestJson) too_deep = true;
    return !too_deep;
  };
  Document document = Document::parse(text, look, false);
  return too_deep ? Document(Document::value_t::discarded) : document;
}

template Json ParseJson<Json>(std::string_view text);
template nlohmann::json ParseJson<nlohmann::json>(std::string_view text);

}  // namespace gauze
