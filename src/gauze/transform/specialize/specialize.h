#pragma once

#include "gauze/base/error.h"
#include "gauze/base/progress.h"
#include "gauze/transform/specialize/specialize_input.h"
#include "gauze/transform/specialize/specialized.h"

// Top-down specialisation: releases every column through one cut of its hierarchy (full-subtree
// recoding), as fine as freeform attacks and promises about classes allow.
//
// Guarantees that the release has no breach, that every class keeps what is asked of it, and that
// it is minimal: replacing any one value of a cut by its children makes a breach or a class that
// does not. Minimal is not optimal, which is NP-hard; `portfolio` tries several orders. With
// `withhold` there is no breach either, but minimality is not promised.
//
// K. Wang, Y. Xu, A. W. C. Fu, R. C. W. Wong: FF-Anonymity: When Quasi-Identifiers Are Missing.
// ICDE 2009, problem II and corollary 3.1.

namespace gauze::freeform {

// The same result on any number of threads. A step looks only at rows below the node that it
// specialises, except where that node has guarded children. Memory: 4 bytes per row and some 40 per
// distinct released row.
Result<Specialized> Specialize(const SpecializeInput& input, const SpecializeOptions& options,
                               Progress& progress);

}  // namespace gauze::freeform
