#include "gauze/release/promise/reference.h"

namespace gauze {

Json ReferenceJson(const Reference& reference) {
  Json json = Json::array();
  for (const auto& [value, rows, nameless] : reference) {
    if (nameless) {
      json.push_back(Json::array({rows}));
    } else {
      json.push_back({value ? Json(*value) : Json(nullptr), rows});
    }
  }
  return json;
}

Reference ReferenceFrom(const Json& json) {
  Reference reference;
  for (const Json& row : json) {
    VerifiedColumn::Compared compared{.rows = row.back().get<std::uint64_t>(),
                                      .nameless = row.size() == 1};
    if (!compared.nameless && !row.at(0).is_null()) compared.value = row.at(0).get<std::string>();
    reference.push_back(std::move(compared));
  }
  return reference;
}

}  // namespace gauze
