#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/taxonomy/label_set.h"

namespace gauze {

using TermId = std::uint32_t;

// What anybody may know: for each label (a disease) the set of terms that go with it (symptoms). A
// set of terms links to every label whose set contains all of them; whoever sees the terms of a
// person has learnt that the person's label is one of those. A term that the table does not have
// links to nothing, and no terms at all link to every label.
//
// The table is public, unlike the data: errors about it may name labels and terms.
// Immutable, only KnowledgeBuilder makes one, and only a valid one; any number of threads may ask.
// Kept as one set of labels for each term, so it is as large as its pairs, at most 32 bits each,
// and a question costs what the sets of its terms cost to cut, smallest first.
//
// P. Shi, L. Xiong, B. C. M. Fung: Anonymizing Data with Quasi-Sensitive Attribute Values. CIKM
// 2010, definition 2.
class Knowledge {
 public:
  using Row = std::pair<std::string, std::vector<std::string>>;  // label, terms

  // Stands for every term that the table does not have.
  static constexpr TermId kNoTerm = 0xFFFFFFFF;

  // Rows as KnowledgeBuilder::Add takes them; errors name the row, from 1.
  static Result<Knowledge> Make(const std::vector<Row>& rows);

  std::size_t label_count() const { return labels_.size(); }
  const std::vector<std::string>& labels() const { return labels_; }
  std::size_t term_count() const { return terms_.size(); }
  // Terms in the order in which they first appeared.
  const std::vector<std::string>& terms() const { return terms_; }
  // kNoTerm if there is none of that name.
  TermId FindTerm(std::string_view term) const;

  // The labels that have this term; none have kNoTerm.
  const LabelSet& LabelsOf(TermId term) const {
    return term == kNoTerm ? nothing_ : labels_of_[term];
  }
  // K: the labels that have all of these terms, in increasing order; and how many.
  std::vector<LabelId> Linked(std::span<const TermId> terms) const;
  std::size_t CountLinked(std::span<const TermId> terms) const;

 private:
  friend class KnowledgeBuilder;
  Knowledge() = default;

  // Finds a string_view without making a string of it.
  struct NameHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view name) const {
      return std::hash<std::string_view>()(name);
    }
  };
  using NameMap = std::unordered_map<std::string, std::uint32_t, NameHash, std::equal_to<>>;

  // The terms' sets, smallest first.
  std::vector<const LabelSet*> SetsOf(std::span<const TermId> terms) const;

  std::vector<std::string> labels_;
  std::vector<std::string> terms_;
  NameMap term_of_;
  std::vector<LabelSet> labels_of_;
  LabelSet nothing_;
};

// Collects rows and checks them as they come: a label is there once, has a name and at least one
// term; a term has a name and is there once in a label. Blanks around names are dropped.
class KnowledgeBuilder {
 public:
  // A label with all its terms. `where` names the place in errors ("symptoms.csv:3").
  Status Add(std::string_view label, const std::vector<std::string>& terms,
             const std::string& where);
  // One term of a label that may be there already from an earlier call of this function.
  Status AddTerm(std::string_view label, std::string_view term, const std::string& where);

  // Fails when there is no label at all, or when AddTerm() was given a pair twice with other labels
  // in between.
  Result<Knowledge> Finish(const std::string& where);

 private:
  Status Put(LabelId label, std::string_view term, const std::string& where);
  tl::unexpected<Error> RefuseTwice(LabelId label, TermId term, const std::string& where) const;
  Result<LabelId> NewLabel(std::string_view name, const std::string& where);

  Knowledge knowledge_;
  Knowledge::NameMap label_of_;
  std::vector<std::string> where_;               // where each label was first named
  std::vector<std::vector<LabelId>> labels_of_;  // by term
};

// The terms of a cell: "cough; sore throat" cut at the separator, blanks around each dropped, and
// pieces with nothing in them left out. Knowledge and data are read by the same rule.
std::vector<std::string> SplitTerms(std::string_view cell, std::string_view separator);

}  // namespace gauze
