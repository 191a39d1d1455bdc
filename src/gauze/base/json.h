#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "gauze/base/json_fwd.h"  // IWYU pragma: export

// For code that looks into a document. What is read from strangers, and never written, is a plain
// nlohmann::json.
//
// No `extern template` stands here: GCC would instantiate every member for inlining, and take a
// quarter longer for each file.

namespace gauze {

// What is written, compared and walked over goes level by level on the stack: a document of a
// megabyte can be half a million levels deep, and end the process.
inline constexpr int kDeepestJson = 200;

// The only way in for text that somebody else wrote: `is_discarded()` if it is no JSON, or nests
// more deeply than that. For Json and nlohmann::json.
template <typename Document = Json>
Document ParseJson(std::string_view text);
extern template Json ParseJson<Json>(std::string_view text);
extern template nlohmann::json ParseJson<nlohmann::json>(std::string_view text);

}  // namespace gauze
