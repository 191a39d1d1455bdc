#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gauze/base/descriptor.h"
#include "gauze/policy/policy.h"

// Thresholds that guidelines ask for, by name: `preset: ema_0070`. Adding one is one
// entry in preset_list.cc and a section in docs/presets.md.
//
// A preset says the least that a policy must promise. It adds that to the policy's promises; the
// policy may promise more, and promising less beside it is an error. It may also say what the
// section `about` must state.

namespace gauze {

struct Preset {
  struct Least {
    std::string model;
    std::string parameter;  // an integer that protects more the larger it is
    std::int64_t value = 0;
  };

  // No parameters. `guarantees` tells what it means, `not_covered` what it does not, `reference`
  // who says so.
  Descriptor descriptor;
  std::vector<Least> least;
  std::vector<std::string> stated = {};  // fields of `about`
};

const std::vector<Preset>& Presets();

// The policy's preset becomes promises, before its own ones.
Status AddPreset(const Catalog& catalog, Policy& policy);

// Nothing in the policy promises or states less than its preset asks for.
Status CheckPreset(const Policy& policy);

}  // namespace gauze
