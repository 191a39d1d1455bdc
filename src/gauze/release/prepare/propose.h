#pragma once

#include <string>

#include "gauze/base/error.h"
#include "gauze/base/json_fwd.h"
#include "gauze/base/progress.h"
#include "gauze/release/prepare/first_look.h"

namespace gauze {

struct ProposeOptions {
  InitOptions table;    // its roles and markers are taken
  std::string purpose;  // by name: purpose.h
  unsigned threads = 0;
};

// A policy that is nearly right (proposal.h), what a run of it needs, and what a person has still
// to decide:
//   {"policy": text, "purpose": "share", "readers": "a recipient who …", "plan": as PlanRun's,
//    "trial": as WhatToDecide's}
// If the proposal cannot be kept on this table, "problem" says why instead of the last two.
Result<Json> ProposePolicy(const ProposeOptions& options, Progress& progress);

}  // namespace gauze
