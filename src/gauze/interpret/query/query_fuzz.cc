// Any bytes as a question: no crash, nothing thrown, and its canonical text is read as the same.
#include "gauze/interpret/query/query.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto query = gauze::ParseQuery(text);
  if (!query) return 0;
  const std::string canonical = gauze::QueryText(*query);
  const auto again = gauze::ParseQuery(canonical);
  if (!again || *again != *query || gauze::QueryText(*again) != canonical) __builtin_trap();
  return 0;
}
