#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gauze/model/qs_model.h"
#include "gauze/transform/suppress/suppress.h"
#include "gauze/transform/transform.h"

namespace gauze::suppress {

// Rows of a class that have the same set: terms as they are spelled and as the knowledge table
// knows them, at the same positions, and which members have them.
struct SetOfClass {
  Code code = 0;
  std::vector<std::string> spelled;
  TermRows terms;
  std::vector<std::size_t> members;
};

// The different sets of a class, in the order of their codes.
std::vector<SetOfClass> SetsOf(const TransformInput& input, const Knowledge& knowledge,
                               std::size_t attribute, const Generalization& generalization,
                               std::size_t class_index);

// A member of a class after suppression: so many rows of a tuple show this set.
struct Shown {
  std::uint32_t tuple = 0;
  std::size_t member = 0;  // its place in the class
  std::uint64_t rows = 0;
  std::string set;
};

// Deals the removals out to the members, in order.
std::vector<Shown> Deal(const TransformInput& input, const Generalization& generalization,
                        std::size_t class_index, const std::vector<SetOfClass>& sets,
                        const std::vector<Removal>& removals, const std::string& separator);

}  // namespace gauze::suppress
