#pragma once

#include <string>
#include <string_view>

#include "gauze/base/error.h"

namespace gauze {

// A whole small file (policy, hierarchy, manifest) as text. Files above 256 MiB are refused.
Result<std::string> ReadFile(const std::string& path);

// Writes and fsyncs. `mode` is the file's permission. It is a new file, which takes the place of
// the one that has the name; with 0600, for what only the owner may read, in one step. Links, pipes
// and all else of that name are refused: somebody else may have put them there.
Status WriteFile(const std::string& path, std::string_view text, unsigned mode = 0644);

// Makes what was written to a file, or the entries of a directory, survive a power cut.
Status SyncPath(const std::string& path);

}  // namespace gauze
