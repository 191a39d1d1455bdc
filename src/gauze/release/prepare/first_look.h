#pragma once

#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/base/progress.h"
#include "gauze/engine/profile/profile.h"
#include "gauze/policy/policy.h"
#include "gauze/release/prepare/first_policy.h"
#include "gauze/roles/role_suggestion.h"

namespace gauze {

struct InitOptions {
  std::string source;        // as OpenSource takes it
  CsvDialect dialect;        // its encoding, and whether there is a header
  std::string folder = ".";  // where the policy will be: the source is named relative to it
  bool accept = false;       // take the suggested roles and markers, instead of only telling them
};

// A table that nobody has written a policy for, looked at once.
struct FirstLook {
  Profile profile;
  std::vector<RoleSuggestion> suggested;  // by column
  // Every column with its type, and its role as suggested or undecided. Promises nothing.
  FirstPolicy policy;
};

// The same of a table that was profiled before, with people found in it (person_keys.h).
FirstLook LookAtProfile(const InitOptions& options, Profile profile);

// A CSV file whose first line looks like a row is refused: its cells would become names of columns,
// which are shown everywhere.
Result<FirstLook> LookAtTable(const InitOptions& options, Progress& progress);

}  // namespace gauze
