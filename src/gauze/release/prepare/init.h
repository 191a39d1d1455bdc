#pragma once

#include <string>

#include "gauze/base/error.h"
#include "gauze/base/progress.h"
#include "gauze/release/prepare/first_look.h"

namespace gauze {

// A policy for a file nobody has written one for: every column listed with its type and role
// `undecided`, counts and the suggested role (roles/suggest_role.h) as comments, the rest as a
// start to edit. `run` refuses it until every role is decided. Holds column names, counts, and
// well-known spellings of "no value"; no other value.
Result<std::string> InitialPolicy(const InitOptions& options, Progress& progress);

// The same of a table that was profiled before (profile_table.h).
std::string InitialPolicyOf(const InitOptions& options, Profile profile);

}  // namespace gauze
