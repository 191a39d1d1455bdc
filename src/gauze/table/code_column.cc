#include "gauze/table/code_column.h"

namespace gauze {

CodeColumn::CodeColumn(Code domain_size, std::size_t size) {
  if (domain_size <= 1U << 8U) {
    codes_ = std::vector<std::uint8_t>(size);
  } else if (domain_size <= 1U << 16U) {
    codes_ = std::vector<std::uint16_t>(size);
  } else {
    codes_ = std::vector<std::uint32_t>(size);
  }
}

std::size_t CodeColumn::size() const {
  return Visit([](const auto& codes) { return codes.size(); });
}

Code CodeColumn::Get(std::size_t index) const {
  return Visit([&](const auto& codes) { return static_cast<Code>(codes[index]); });
}

void CodeColumn::Set(std::size_t index, Code code) {
  Visit([&](auto& codes) {
    codes[index] = static_cast<typename std::decay_t<decltype(codes)>::value_type>(code);
  });
}

}  // namespace gauze
