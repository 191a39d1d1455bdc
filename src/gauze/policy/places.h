#pragma once

#include <string>

namespace gauze {

// Does a policy's text, which must be one that parses, name places that make sense on one machine
// only, or that may hold a password: a path from the root or from a home, a path that leaves the
// policy's folder, an address? Comments are not looked at, nor the section `about`, in which no
// path is accepted and which is published anyway.
bool NamesPlaces(const std::string& policy_text);

}  // namespace gauze
