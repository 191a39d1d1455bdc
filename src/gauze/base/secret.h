#pragma once

#include <sodium.h>

#include <type_traits>

namespace gauze {

// A secret of a fixed size, such as a key. It is moved, never copied, and wiped wherever it was.
template <typename T>
struct Secret {
  static_assert(std::is_trivially_copyable_v<T>, "a copy in memory of its own would stay");
  T value{};

  Secret() = default;
  Secret(const Secret&) = delete;
  Secret& operator=(const Secret&) = delete;
  Secret(Secret&& other) noexcept : value(other.value) { other.Wipe(); }
  Secret& operator=(Secret&& other) noexcept {
    if (this == &other) return *this;
    value = other.value;
    other.Wipe();
    return *this;
  }
  ~Secret() { Wipe(); }

 private:
  void Wipe() { sodium_memzero(&value, sizeof(value)); }
};

}  // namespace gauze
