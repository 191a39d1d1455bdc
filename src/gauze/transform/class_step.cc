#include "gauze/transform/class_step.h"

#include <fmt/format.h>

#include <algorithm>

#include "gauze/transform/transform.h"

namespace gauze {

const ClassStepEntry* FindClassStep(std::string_view name) {
  const auto found = std::ranges::find_if(
      ClassSteps(), [&](const ClassStepEntry& entry) { return entry.descriptor.name == name; });
  return found == ClassSteps().end() ? nullptr : &*found;
}

void AddFigures(const std::vector<StepFigure>& figures, std::vector<StepFigure>& to) {
  if (to.empty()) {
    to = figures;
    return;
  }
  for (std::size_t i = 0; i < figures.size(); ++i) {
    to[i].value =
        to[i].largest ? std::max(to[i].value, figures[i].value) : to[i].value + figures[i].value;
  }
}

bool SeenToByStep(const Policy& policy, const PolicyEntry& promise) {
  return std::ranges::any_of(policy.steps, [&](const PolicyEntry& step) {
    return FindClassStep(step.descriptor->name)->sees_to(promise);
  });
}

std::vector<PolicyEntry> PromisesOfTransform(const Policy& policy) {
  std::vector<PolicyEntry> promises;
  for (const PolicyEntry& promise : policy.protect) {
    if (!SeenToByStep(policy, promise)) promises.push_back(promise);
  }
  return promises;
}

std::vector<PolicyEntry> PromisesOfStep(const Policy& policy, const ClassStepEntry& step) {
  std::vector<PolicyEntry> promises;
  for (const PolicyEntry& promise : policy.protect) {
    if (step.sees_to(promise)) promises.push_back(promise);
  }
  return promises;
}

Status CheckSteps(const Policy& policy) {
  if (policy.steps.empty()) return {};
  const PolicyEntry& first = policy.steps.front();
  if (policy.transform.parameters.Has("grid")) {
    return InputError(
        fmt::format("{} makes labels that end at values that occur", first.descriptor->name),
        first.where, "leave out `boxes: grid`, or the step");
  }
  for (const PolicyEntry& step : policy.steps) {
    const auto same = [&](const PolicyEntry& other) { return other.descriptor == step.descriptor; };
    if (std::ranges::count_if(policy.steps, same) > 1) {
      return InputError(fmt::format("{} is listed twice", step.descriptor->name), step.where,
                        "list each step once: it sees to all of its promises");
    }
    const ClassStepEntry& entry = *FindClassStep(step.descriptor->name);
    GAUZE_TRY(entry.check(policy, PromisesOfStep(policy, entry), step.where));
  }
  return {};
}

}  // namespace gauze
