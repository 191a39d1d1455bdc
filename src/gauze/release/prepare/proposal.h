#pragma once

#include "gauze/base/error.h"
#include "gauze/release/prepare/first_look.h"
#include "gauze/release/prepare/purpose.h"

namespace gauze {

// A policy for a purpose: the suggested roles, less columns that would cost more than they tell,
// hierarchies for texts, promises, and a transform. Every entry says why it is there.
Result<FirstPolicy> ProposalFor(const Purpose& purpose, const FirstLook& look,
                                const InitOptions& options);

}  // namespace gauze
