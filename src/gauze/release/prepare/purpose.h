#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

// Who will read a release. What `gauze init --for` proposes depends on it. Adding a purpose is one
// entry in purpose.cc and a row in docs/proposals.md.

namespace gauze {

struct Purpose {
  std::string_view name;     // "share"
  std::string_view readers;  // "one recipient who has signed an agreement"
  std::uint64_t k = 0;       // the least number of people who look alike; 0: the preset's
  std::string_view preset;   // of policy/preset.h; empty: none
  std::string_view source;   // who uses this k, and for what
  // Different values of every sensitive column in every class, two where it has few; 0: none is
  // promised. Columns in
  // which that would cost too much are then dropped.
  std::uint64_t l = 0;
};

const std::vector<Purpose>& Purposes();
// nullptr: there is none of this name.
const Purpose* FindPurpose(std::string_view name);

}  // namespace gauze
