#include "gauze/release/promise/table_promises.h"

#include <fmt/format.h>

#include <algorithm>

#include "gauze/model/class_parts.h"
#include "gauze/release/promise/certain_cells_promise.h"
#include "gauze/release/promise/composition_promise.h"
#include "gauze/release/promise/freeform_promise.h"
#include "gauze/release/promise/record_risk_promise.h"
#include "gauze/transform/class_step.h"
#include "gauze/transform/transform.h"

namespace gauze {

const std::vector<TablePromiseEntry>& TablePromises() {
  static const std::vector<TablePromiseEntry> kList = {
      RecordRiskPromise(),
      FreeformPromise(),
      CertainCellsPromise(),
      CompositionPromise(),
  };
  return kList;
}

const TablePromiseEntry* FindTablePromise(std::string_view name) {
  const auto found = std::ranges::find_if(TablePromises(), [&](const TablePromiseEntry& entry) {
    return entry.descriptor.name == name;
  });
  return found == TablePromises().end() ? nullptr : &*found;
}

Status CheckKept(const Policy& policy) {
  const TransformEntry& transform = *FindTransform(policy.transform.descriptor->name);
  if (!policy.steps.empty() && !transform.keeps.empty()) {
    const PolicyEntry& step = policy.steps.front();
    return InputError(
        fmt::format(
            fmt::runtime(transform.keeps_joined
                             ? "{} changes classes one by one, and {} decides labels for everybody"
                             : "{} works on classes, and {} makes none"),
            step.descriptor->name, transform.descriptor.name),
        step.where, "leave the step out, or use mondrian or cluster");
  }
  for (const PolicyEntry& promise : policy.protect) {
    const std::string& name = promise.descriptor->name;
    if (transform.keeps == name || SeenToByStep(policy, promise)) continue;
    const TablePromiseEntry* table = FindTablePromise(name);
    const bool of_classes =
        table == nullptr || FindClassParts(name) != nullptr || !table->if_broken.empty();
    if (of_classes && transform.keeps.empty()) continue;
    // It refuses models that it does not keep.
    if (transform.keeps_joined && (table == nullptr || table->about_classes)) continue;
    // Suppressing cells costs less, but keeps nothing else.
    if (transform.keeps.empty() && policy.protect.size() > 1) {
      for (const ClassStepEntry& step : ClassSteps()) {
        if (!step.sees_to(promise)) continue;
        return InputError(
            fmt::format("{} does not keep {}", transform.descriptor.name, name), promise.where,
            fmt::format("write transform: [{{{}: {{}}}}, {{{}: {{}}}}], or promise something else",
                        transform.descriptor.name, step.descriptor.name));
      }
    }
    std::string keeper = "mondrian";
    for (const TransformEntry& other : Transforms()) {
      if (other.keeps == name) keeper = other.descriptor.name;
    }
    return InputError(
        fmt::format("{} does not keep {}", transform.descriptor.name, name), promise.where,
        fmt::format("write transform: {{{}: {{}}}}, or promise something else", keeper));
  }
  for (const PolicyEntry& promise : policy.protect) {
    const TablePromiseEntry* entry = FindTablePromise(promise.descriptor->name);
    if (entry != nullptr) GAUZE_TRY(entry->check(policy, promise));
  }
  return {};
}

}  // namespace gauze
