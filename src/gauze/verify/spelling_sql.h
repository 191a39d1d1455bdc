#pragma once

#include <string>

#include "gauze/table/attribute.h"

namespace gauze {

// SQL for the one spelling of a value, from a cell (SQL, not NULL) of a column of this type: what
// ParseValue (table/value.h) says in C++, written a second time. What cannot be read stays as it
// is, and a date that is not in the attribute's format is read as ISO 8601: releases have those.
std::string SpellingSql(const Attribute& attribute, const std::string& cell);

}  // namespace gauze
