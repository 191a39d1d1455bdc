// Any bytes as a knowledge table in either form: no crash, and every label links to its own terms.
#include "gauze/taxonomy/read_knowledge.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const char* name : {"f.csv", "f.json"}) {
    const auto knowledge = gauze::ParseKnowledge(text, name);
    if (!knowledge) continue;
    for (gauze::TermId term = 0; term < knowledge->term_count(); ++term) {
      if (knowledge->FindTerm(knowledge->terms()[term]) != term) __builtin_trap();
      if (knowledge->CountLinked({&term, 1}) != knowledge->LabelsOf(term).size()) __builtin_trap();
      if (knowledge->LabelsOf(term).size() == 0) __builtin_trap();
    }
  }
  return 0;
}
