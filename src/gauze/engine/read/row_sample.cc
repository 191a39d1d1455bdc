#include "gauze/engine/read/row_sample.h"

#include <fmt/format.h>

namespace gauze {

RowSample::RowSample(std::uint64_t rows) {
  if (rows <= kMost) return;
  const auto share = static_cast<double>(kMost) / static_cast<double>(rows);
  limit_ = static_cast<std::uint64_t>(share * static_cast<double>(kCycle));
}

// An engine divides more slowly than it masks.
std::string RowSample::Condition(const std::string& row) const {
  return fmt::format("((({3}::UBIGINT & {0}) * {1}) & {0}) < {2}", kCycle - 1, kStep, limit_, row);
}

}  // namespace gauze
