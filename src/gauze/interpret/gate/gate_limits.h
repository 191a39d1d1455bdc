#pragma once

#include <cstdint>

namespace gauze {

// How few persons the gate lets an answer stand for.
struct GateLimits {
  // Behind any answer, or combination of answers; at least 2.
  std::uint32_t k = 0;
  // Behind what an alias of a safe column means: those who show it chose 3, to be told about least.
  // At least k; 0: twice k.
  std::uint32_t k3 = 0;
};

}  // namespace gauze
