#include "gauze/verify/verdict.h"

#include <fmt/format.h>

#include <algorithm>

namespace gauze {

std::string Verdict::Sentence() const {
  return fmt::format("{} {}: {}", claim, holds ? "holds" : "does not hold", in_words);
}

bool Verification::holds() const { return std::ranges::all_of(verdicts, &Verdict::holds); }

}  // namespace gauze
