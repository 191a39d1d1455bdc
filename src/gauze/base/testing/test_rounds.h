#pragma once

#include <algorithm>
#include <cstdint>

#include "gauze/base/testing/test_size.h"

namespace gauze {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
inline constexpr bool kSanitized =
    __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool kSanitized = false;
#endif

// By how much tests on random cases are shorter than usual: GAUZE_FEWER_ROUNDS=4 makes them a
// quarter. A sanitizer makes each round many times as slow, and what it looks for shows in the
// first ones: a tenth is enough.
inline std::uint64_t FewerRounds() { return TestSize("GAUZE_FEWER_ROUNDS", kSanitized ? 10 : 1); }

// Rounds of a test on random cases. GAUZE_ROUNDS=20 makes it twenty times as long.
inline std::uint64_t TestRounds(std::uint64_t usual) {
  return std::max<std::uint64_t>(1, usual * TestSize("GAUZE_ROUNDS", 1) / FewerRounds());
}

}  // namespace gauze
