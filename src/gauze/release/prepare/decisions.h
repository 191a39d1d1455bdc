#pragma once

#include "gauze/base/error.h"
#include "gauze/base/json_fwd.h"
#include "gauze/base/progress.h"
#include "gauze/release/prepare/first_look.h"
#include "gauze/release/run/run_options.h"

namespace gauze {

// What a person has to decide of a proposed policy, in the order of what it changes: every
// quasi-identifier could be dropped, or kept if it was dropped, every promise left out, and what
// nothing speaks against could be known to others. Each is tried on the first rows, by the
// proposal's own transform.
//
// {"rows": 1024, "loss": 0.08,
//  "decide": [{"about": "zip", "says": "quasi_identifying", "instead": "dropped",
//              "loss": 0.09, "loss_then": 0.03}, …]}
// Losses are NCP, averaged over the quasi-identifiers that both have. What cannot be kept on these
// rows is left out. `run` says how to run; its policy is not looked at.
Result<Json> WhatToDecide(const FirstLook& look, const FirstPolicy& proposal, const RunOptions& run,
                          Progress& progress);

}  // namespace gauze
