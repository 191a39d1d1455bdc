#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "gauze/base/progress.h"
#include "gauze/release/run/run.h"

namespace gauze {

// What a run on some rows took and made.
struct Trial {
  double rows = 0;
  double records = 0;       // that it held
  double tuples = 0;        // different ones
  double combinations = 0;  // of quasi-identifiers
  double read = 0;          // seconds
  double make = 0;
  double write = 0;
  double verify = 0;
  double classes = 0;
  double bytes = 0;                              // of the release
  double loss = 0;                               // NCP
  std::map<std::string, double> attribute_loss;  // the same, by quasi-identifier
  Json steps;                                    // what the steps after the transform told
};

// Runs a policy on the first rows of its source, or on about so many from all over it (`spread`),
// into a private folder that goes away.
Result<Trial> TryOut(const RunOptions& options, std::uint64_t rows, Progress& progress,
                     bool spread = false);

}  // namespace gauze
