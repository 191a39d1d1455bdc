#pragma once

#include <cstdint>
#include <cstdlib>

namespace gauze {

// A size that tests make small by an environment variable, so that a small table takes the path of
// a large one. Not for users: HACKING.md lists the variables.
inline std::uint64_t TestSize(const char* variable, std::uint64_t usual) {
  const char* forced = std::getenv(variable);
  const std::uint64_t size = forced == nullptr ? 0 : std::strtoull(forced, nullptr, 10);
  return size == 0 ? usual : size;
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
inline constexpr bool kSanitized =
    __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool kSanitized = false;
#endif

// Rounds of a test on random cases. A sanitizer makes each of them many times as slow, and what it
// looks for shows in the first ones: a tenth is enough for it.
inline constexpr std::uint64_t TestRounds(std::uint64_t usual) {
  return kSanitized ? usual / 10 : usual;
}

}  // namespace gauze
