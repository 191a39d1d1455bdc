#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "gauze/table/domain.h"

namespace gauze {

// One column of codes in the narrowest of 1, 2 or 4 bytes that holds its domain.
class CodeColumn {
 public:
  // `domain_size` codes, from 0; `size` cells, all 0.
  CodeColumn(Code domain_size, std::size_t size);

  std::size_t size() const;
  Code Get(std::size_t index) const;
  void Set(std::size_t index, Code code);

  // Calls `function` once with the typed vector: `column.Visit([&](const auto& codes) {…});`
  // Loops over many cells go through it, so that the width is decided once and not per cell.
  template <typename Function>
  decltype(auto) Visit(Function&& function) const {
    return std::visit(std::forward<Function>(function), codes_);
  }
  template <typename Function>
  decltype(auto) Visit(Function&& function) {
    return std::visit(std::forward<Function>(function), codes_);
  }

 private:
  std::variant<std::vector<std::uint8_t>, std::vector<std::uint16_t>, std::vector<std::uint32_t>>
      codes_;
};

}  // namespace gauze
