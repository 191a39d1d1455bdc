#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gauze/base/descriptor.h"
#include "gauze/policy/policy.h"
#include "gauze/transform/transform.h"

// A step works inside the classes that a transform made, on columns that are no quasi-identifiers,
// and sees to promises that the transform then need not keep. Adding one is one folder or file, one
// line in list.cc, one test and one docs page.

namespace gauze {

struct ClassStepEntry {
  Descriptor descriptor;
  // Is this a promise that the step sees to?
  bool (*sees_to)(const PolicyEntry& promise);
  // Fails when the step cannot see to all of these promises at once.
  Status (*check)(const std::vector<PolicyEntry>& promises, const std::string& where);
  // Changes values of the classes' rows, and the classes where there is no other way, until every
  // class keeps the promises. Gives the same figures, in the same order, for every region.
  Result<std::vector<StepFigure>> (*run)(const TransformInput& input,
                                         const std::vector<PolicyEntry>& promises,
                                         const Parameters& parameters,
                                         Generalization& generalization);
  // The figure of the summary that tells what was lost, from 0 to 1.
  std::string cost;
  // What is told of a whole release, from the figures of all its regions.
  std::vector<StepFigure> (*summary)(const std::vector<StepFigure>& figures);
};

const std::vector<ClassStepEntry>& ClassSteps();
const ClassStepEntry* FindClassStep(std::string_view name);

// Adds the figures of one region to those of others.
void AddFigures(const std::vector<StepFigure>& figures, std::vector<StepFigure>& to);

// The promises of a policy that its transform must keep: those that no later step sees to.
std::vector<PolicyEntry> PromisesOfTransform(const Policy& policy);
// The promises that this step sees to.
std::vector<PolicyEntry> PromisesOfStep(const Policy& policy, const ClassStepEntry& step);

}  // namespace gauze
