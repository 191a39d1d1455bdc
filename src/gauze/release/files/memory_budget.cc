#include "gauze/release/files/memory_budget.h"

#include <fmt/format.h>

#include <charconv>

#include "gauze/base/group_limits.h"
#include "gauze/base/testing/test_size.h"

namespace gauze {
namespace {

// The program itself, DuckDB's own tables and the stacks of its threads.
constexpr std::uint64_t kBase = 160ULL << 20U;
// What the steps need at the least.
constexpr std::uint64_t kLeast = 160ULL << 20U;

}  // namespace

Result<Budget> MakeBudget(std::uint64_t memory) {
  Budget budget;
  budget.total = memory > 0 ? memory : UsableMemory() / 5 * 4;
  if (budget.total < kBase + kLeast) {
    return ResourceError(fmt::format("{} MiB is not enough for any run: {} MiB more is needed",
                                     budget.total >> 20U, (kBase + kLeast - budget.total) >> 20U),
                         "--memory", fmt::format("give at least {} MiB", (kBase + kLeast) >> 20U));
  }
  const std::uint64_t left = budget.total - kBase;
  // DuckDB's allocator and its readers take some more than their limit.
  budget.read_engine = left / 2;
  budget.spools = left / 5;
  budget.batch = static_cast<std::uint64_t>(static_cast<double>(left) * kBatchShare);
  budget.lone = static_cast<std::uint64_t>(static_cast<double>(left) * kLoneShare);
  budget.write_engine = left / 5;
  budget.verify_engine = left / 2;
  budget.verify_ids = left / 5;
  budget.spools = TestSize("GAUZE_SPOOL_BYTES", budget.spools);
  return budget;
}

Result<std::uint64_t> ParseBytes(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  double factor = 0;
  if (unit.empty() || unit == "B") factor = 1;
  if (unit == "KiB") factor = 1024.0;
  if (unit == "MiB") factor = 1024.0 * 1024;
  if (unit == "GiB") factor = 1024.0 * 1024 * 1024;
  if (unit == "TiB") factor = 1024.0 * 1024 * 1024 * 1024;
  if (unit == "KB") factor = 1e3;
  if (unit == "MB") factor = 1e6;
  if (unit == "GB") factor = 1e9;
  if (unit == "TB") factor = 1e12;
  const bool sensible = number > 0 && number * factor <= 1e18;  // which "nan" is not
  if (error != std::errc() || factor == 0 || !sensible) {
    return InputError("this is not an amount of memory", "--memory",
                      "write a number and a unit: 4GiB, 512MiB, 2GB");
  }
  return static_cast<std::uint64_t>(number * factor);
}

}  // namespace gauze
