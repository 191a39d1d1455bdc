#pragma once

#include <string>
#include <string_view>

#include "gauze/base/error.h"
#include "gauze/base/json_fwd.h"

// A policy as an ordered document, for front ends with forms, and back as text. Comments are lost
// on the way; nothing else is: a policy means the same before and after.

namespace gauze {

// What a YAML text says: maps in the order of the file, lists, and scalars. A scalar without
// quotes is a number, true, false or null if JSON writes it just so, and otherwise a text: 0.10
// stays as it is. Whether it is a policy is not asked. Fails if it is no YAML, or says what no
// document can: a name twice, a name that is no scalar, or too much of it.
Result<Json> ReadDocument(std::string_view text, const std::string& file);

// The document as YAML, always the same text for the same document: a section a paragraph, what is
// in it one entry a line where that fits into a hundred characters. Reading it gives the document
// again. Fails if it is no map, or a name in it is longer than YAML allows.
Result<std::string> WriteDocument(const Json& document);

}  // namespace gauze
