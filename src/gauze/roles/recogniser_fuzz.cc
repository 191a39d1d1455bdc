// Any bytes as a value and as the name of a column: no crash, and suggestions are complete.
#include "gauze/roles/recogniser.h"
#include "gauze/roles/suggest_role.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  gauze::ColumnFacts facts{.name = text, .rows = 20, .distinct = 20, .looked_at = 1};
  for (const gauze::Recogniser& recogniser : gauze::Recognisers()) {
    facts.recognised.push_back(recogniser.fits(text) ? 1 : 0);
  }
  if (gauze::SuggestRole(facts).reason.empty()) __builtin_trap();
  return 0;
}
