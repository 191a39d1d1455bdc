#pragma once

#include <string>
#include <vector>

#include "gauze/policy/policy.h"
#include "gauze/release/compare/sample_trial.h"
#include "gauze/release/compare/survey.h"
#include "gauze/release/files/memory_budget.h"

namespace gauze {

// What a run needs of the machine.
struct Space {
  double memory = 0;   // bytes, at the peak of the process
  double missing = 0;  // of these, what has to be given beyond the limit; 0: the run fits
  double disk = 0;
  bool sharded = false;
};

// By the model that the run itself keeps to (memory_model.h). `plain`: the source is read by our
// own reader.
Space EstimateSpace(const Policy& policy, const Survey& survey, const Trial& largest,
                    const Budget& budget, std::size_t workers, bool plain);

// Seconds of each part of a run.
struct Times {
  double read = 0;
  double make = 0;
  double write = 0;
  double verify = 0;

  double total() const { return read + make + write + verify; }
};

// From trials of growing size on this machine.
Times EstimateTimes(const Policy& policy, const Survey& survey, const std::vector<Trial>& trials,
                    std::size_t workers);

// What takes most of the time, as a phrase: "cluster, which has to keep t_closeness(…)".
std::string DrivesTheTime(const Policy& policy, const Times& times);

}  // namespace gauze
