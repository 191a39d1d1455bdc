#include "gauze/taxonomy/knowledge.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace gauze {
namespace {

constexpr std::string_view kBlanks = " \t";

std::string_view Trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

}  // namespace

Result<Knowledge> Knowledge::Make(const std::vector<Row>& rows) {
  KnowledgeBuilder builder;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    GAUZE_TRY(builder.Add(rows[i].first, rows[i].second, fmt::format("row {}", i + 1)));
  }
  return builder.Finish("");
}

TermId Knowledge::FindTerm(std::string_view term) const {
  const auto found = term_of_.find(term);
  return found == term_of_.end() ? kNoTerm : found->second;
}

std::vector<const LabelSet*> Knowledge::SetsOf(std::span<const TermId> terms) const {
  std::vector<const LabelSet*> sets;
  sets.reserve(terms.size());
  for (const TermId term : terms) sets.push_back(&LabelsOf(term));
  std::ranges::sort(sets, {}, &LabelSet::size);
  return sets;
}

std::vector<LabelId> Knowledge::Linked(std::span<const TermId> terms) const {
  std::vector<LabelId> linked;
  if (terms.empty()) {
    linked.resize(label_count());
    std::iota(linked.begin(), linked.end(), LabelId{0});
    return linked;
  }
  const std::vector<const LabelSet*> sets = SetsOf(terms);
  if (!sets.front()->dense()) {
    for (const LabelId label : sets.front()->list()) {
      if (std::ranges::all_of(sets, [&](const LabelSet* set) { return set->Contains(label); })) {
        linked.push_back(label);
      }
    }
    return linked;
  }
  // The smallest is dense, so all are.
  for (std::size_t i = 0; i < sets.front()->words().size(); ++i) {
    std::uint64_t word = ~std::uint64_t{0};
    for (const LabelSet* set : sets) word &= set->words()[i];
    for (; word != 0; word &= word - 1) {
      linked.push_back(
          static_cast<LabelId>(i * 64 + static_cast<std::size_t>(std::countr_zero(word))));
    }
  }
  return linked;
}

std::size_t Knowledge::CountLinked(std::span<const TermId> terms) const {
  if (terms.empty()) return label_count();
  const std::vector<const LabelSet*> sets = SetsOf(terms);
  std::size_t count = 0;
  if (!sets.front()->dense()) {
    for (const LabelId label : sets.front()->list()) {
      const bool in_all =
          std::ranges::all_of(sets, [&](const LabelSet* set) { return set->Contains(label); });
      count += in_all ? 1 : 0;
    }
    return count;
  }
  for (std::size_t i = 0; i < sets.front()->words().size(); ++i) {
    std::uint64_t word = ~std::uint64_t{0};
    for (const LabelSet* set : sets) word &= set->words()[i];
    count += static_cast<std::size_t>(std::popcount(word));
  }
  return count;
}

Result<LabelId> KnowledgeBuilder::NewLabel(std::string_view name, const std::string& where) {
  if (name.empty()) {
    return InputError("a label has no name", where, "write the label before its terms");
  }
  const auto id = static_cast<LabelId>(knowledge_.labels_.size());
  const auto [at, fresh] = label_of_.try_emplace(std::string(name), id);
  if (!fresh) {
    return InputError(
        fmt::format("label \"{}\" is listed twice; the first is at {}", name, where_[at->second]),
        where, "join the two, or rename one: each label has one set of terms");
  }
  knowledge_.labels_.emplace_back(name);
  where_.push_back(where);
  return id;
}

tl::unexpected<Error> KnowledgeBuilder::RefuseTwice(LabelId label, TermId term,
                                                    const std::string& where) const {
  return InputError(fmt::format("label \"{}\" has term \"{}\" twice", knowledge_.labels_[label],
                                knowledge_.terms_[term]),
                    where, "leave one out");
}

Status KnowledgeBuilder::Put(LabelId label, std::string_view term, const std::string& where) {
  if (term.empty()) {
    return InputError(fmt::format("a term of label \"{}\" has no name", knowledge_.labels_[label]),
                      where, "leave it out");
  }
  auto found = knowledge_.term_of_.find(term);
  if (found == knowledge_.term_of_.end()) {
    const auto id = static_cast<TermId>(knowledge_.terms_.size());
    found = knowledge_.term_of_.emplace(std::string(term), id).first;
    knowledge_.terms_.emplace_back(term);
    labels_of_.emplace_back();
  }
  std::vector<LabelId>& labels = labels_of_[found->second];
  if (!labels.empty() && labels.back() == label) return RefuseTwice(label, found->second, where);
  labels.push_back(label);
  return {};
}

Status KnowledgeBuilder::Add(std::string_view label, const std::vector<std::string>& terms,
                             const std::string& where) {
  GAUZE_ASSIGN(const LabelId id, NewLabel(Trimmed(label), where));
  if (terms.empty()) {
    return InputError(fmt::format("label \"{}\" has no terms", knowledge_.labels_[id]), where,
                      "give it its terms, or leave it out: nothing but an empty cell would link "
                      "to it");
  }
  for (const std::string& term : terms) GAUZE_TRY(Put(id, Trimmed(term), where));
  return {};
}

Status KnowledgeBuilder::AddTerm(std::string_view label, std::string_view term,
                                 const std::string& where) {
  const auto found = label_of_.find(Trimmed(label));
  if (found != label_of_.end()) return Put(found->second, Trimmed(term), where);
  GAUZE_ASSIGN(const LabelId id, NewLabel(Trimmed(label), where));
  return Put(id, Trimmed(term), where);
}

Result<Knowledge> KnowledgeBuilder::Finish(const std::string& where) {
  if (knowledge_.labels_.empty()) {
    return InputError("the knowledge table has no labels", where,
                      "write one line per label below the header");
  }
  for (TermId term = 0; term < labels_of_.size(); ++term) {
    std::vector<LabelId>& labels = labels_of_[term];
    std::ranges::sort(labels);
    const auto twice = std::ranges::adjacent_find(labels);
    if (twice != labels.end()) return RefuseTwice(*twice, term, where);
    knowledge_.labels_of_.emplace_back(labels, knowledge_.labels_.size());
    std::vector<LabelId>().swap(labels);
  }
  return std::move(knowledge_);
}

std::vector<std::string> SplitTerms(std::string_view cell, std::string_view separator) {
  Check(!separator.empty(), "terms are cut at something");
  std::vector<std::string> terms;
  for (bool more = true; more;) {
    const std::size_t end = cell.find(separator);
    more = end != std::string_view::npos;
    if (const std::string_view term = Trimmed(cell.substr(0, end)); !term.empty()) {
      terms.emplace_back(term);
    }
    if (more) cell.remove_prefix(end + separator.size());
  }
  return terms;
}

}  // namespace gauze
