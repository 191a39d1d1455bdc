#include "gauze/verify/verdict.h"

#include <algorithm>

namespace gauze {

bool Verification::holds() const { return std::ranges::all_of(verdicts, &Verdict::holds); }

}  // namespace gauze
