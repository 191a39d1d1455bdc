#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "gauze/taxonomy/knowledge.h"

namespace gauze {

// What a set of terms makes of the knowledge table. Written from the definition, one bit for every
// pair of a label and a term, and not from the code that makes releases, which it tries.
class TermLinks {
 public:
  static constexpr std::size_t kMostMismatches = 2;
  // By m: the labels in which at most m of the terms are missing. At 0 it is what the set links to.
  using Linked = std::array<LabelSet, kMostMismatches + 1>;

  explicit TermLinks(const Knowledge& knowledge);

  std::size_t label_count() const { return knowledge_.label_count(); }
  std::size_t term_count() const { return knowledge_.term_count(); }
  // Different terms of a cell in the order of their numbers, kNoTerm for each that the table does
  // not have; an empty cell has none.
  std::vector<TermId> TermsOf(const std::optional<std::string>& cell,
                              const std::string& separator) const;
  // Without terms: every label.
  Linked Link(const std::vector<TermId>& terms) const;

  const std::vector<TermId>& terms_of(LabelId label) const { return terms_of_[label]; }

 private:
  using Bits = std::vector<std::uint64_t>;  // one for each label

  const Knowledge& knowledge_;
  std::vector<Bits> bits_;                     // by term
  std::vector<std::vector<TermId>> terms_of_;  // by label
  Bits none_;
};

}  // namespace gauze
