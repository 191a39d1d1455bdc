#pragma once

#include <vector>

#include "gauze/base/descriptor.h"
#include "gauze/base/json_fwd.h"

// Descriptors and their parameters as JSON, and as JSON Schema.

namespace gauze {

// A text, or a list of texts.
Json Strings();

Json ParameterSchema(const Parameter& parameter);

// All parameters of an entry: {k: 5}.
Json EntrySchema(const Descriptor& descriptor);

// One of several descriptors, chosen by its name: {k_anonymity: {…}}.
Json OneOf(const std::vector<const Descriptor*>& descriptors);

// A descriptor as JSON: what `gauze models --json` prints.
Json DescriptorJson(const Descriptor& descriptor);

}  // namespace gauze
