#pragma once

#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/base/json_fwd.h"
#include "gauze/policy/policy.h"
#include "gauze/studio/folder/folder.h"

// Files that a policy names, as the studio sees them: paths that begin in its folder.

namespace gauze::studio {

// What is read from a document even while the rest of it is not a policy yet.
struct Places {
  std::vector<std::string> sources;
  std::string release;  // the folder that a run writes; empty: the policy names none
  CsvDialect csv;
};
Places PlacesIn(const Json& document, const std::string& policy_file, const Folder& folder);

// A source as commands take it: where it really is or, of a pattern, as it is written. Fails if it
// leads out of the folder; a pattern, if one of the files does that fit it now.
Result<std::string> ResolveSource(const std::string& source, const Folder& folder);

// Everything that a run of this policy would read or write lies in the folder.
Status CheckPlaces(const Policy& policy, const Folder& folder);

}  // namespace gauze::studio
