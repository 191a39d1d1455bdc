// Any bytes as a question or a tree in JSON: no crash, nothing thrown, and the canonical form of
// what was read is read as the same.
#include "gauze/interpret/query/decision_tree.h"
#include "gauze/interpret/query/query.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto query = gauze::QueryFromJson(text)) {
    const auto again = gauze::ParseQuery(gauze::QueryText(*query));
    if (!again || *again != *query) __builtin_trap();
  }
  if (const auto tree = gauze::TreeFromJson(text)) {
    const std::string canonical = gauze::TreeText(*tree);
    const auto again = gauze::TreeFromJson(canonical);
    if (!again || gauze::TreeText(*again) != canonical) __builtin_trap();
  }
  return 0;
}
