#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/base/ratio.h"

// Freeform attacks: which values of a column are sensitive, which an adversary can observe on a
// person, and what they may then find out. A column can be both: influenza is seen, AIDS is not.
//
// K. Wang, Y. Xu, A. W. C. Fu, R. C. W. Wong: FF-Anonymity: When Quasi-Identifiers Are Missing.
// ICDE 2009.

namespace gauze::freeform {

// Whether |Leaf| and |sLeaf| count the values that occur in the input, or all that the hierarchy
// lists (the paper). A value that nobody has must not make its parent look observable, hence the
// default.
enum class Leaves : std::uint8_t { kOccurring, kTaxonomy };

// What the publisher says of one attribute.
struct AttributeRules {
  // The guarding set: names of nodes all of whose values are sensitive. "*" is all values, missing
  // ones among them. Empty: nothing is sensitive.
  std::vector<std::string> guard;
  std::string sensitivity = "aggregate";      // a name of Sensitivities()
  std::string observability = "sensitivity";  // a name of Observabilities()
  // For observability "belief": how observable the values below a node are, from 0 to 1. The
  // nearest named node above a value decides; every value needs one.
  std::vector<std::pair<std::string, Ratio>> beliefs;
  Ratio boost;  // what each step up adds
  Leaves leaves = Leaves::kOccurring;
};

// What counts as a breach.
struct BreachRules {
  Ratio threat;           // sigma_t: an attack is a breach if its threat is above
  Ratio observable_from;  // sigma_o: a value is observable if its observability is at least this

  // The adversary may also know an observable value of the target's own attribute: they divide by
  // those who match X and the lowest observable node above the target.
  bool own = false;

  // Each guarded value for itself (the paper), or also the chance of some guarded value: the sum of
  // threats over values of which none is above another.
  enum class Targets : std::uint8_t { kEach, kAny };
  Targets targets = Targets::kEach;

  // `threat` from 0 to 1, `observable_from` above 0 and at most 1.
  Status Validate(const std::string& where) const;
};

}  // namespace gauze::freeform
