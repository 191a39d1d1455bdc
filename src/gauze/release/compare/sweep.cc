#include "gauze/release/compare/sweep.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "gauze/base/text/suggest.h"
#include "gauze/policy/changed_entry.h"
#include "gauze/policy/preset.h"
#include "gauze/release/manifest/catalog.h"
#include "gauze/release/run/load_policy.h"

namespace gauze {
namespace {

constexpr const char* kWhere = "--sweep";
constexpr const char* kTransform = "transform";
constexpr const char* kCompareInstead =
    "write a policy for each value and give them to gauze compare";

// A parameter as the user names it, and the values that it takes.
struct SweepAxis {
  std::string name;
  std::vector<std::string> values;

  std::string where() const { return fmt::format("{} {}", kWhere, name); }
};

Result<SweepAxis> ParseAxis(const std::string& text) {
  const std::size_t equals = text.find('=');
  SweepAxis axis{.name = text.substr(0, equals)};
  for (std::size_t at = equals; at < text.size();) {
    const std::size_t comma = std::min(text.find(',', at + 1), text.size());
    axis.values.push_back(text.substr(at + 1, comma - at - 1));
    at = comma;
  }
  const std::set<std::string> distinct(axis.values.begin(), axis.values.end());
  if (axis.name.empty() || axis.values.empty() || distinct.contains("")) {
    return InputError("a sweep is the name of a parameter and its values", kWhere,
                      "write it like k=2,5,10 or transform=mondrian,cluster");
  }
  if (distinct.size() < axis.values.size()) {
    return InputError("a value is listed twice", axis.where(), "keep one of the two");
  }
  return axis;
}

std::vector<PolicyEntry*> EntriesOf(Policy& policy) {
  std::vector<PolicyEntry*> entries;
  for (PolicyEntry& entry : policy.protect) entries.push_back(&entry);
  entries.push_back(&policy.transform);
  for (PolicyEntry& entry : policy.steps) entries.push_back(&entry);
  return entries;
}

const Parameter* FindParameter(const Descriptor& descriptor, std::string_view name) {
  const auto found = std::ranges::find(descriptor.parameters, name, &Parameter::name);
  return found == descriptor.parameters.end() ? nullptr : &*found;
}

// An entry of the policy and the name of one of its parameters.
struct Slot {
  PolicyEntry* entry = nullptr;
  std::string parameter;
};

// `l_diversity.l`
Result<Slot> FindQualified(Policy& policy, const SweepAxis& axis, std::size_t dot) {
  const std::string owner = axis.name.substr(0, dot);
  Slot slot{.parameter = axis.name.substr(dot + 1)};
  std::vector<std::string> owners;
  for (PolicyEntry* entry : EntriesOf(policy)) {
    owners.push_back(entry->descriptor->name);
    if (owners.back() != owner) continue;
    if (slot.entry != nullptr) {
      return InputError(fmt::format("the policy has {} more than once", owner), axis.where(),
                        kCompareInstead);
    }
    slot.entry = entry;
  }
  if (slot.entry == nullptr) {
    return InputError(fmt::format("the policy has no {}", owner), axis.where(),
                      DidYouMean(owner, owners));
  }
  if (FindParameter(*slot.entry->descriptor, slot.parameter) == nullptr) {
    std::vector<std::string> known;
    for (const Parameter& parameter : slot.entry->descriptor->parameters) {
      known.push_back(parameter.name);
    }
    return InputError(fmt::format("{} has no parameter \"{}\"", owner, slot.parameter),
                      axis.where(), DidYouMean(slot.parameter, known));
  }
  return slot;
}

Result<Slot> FindSlot(Policy& policy, const SweepAxis& axis) {
  const std::size_t dot = axis.name.find('.');
  if (dot != std::string::npos) return FindQualified(policy, axis, dot);
  std::vector<PolicyEntry*> owners;
  std::set<std::string> owner_names;
  std::set<std::string> known = {kTransform};
  for (PolicyEntry* entry : EntriesOf(policy)) {
    for (const Parameter& parameter : entry->descriptor->parameters) known.insert(parameter.name);
    if (FindParameter(*entry->descriptor, axis.name) == nullptr) continue;
    owners.push_back(entry);
    owner_names.insert(fmt::format("{}.{}", entry->descriptor->name, axis.name));
  }
  if (owners.empty()) {
    return InputError(fmt::format("nothing in the policy has a parameter \"{}\"", axis.name),
                      axis.where(), DidYouMean(axis.name, {known.begin(), known.end()}));
  }
  if (owners.size() > 1) {
    return InputError(
        fmt::format("{} things in the policy have a parameter \"{}\"", owners.size(), axis.name),
        axis.where(),
        owner_names.size() == 1 ? std::string(kCompareInstead)
                                : fmt::format("say which: {}", fmt::join(owner_names, " or ")));
  }
  return Slot{owners.front(), axis.name};
}

Status SetParameter(const SweepAxis& axis, const std::string& value, Policy& policy,
                    std::set<std::string>& swept) {
  GAUZE_ASSIGN(const Slot slot, FindSlot(policy, axis));
  const Descriptor& descriptor = *slot.entry->descriptor;
  if (!swept.insert(fmt::format("{}.{}", descriptor.name, slot.parameter)).second) {
    return InputError(fmt::format("{} is swept twice", slot.parameter), axis.where(),
                      "put all values into one sweep");
  }
  switch (FindParameter(descriptor, slot.parameter)->type) {
    case ParameterType::kInteger:
    case ParameterType::kNumber:
    case ParameterType::kChoice:
    case ParameterType::kBoolean:
      break;
    default:
      return InputError(
          fmt::format("{} is not a number, choice or switch, and cannot be swept", slot.parameter),
          axis.where(), kCompareInstead);
  }
  GAUZE_ASSIGN(slot.entry->parameters,
               ChangedParameters(*slot.entry, {slot.parameter, value, axis.where()}));
  return {};
}

Status SetTransform(const SweepAxis& axis, const std::string& name, Policy& policy) {
  const auto& transforms = TheCatalog().transforms;
  const auto found = std::ranges::find(transforms, name, &Descriptor::name);
  if (found == transforms.end()) {
    std::vector<std::string> known;
    for (const Descriptor* transform : transforms) known.push_back(transform->name);
    return InputError(fmt::format("there is no transform \"{}\"", name), axis.where(),
                      DidYouMean(name, known));
  }
  if (*found == policy.transform.descriptor) return {};
  std::vector<RawParameter> shared;
  for (const auto& [parameter, text] : policy.transform.parameters.written()) {
    const Parameter* same = FindParameter(**found, parameter);
    if (same == nullptr) continue;
    // A choice that the other transform has not is left to its default.
    const bool known = same->type != ParameterType::kChoice ||
                       std::ranges::find(same->choices, text) != same->choices.end();
    if (!known) continue;
    shared.push_back({parameter, text, policy.transform.where});
    if (same->type == ParameterType::kNames) {
      shared.back().names = policy.transform.parameters.Names(parameter);
    }
  }
  policy.transform.descriptor = *found;
  GAUZE_ASSIGN(policy.transform.parameters, Parameters::Make(**found, shared, axis.where()));
  return {};
}

// One combination of values; the transform first, as parameters may be the new one's.
Result<Candidate> MakeCandidate(const Policy& policy, const std::vector<SweepAxis>& axes,
                                const std::vector<std::size_t>& chosen) {
  Candidate candidate{.policy = policy};
  std::set<std::string> swept;
  for (const bool transform : {true, false}) {
    for (std::size_t i = 0; i < axes.size(); ++i) {
      if ((axes[i].name == kTransform) != transform) continue;
      const std::string& value = axes[i].values[chosen[i]];
      GAUZE_TRY(transform ? SetTransform(axes[i], value, candidate.policy)
                          : SetParameter(axes[i], value, candidate.policy, swept));
    }
  }
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    candidate.values.emplace_back(axes[i].name, axes[i].values[chosen[i]]);
    parts.push_back(fmt::format("{}={}", axes[i].name, axes[i].values[chosen[i]]));
  }
  candidate.name = fmt::format("{}", fmt::join(parts, ", "));
  GAUZE_TRY(CheckPreset(candidate.policy));
  GAUZE_TRY(CheckForRun(candidate.policy));
  return candidate;
}

}  // namespace

Result<std::vector<Candidate>> SweepPolicy(const Policy& policy,
                                           const std::vector<std::string>& sweeps) {
  std::vector<SweepAxis> axes;
  for (const std::string& sweep : sweeps) {
    GAUZE_ASSIGN(SweepAxis axis, ParseAxis(sweep));
    if (std::ranges::find(axes, axis.name, &SweepAxis::name) != axes.end()) {
      return InputError(fmt::format("{} is swept twice", axis.name), axis.where(),
                        "put all values into one sweep");
    }
    axes.push_back(std::move(axis));
  }
  std::vector<Candidate> candidates;
  std::vector<std::size_t> chosen(axes.size(), 0);
  for (bool more = true; more;) {
    GAUZE_ASSIGN(Candidate candidate, MakeCandidate(policy, axes, chosen));
    candidates.push_back(std::move(candidate));
    more = false;
    for (std::size_t i = axes.size(); i-- > 0 && !more;) {
      chosen[i] = (chosen[i] + 1) % axes[i].values.size();
      more = chosen[i] != 0;
    }
  }
  return candidates;
}

}  // namespace gauze
