#include "gauze/transform/widen/printed_classes.h"

#include <algorithm>
#include <limits>
#include <map>

namespace gauze::widen {
namespace {

constexpr std::uint32_t kNoLabel = std::numeric_limits<std::uint32_t>::max();

}  // namespace

Result<PrintedClasses> PrintedClasses::Make(const TransformInput& input, bool may_coincide,
                                            Generalization& generalization) {
  Check(input.risk != nullptr, "a policy that promises record_risk says what may be known");
  GAUZE_ASSIGN(RiskInput original, MakeRiskInput(input.coded, *input.risk, input.missing));
  PrintedClasses made(std::move(original), may_coincide, generalization);
  made.MakeLadders(input);
  made.MakeTuples(input);
  made.MakeColumns();
  for (std::size_t c = 0; c < made.classes() && !may_coincide; ++c) {
    made.printed_.insert(made.LabelsOf(c));
  }
  return made;
}

void PrintedClasses::MakeLadders(const TransformInput& input) {
  const Generalization& made = *generalization_;
  const Table& table = input.coded.table;
  rows_.assign(classes(), 0);
  spans_.assign(classes() * width(), {std::numeric_limits<Code>::max(), 0});
  for (std::size_t c = 0; c < classes(); ++c) {
    for (std::size_t i = made.class_begin[c]; i < made.class_begin[c + 1]; ++i) {
      rows_[c] += made.RowsOf(table, i);
      for (std::size_t q = 0; q < width(); ++q) {
        const Code code = table.columns[made.quasi_identifiers[q]].Get(made.tuples[i]);
        Span& span = spans_[c * width() + q];
        span = {std::min(span.low, code), std::max(span.high, code)};
      }
    }
  }
  lowest_.resize(spans_.size());
  for (std::size_t q = 0; q < width(); ++q) {
    std::vector<Ladder::Held> held;
    for (std::size_t c = 0; c < classes(); ++c) {
      held.push_back({spans_[c * width() + q], rows_[c]});
    }
    ladders_.emplace_back(input, made.quasi_identifiers[q], made.label_style, held);
    for (std::size_t c = 0; c < classes(); ++c) {
      lowest_[c * width() + q] = ladders_[q].Lowest(held[c].span);
    }
    label_of_rung_.emplace_back(ladders_[q].size(), kNoLabel);
  }
}

// Rows of a class that weigh the same in all other columns are one tuple.
void PrintedClasses::MakeTuples(const TransformInput& input) {
  const Generalization& made = *generalization_;
  std::vector<std::size_t> others;
  for (std::size_t j = 0; j < original_.attributes.size(); ++j) {
    if (std::ranges::find(made.quasi_identifiers, original_.attributes[j]) ==
        made.quasi_identifiers.end()) {
      others.push_back(j);
    }
  }
  for (std::size_t c = 0; c < classes(); ++c) {
    tuple_begin_.push_back(static_cast<std::uint32_t>(class_of_.size()));
    std::map<std::vector<Code>, std::uint32_t> tuple_of;
    for (std::size_t i = made.class_begin[c]; i < made.class_begin[c + 1]; ++i) {
      std::vector<Code> codes;
      for (const std::size_t j : others) {
        codes.push_back(original_.table.columns[j].Get(original_.tuple_of[made.tuples[i]]));
      }
      const auto [entry, added] =
          tuple_of.emplace(std::move(codes), static_cast<std::uint32_t>(class_of_.size()));
      if (added) {
        class_of_.push_back(static_cast<std::uint32_t>(c));
        first_member_.push_back(static_cast<std::uint32_t>(i));
        input_.table.counts.push_back(0);
      }
      input_.table.counts[entry->second] += made.RowsOf(input.coded.table, i);
    }
  }
  tuple_begin_.push_back(static_cast<std::uint32_t>(class_of_.size()));
}

void PrintedClasses::MakeColumns() {
  Generalization& made = *generalization_;
  input_.settings = original_.settings;
  columns_.resize(width());
  stars_.resize(width());
  by_text_.resize(width());
  const std::size_t tuples = class_of_.size();
  for (std::size_t j = 0; j < original_.attributes.size(); ++j) {
    const auto quasi = std::ranges::find(made.quasi_identifiers, original_.attributes[j]);
    if (quasi == made.quasi_identifiers.end()) {
      input_.table.domain_sizes.push_back(original_.table.domain_sizes[j]);
      CodeColumn column(original_.table.domain_sizes[j] + 1, tuples);
      for (std::size_t i = 0; i < tuples; ++i) {
        const std::uint32_t tuple = original_.tuple_of[made.tuples[first_member_[i]]];
        column.Set(i, original_.table.columns[j].Get(tuple));
      }
      input_.table.columns.push_back(std::move(column));
      continue;
    }
    const auto q = static_cast<std::size_t>(quasi - made.quasi_identifiers.begin());
    columns_[q] = j;
    const std::size_t before = made.labels[q].size();
    const auto most = static_cast<Code>(before + ladders_[q].size() + 1);
    input_.table.domain_sizes.push_back(most);
    input_.settings.weights[j].assign(most, 0);
    for (std::uint32_t label = 0; label < before; ++label) {
      by_text_[q].emplace(made.labels[q][label].text, label);
    }
    stars_[q] = AddLabel(q, {.text = "*", .loss = 1}, 0);
    CodeColumn column(most + 1, tuples);
    for (std::size_t c = 0; c < classes(); ++c) {
      // Different ranges with missing cells are all "*": a reader sees one label.
      std::uint32_t& shown = made.class_labels[c * width() + q];
      shown = by_text_[q].at(made.labels[q][shown].text);
      const bool star = shown == stars_[q];
      if (!star) {
        double& weight = input_.settings.weights[j][shown];
        weight = std::max(weight, WeightOf(q, spans_[c * width() + q]));
      }
      for (std::uint32_t i = tuple_begin_[c]; i < tuple_begin_[c + 1]; ++i) {
        column.Set(i, star ? most : shown);
      }
    }
    input_.table.columns.push_back(std::move(column));
  }
}

double PrintedClasses::WeightOf(std::size_t q, Span span) const {
  const auto& weights = original_.settings.weights[columns_[q]];
  double heaviest = 0;
  for (Code code = span.low; code <= span.high && code < weights.size(); ++code) {
    heaviest = std::max(heaviest, weights[code]);
  }
  return heaviest;
}

std::uint32_t PrintedClasses::AddLabel(std::size_t q, Label label, double weight) {
  auto& labels = generalization_->labels[q];
  const auto [entry, added] =
      by_text_[q].emplace(label.text, static_cast<std::uint32_t>(labels.size()));
  if (added) labels.push_back(std::move(label));
  double& known = input_.settings.weights[columns_[q]][entry->second];
  known = std::max(known, weight);
  return entry->second;
}

std::uint32_t PrintedClasses::LabelOf(std::size_t q, Rung rung) {
  std::uint32_t& label = label_of_rung_[q][rung];
  if (label == kNoLabel) {
    label = AddLabel(q, ladders_[q].Make(rung), WeightOf(q, ladders_[q].span(rung)));
  }
  return label;
}

bool PrintedClasses::Weighs(std::size_t c, std::size_t q) const {
  return !IsStar(c, q) && input_.settings.weights[columns_[q]][label(c, q)] > 0;
}

std::vector<std::uint64_t> PrintedClasses::RowsByLabel(std::size_t q) const {
  std::vector<std::uint64_t> rows(generalization_->labels[q].size(), 0);
  for (std::size_t c = 0; c < classes(); ++c) rows[label(c, q)] += rows_[c];
  return rows;
}

std::vector<std::uint32_t> PrintedClasses::LabelsOf(std::size_t c) const {
  const auto begin =
      generalization_->class_labels.begin() + static_cast<std::ptrdiff_t>(c * width());
  return {begin, begin + static_cast<std::ptrdiff_t>(width())};
}

bool PrintedClasses::Print(std::size_t c, std::size_t q, std::uint32_t label) {
  if (!may_coincide_) {
    std::vector<std::uint32_t> labels = LabelsOf(c);
    const auto old = printed_.find(labels);
    labels[q] = label;
    if (printed_.contains(labels)) return false;
    printed_.erase(old);
    printed_.insert(std::move(labels));
  }
  generalization_->class_labels[c * width() + q] = label;
  const Code suppressed = input_.table.domain_sizes[columns_[q]];
  for (std::uint32_t i = tuple_begin_[c]; i < tuple_begin_[c + 1]; ++i) {
    input_.table.columns[columns_[q]].Set(i, label == stars_[q] ? suppressed : label);
  }
  return true;
}

}  // namespace gauze::widen
