#pragma once

#include <string>
#include <vector>

#include "gauze/engine/read/source/source.h"

namespace gauze {

// Files or tables as a policy describes them: OpenSource, and every set that the policy makes of
// flags in columns of their own (Attribute::flags) is one column, in the place of its first flag.
// A term of it is the name of a flag that is present; a row without any has a missing cell, as it
// has where sets are written in one cell. The flags are no columns any more.
//
// A flag says yes, true, t or 1, or no, false, f or 0, in small or capital letters. Any other cell
// is an error, which tells how many there are; a missing one counts as no, unless the policy
// rejects missing cells. That takes one more pass over the flags. A source that has the set itself
// and none of its flags is taken as it is: a release, for example.
Result<SourceColumns> OpenPolicySource(Database& database, const Policy& policy,
                                       const std::vector<std::string>& paths,
                                       const std::string& view);

}  // namespace gauze
