#include <algorithm>

#include "gauze/transform/constraints.h"

namespace gauze {

Tally::Tally(const Constraints& constraints) : constraints_(&constraints) {
  const Table& table = constraints.coded_->table;
  first_slots_.push_back(0);
  for (const auto& histogram : constraints.histograms_) {
    Counted& counted = histograms_.emplace_back();
    counted.values.resize(histogram.size);
    first_slots_.push_back(first_slots_.back() + histogram.size);
    columns_.push_back(histogram.attribute ? &table.columns[*histogram.attribute]
                                           : histogram.combination.get());
    if (!histogram.pairs) continue;
    counted.pairs = CountedSet(histogram.pairs->size);
    counted.missing = table.domains[*histogram.attribute].missing_code();
    if (table.domains[*histogram.attribute].has_missing()) {
      counted.holders = CountedSet(table.domains[*constraints.entity_].size());
    }
  }
  if (constraints.entity_) seen_ = CountedSet(table.domains[*constraints.entity_].size());
}

void Tally::Reset() {
  rows_ = 0;
  persons_ = 0;
  seen_.Clear();
  for (Counted& counted : histograms_) {
    for (const Code code : counted.present) counted.values[code] = 0;
    counted.present.clear();
    counted.pairs.Clear();
    if (counted.holders) counted.holders->Clear();
    counted.with_value = 0;
  }
}

void Tally::Add(std::uint32_t tuple) {
  const std::uint64_t count = constraints_->coded_->table.counts[tuple];
  rows_ += count;
  if (constraints_->entity_) {
    AddPerson(tuple);
    return;
  }
  for (std::size_t i = 0; i < histograms_.size(); ++i) {
    const Code code = columns_[i]->Get(tuple);
    std::uint64_t& rows = histograms_[i].values[code];
    if (rows == 0 && count > 0) histograms_[i].present.push_back(code);
    rows += count;
  }
}

void Tally::Remove(std::uint32_t tuple) {
  const std::uint64_t count = constraints_->coded_->table.counts[tuple];
  rows_ -= count;
  if (constraints_->entity_) {
    RemovePerson(tuple);
    return;
  }
  for (std::size_t i = 0; i < histograms_.size(); ++i) {
    const Code code = columns_[i]->Get(tuple);
    std::uint64_t& rows = histograms_[i].values[code];
    rows -= count;
    if (rows == 0 && count > 0) histograms_[i].Forget(code);
  }
}

void Tally::Add(std::uint64_t rows, std::span<const Amount> amounts) {
  rows_ += rows;
  std::size_t i = 0;
  for (const Amount& amount : amounts) {
    while (amount.slot >= first_slots_[i + 1]) ++i;
    const Code code = amount.slot - first_slots_[i];
    std::uint64_t& present = histograms_[i].values[code];
    if (present == 0) histograms_[i].present.push_back(code);
    present += amount.rows;
  }
}

// Backwards, so that what came last is found first.
void Tally::Remove(std::uint64_t rows, std::span<const Amount> amounts) {
  rows_ -= rows;
  std::size_t i = histograms_.size();
  for (std::size_t at = amounts.size(); at-- > 0;) {
    while (amounts[at].slot < first_slots_[i]) --i;
    const Code code = amounts[at].slot - first_slots_[i];
    std::uint64_t& present = histograms_[i].values[code];
    present -= amounts[at].rows;
    if (present == 0) histograms_[i].Forget(code);
  }
}

void Tally::Amounts(std::vector<Amount>& amounts) const {
  const auto first = static_cast<std::ptrdiff_t>(amounts.size());
  for (std::size_t i = 0; i < histograms_.size(); ++i) {
    for (const Code code : histograms_[i].present) {
      amounts.push_back({.slot = first_slots_[i] + code,
                         .rows = static_cast<std::uint32_t>(histograms_[i].values[code])});
    }
  }
  std::ranges::sort(amounts.begin() + first, amounts.end(), {}, &Amount::slot);
}

void Tally::AddPerson(std::uint32_t tuple) {
  const Table& table = constraints_->coded_->table;
  const Code person = table.columns[*constraints_->entity_].Get(tuple);
  if (seen_.Add(person)) ++persons_;
  for (std::size_t i = 0; i < histograms_.size(); ++i) {
    Counted& counted = histograms_[i];
    const Code code = columns_[i]->Get(tuple);
    if (counted.pairs.Add(constraints_->histograms_[i].pairs->of_tuple[tuple]) &&
        counted.values[code]++ == 0) {
      counted.present.push_back(code);
    }
    if (counted.holders && code != counted.missing && counted.holders->Add(person)) {
      ++counted.with_value;
    }
  }
}

void Tally::RemovePerson(std::uint32_t tuple) {
  const Table& table = constraints_->coded_->table;
  const Code person = table.columns[*constraints_->entity_].Get(tuple);
  if (seen_.Remove(person)) --persons_;
  for (std::size_t i = 0; i < histograms_.size(); ++i) {
    Counted& counted = histograms_[i];
    const Code code = columns_[i]->Get(tuple);
    if (counted.pairs.Remove(constraints_->histograms_[i].pairs->of_tuple[tuple]) &&
        --counted.values[code] == 0) {
      counted.Forget(code);
    }
    if (counted.holders && code != counted.missing && counted.holders->Remove(person)) {
      --counted.with_value;
    }
  }
}

void Tally::Counted::Forget(Code code) {
  // Who is taken away came last, as a rule.
  std::size_t place = present.size() - 1;
  while (present[place] != code) --place;
  present[place] = present.back();
  present.pop_back();
}

ClassCounts Tally::CountsFor(std::size_t model) const {
  ClassCounts counts{rows_, persons(), {}};
  if (const auto histogram = constraints_->histogram_of_[model]) {
    const Counted& counted = histograms_[*histogram];
    counts.values = counted.values;
    counts.present = counted.present;
    counts.with_value = counted.holders ? counted.with_value : persons_;
  }
  return counts;
}

std::optional<std::size_t> Tally::FirstFailing() const {
  for (std::size_t i = 0; i < constraints_->models_.size(); ++i) {
    if (!constraints_->models_[i]->Holds(CountsFor(i))) return i;
  }
  return std::nullopt;
}

}  // namespace gauze
