// Any bytes as the target of a request: no crash, and what is read of it is plain text.
#include <cstddef>
#include <cstdint>

#include "gauze/http/target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto target = gauze::http::ParseTarget({reinterpret_cast<const char*>(data), size});
  if (!target) return 0;
  for (const std::string& segment : target->segments) {
    if (segment.empty() || !gauze::http::IsPlainText(segment)) __builtin_trap();
  }
  if (!target->query) return 0;
  for (const auto& [name, value] : *target->query) {
    if (!gauze::http::IsPlainText(name) || !gauze::http::IsPlainText(value)) __builtin_trap();
  }
  return 0;
}
