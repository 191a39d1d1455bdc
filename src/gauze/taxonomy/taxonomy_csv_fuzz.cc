// Any bytes as a hierarchy file: no crash, and what was read survives being written.
#include "gauze/taxonomy/read.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto taxonomy = gauze::ParseTaxonomy(text, "f.csv");
  if (!taxonomy) return 0;
  const auto again = gauze::ParseTaxonomy(gauze::WriteTaxonomyCsv(*taxonomy), "f.csv");
  if (!again || again->leaves().size() != taxonomy->leaves().size()) __builtin_trap();
  if (again->nodes().size() != taxonomy->nodes().size()) __builtin_trap();
  for (std::size_t i = 0; i < taxonomy->leaves().size(); ++i) {
    if ((*again)[again->leaves()[i]].label != (*taxonomy)[taxonomy->leaves()[i]].label) {
      __builtin_trap();
    }
  }
  return 0;
}
