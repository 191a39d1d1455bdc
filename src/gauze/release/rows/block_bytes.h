#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gauze/base/error.h"

// Private to sorted_runs.cc: numbers and texts as bytes, for a private file of this machine.

namespace gauze {

class BlockWriter {
 public:
  template <typename T>
  void Put(T value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void PutText(std::string_view text) {
    Put(static_cast<std::uint32_t>(text.size()));
    bytes_ += text;
  }
  // In as many bytes each as the largest needs.
  template <typename T>
  void PutNumbers(std::span<const T> numbers) {
    T all = 0;
    for (const T number : numbers) all |= number;
    const auto fits = [&](auto limit) {
      return all <= std::numeric_limits<decltype(limit)>::max();
    };
    if (fits(std::uint8_t{})) return PutAs<std::uint8_t>(numbers);
    if (fits(std::uint16_t{})) return PutAs<std::uint16_t>(numbers);
    if (fits(std::uint32_t{})) return PutAs<std::uint32_t>(numbers);
    PutAs<std::uint64_t>(numbers);
  }
  std::string Take() { return std::move(bytes_); }

 private:
  template <typename Narrow, typename T>
  void PutAs(std::span<const T> numbers) {
    Put(static_cast<std::uint8_t>(sizeof(Narrow)));
    const std::size_t at = bytes_.size();
    bytes_.resize(at + numbers.size() * sizeof(Narrow));
    char* to = bytes_.data() + at;
    for (const T number : numbers) {
      const auto narrow = static_cast<Narrow>(number);
      std::memcpy(to, &narrow, sizeof narrow);
      to += sizeof narrow;
    }
  }

  std::string bytes_;
};

class BlockReader {
 public:
  explicit BlockReader(std::string_view bytes) : bytes_(bytes) {}

  template <typename T>
  T Get() {
    T value{};
    std::memcpy(&value, Next(sizeof value), sizeof value);
    return value;
  }
  std::string_view GetText() {
    const auto size = Get<std::uint32_t>();
    return {Next(size), size};
  }
  template <typename T>
  std::vector<T> GetNumbers(std::size_t count) {
    std::vector<T> numbers(count);
    VisitNumbers<T>(count, [&](std::size_t i, T number) { numbers[i] = number; });
    return numbers;
  }
  // Calls visit(index, number).
  template <typename T, typename Visit>
  void VisitNumbers(std::size_t count, const Visit& visit) {
    switch (Get<std::uint8_t>()) {
      case sizeof(std::uint8_t):
        return VisitAs<std::uint8_t, T>(count, visit);
      case sizeof(std::uint16_t):
        return VisitAs<std::uint16_t, T>(count, visit);
      case sizeof(std::uint32_t):
        return VisitAs<std::uint32_t, T>(count, visit);
      default:
        return VisitAs<std::uint64_t, T>(count, visit);
    }
  }

 private:
  const char* Next(std::size_t size) {
    Check(size <= bytes_.size() - at_, "a block is as long as it was written");
    at_ += size;
    return bytes_.data() + (at_ - size);
  }
  template <typename Narrow, typename T, typename Visit>
  void VisitAs(std::size_t count, const Visit& visit) {
    const char* from = Next(count * sizeof(Narrow));
    for (std::size_t i = 0; i < count; ++i) {
      Narrow narrow{};
      std::memcpy(&narrow, from + i * sizeof narrow, sizeof narrow);
      visit(i, static_cast<T>(narrow));
    }
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
};

}  // namespace gauze
