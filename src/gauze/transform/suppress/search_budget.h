#pragma once

#include <cstdint>

namespace gauze::suppress {

struct Budget {
  // How many removals are evaluated, at most, or steps of a bound taken. The same number gives the
  // same result everywhere. What is left undone makes `proven` false.
  std::uint64_t nodes = 100'000;
  // Stops after so many seconds on the processor too, and then results depend on the machine. 0:
  // never.
  double seconds = 0;
};

}  // namespace gauze::suppress
