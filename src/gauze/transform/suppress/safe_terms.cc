#include "gauze/transform/suppress/safe_terms.h"

#include <algorithm>
#include <numeric>

#include "gauze/base/stop.h"

namespace gauze::suppress {
namespace {

std::vector<TermId> CommonFirst(const Knowledge& knowledge) {
  std::vector<TermId> terms(knowledge.term_count());
  std::iota(terms.begin(), terms.end(), TermId{0});
  std::ranges::sort(terms, [&](TermId a, TermId b) {
    const std::size_t has[2] = {knowledge.LabelsOf(a).size(), knowledge.LabelsOf(b).size()};
    return has[0] != has[1] ? has[0] > has[1] : knowledge.terms()[a] < knowledge.terms()[b];
  });
  return terms;
}

}  // namespace

bool ShowsSafeTermsOnly(const Policy& policy) {
  return std::ranges::any_of(policy.steps, [](const PolicyEntry& step) {
    return step.parameters.Has("minimality") && step.parameters.Text("minimality") == "safe";
  });
}

std::size_t LeastLabels(Ratio c, std::uint64_t l) {
  return l - 1 + static_cast<std::size_t>((c.denominator + c.numerator - 1) / c.numerator);
}

std::vector<bool> SafeTerms(const Knowledge& knowledge, std::size_t least_labels) {
  std::vector<bool> safe(knowledge.term_count());
  std::vector<std::vector<TermId>> taken(knowledge.label_count());
  for (const TermId term : CommonFirst(knowledge)) {
    StopIfAsked();
    bool enough = true;
    knowledge.LabelsOf(term).ForEach([&](LabelId label) {
      if (!enough) return;
      taken[label].push_back(term);
      enough = knowledge.CountLinked(taken[label]) >= least_labels;
      taken[label].pop_back();
    });
    if (!enough) continue;
    safe[term] = true;
    knowledge.LabelsOf(term).ForEach([&](LabelId label) { taken[label].push_back(term); });
  }
  return safe;
}

}  // namespace gauze::suppress
