#include "gauze/release/input/listed_terms.h"

#include <algorithm>

#include "gauze/transform/suppress/safe_terms.h"

namespace gauze {

void KeepListedTerms(const Policy& policy, const std::map<std::string, Knowledge>& knowledge,
                     std::vector<SpelledColumn>& columns) {
  if (!suppress::ShowsSafeTermsOnly(policy)) return;
  for (const PolicyEntry& promise : policy.protect) {
    const Parameters& parameters = promise.parameters;
    if (!parameters.Has("knowledge")) continue;
    const auto column =
        std::ranges::find(columns, parameters.Text("attribute"), &SpelledColumn::name);
    if (column == columns.end()) continue;
    const Knowledge& known = knowledge.at(parameters.Text("knowledge"));
    const std::vector<bool> listed = suppress::SafeTerms(
        known, suppress::LeastLabels(parameters.Number("c"),
                                     static_cast<std::uint64_t>(parameters.Integer("l"))));
    const std::string& separator = policy.Find(column->name)->attribute.separator;
    for (std::string& cell : column->values) {
      std::string kept;
      for (const std::string& term : SplitTerms(cell, separator)) {
        const TermId id = known.FindTerm(term);
        if (id == Knowledge::kNoTerm || !listed[id]) continue;
        if (!kept.empty()) kept += separator;
        kept += term;
      }
      cell = std::move(kept);
    }
  }
}

}  // namespace gauze
