#pragma once

#include <vector>

#include "gauze/page/entry.h"
#include "gauze/page/html.h"

namespace gauze::page {

// Something that can still happen to people in a release.
struct RemainingRisk {
  Html told;
  // No promise is about it, or one is broken: a page with such a risk is not green.
  bool open = true;
};

// What remains, the worst first: promises that are broken, attacks that succeeded, people who can
// be singled out by what an outsider may know, then by all that is released, what the run warned
// of, and last the chance of a guess that promises allow. Empty of a document that tells nothing of
// it.
std::vector<RemainingRisk> RemainingRisks(const Entry& evidence);

}  // namespace gauze::page
