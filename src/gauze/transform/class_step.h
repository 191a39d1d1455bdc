#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gauze/base/descriptor.h"
#include "gauze/policy/policy.h"
#include "gauze/transform/transform.h"

// A step works on the classes that a transform made: on columns that are no quasi-identifiers, or
// on the labels of whole classes. It sees to promises that the transform then need not keep. Adding
// one is one folder or file, one line in list.cc, one test and one docs page.

namespace gauze {

struct ClassStepEntry {
  Descriptor descriptor;
  // Is this a promise that the step sees to?
  bool (*sees_to)(const PolicyEntry& promise);
  // Fails when the step cannot see to all of these promises at once, or not under this policy.
  Status (*check)(const Policy& policy, const std::vector<PolicyEntry>& promises,
                  const std::string& where);
  // Changes values of the classes' rows, and the classes where there is no other way, until every
  // class keeps the promises. Gives the same figures, in the same order, for every region. Advances
  // `progress` by the rows of the region; regions run side by side.
  Result<std::vector<StepFigure>> (*run)(const TransformInput& input,
                                         const std::vector<PolicyEntry>& promises,
                                         const Parameters& parameters,
                                         Generalization& generalization, Progress& progress);
  // The figure of the summary that tells what was lost beside the labels, from 0 to 1. Empty: a
  // part of the table says nothing of what the whole will cost, so `plan` proposes no k.
  std::string cost;
  // What is told of a whole release, from the figures of all its regions.
  std::vector<StepFigure> (*summary)(const std::vector<StepFigure>& figures);
  bool whole = false;  // it needs all classes at once
};

const std::vector<ClassStepEntry>& ClassSteps();
const ClassStepEntry* FindClassStep(std::string_view name);

// Adds the figures of one region to those of others.
void AddFigures(const std::vector<StepFigure>& figures, std::vector<StepFigure>& to);

// A step of the policy sees to this promise.
bool SeenToByStep(const Policy& policy, const PolicyEntry& promise);
// The promises of a policy that its transform must keep: those that no later step sees to.
std::vector<PolicyEntry> PromisesOfTransform(const Policy& policy);
// Every step of the policy can do what is asked of it.
Status CheckSteps(const Policy& policy);

// The promises that this step sees to.
std::vector<PolicyEntry> PromisesOfStep(const Policy& policy, const ClassStepEntry& step);

}  // namespace gauze
