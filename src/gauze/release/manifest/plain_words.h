#pragma once

#include <string>

#include "gauze/base/json.h"

namespace gauze {

// What a promise of a manifest means, for somebody who knows no model (ModelEntry::plain_words):
// "Anyone who knows age, sex and zip of a person finds at least 5 people who look alike." Empty if
// the manifest was changed by hand so that its promise cannot be read.
std::string PlainWords(const Json& manifest, const Json& promise);
// The same with another figure of the worst class, as it was found in the file later.
std::string PlainWords(const Json& manifest, const Json& promise, const Json& worst);

}  // namespace gauze
