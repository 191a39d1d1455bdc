#include "gauze/attack/knowledge/term_links.h"

#include <algorithm>
#include <bit>

namespace gauze {

TermLinks::TermLinks(const Knowledge& knowledge)
    : knowledge_(knowledge),
      bits_(knowledge.term_count(), Bits((knowledge.label_count() + 63) / 64)),
      terms_of_(knowledge.label_count()),
      none_((knowledge.label_count() + 63) / 64) {
  for (TermId term = 0; term < bits_.size(); ++term) {
    knowledge.LabelsOf(term).ForEach([&](LabelId label) {
      bits_[term][label / 64] |= std::uint64_t{1} << (label % 64);
      terms_of_[label].push_back(term);
    });
  }
}

std::vector<TermId> TermLinks::TermsOf(const std::optional<std::string>& cell,
                                       const std::string& separator) const {
  if (!cell) return {};
  std::vector<std::string> spelled = SplitTerms(*cell, separator);
  std::ranges::sort(spelled);
  spelled.erase(std::ranges::unique(spelled).begin(), spelled.end());
  std::vector<TermId> terms;
  for (const std::string& term : spelled) terms.push_back(knowledge_.FindTerm(term));
  std::ranges::sort(terms);
  return terms;
}

TermLinks::Linked TermLinks::Link(const std::vector<TermId>& terms) const {
  std::array<Bits, kMostMismatches + 1> within;
  for (Bits& bits : within) bits.assign(none_.size(), ~std::uint64_t{0});
  for (const TermId term : terms) {
    const Bits& having = term == Knowledge::kNoTerm ? none_ : bits_[term];
    for (std::size_t i = 0; i < having.size(); ++i) {
      for (std::size_t m = kMostMismatches; m > 0; --m) {
        within[m][i] = (within[m][i] & having[i]) | within[m - 1][i];
      }
      within[0][i] &= having[i];
    }
  }
  Linked linked;
  std::vector<LabelId> labels;
  for (std::size_t m = 0; m <= kMostMismatches; ++m) {
    labels.clear();
    for (std::size_t i = 0; i < none_.size(); ++i) {
      for (std::uint64_t word = within[m][i]; word != 0; word &= word - 1) {
        const auto label =
            static_cast<LabelId>(i * 64 + static_cast<std::size_t>(std::countr_zero(word)));
        if (label < label_count()) labels.push_back(label);
      }
    }
    linked[m] = LabelSet(labels, label_count());
  }
  return linked;
}

}  // namespace gauze
