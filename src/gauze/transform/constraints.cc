#include "gauze/transform/constraints.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace gauze {
namespace {

// Rows per code over the whole input, less the tuples that are left out.
std::vector<std::uint64_t> Reference(const CodedTable& coded, std::size_t attribute,
                                     const std::vector<std::uint32_t>& left_out) {
  std::vector<std::uint64_t> rows = (*coded.totals)[attribute];
  for (const std::uint32_t tuple : left_out) {
    rows[coded.table.columns[attribute].Get(tuple)] -= coded.table.counts[tuple];
  }
  return rows;
}

// The column that a model is about, if it has a parameter of that type.
std::optional<std::string> AttributeOf(const PolicyEntry& entry) {
  for (const Parameter& parameter : entry.descriptor->parameters) {
    if (parameter.type == ParameterType::kAttribute) return entry.parameters.Text(parameter.name);
  }
  return std::nullopt;
}

}  // namespace

const Knowledge* KnowledgeOf(const CodedTable& coded, const PolicyEntry& entry) {
  for (const Parameter& parameter : entry.descriptor->parameters) {
    if (parameter.type != ParameterType::kFile || coded.knowledge == nullptr) continue;
    const auto found = coded.knowledge->find(entry.parameters.Text(parameter.name));
    return found == coded.knowledge->end() ? nullptr : &found->second;
  }
  return nullptr;
}

Result<Constraints> Constraints::Make(const CodedTable& coded,
                                      const std::vector<PolicyEntry>& protect,
                                      const std::vector<std::uint32_t>& left_out) {
  const Table& table = coded.table;
  Constraints result;
  result.coded_ = &coded;
  const auto entities = table.WithRole(Role::kEntity);
  if (!entities.empty()) {
    result.entity_ = entities.front();
    for (const std::uint64_t rows : (*coded.totals)[entities.front()]) {
      result.busiest_person_ = std::max(result.busiest_person_, rows);
    }
  }

  for (const PolicyEntry& entry : protect) {
    const ModelEntry* model = FindModel(entry.descriptor->name);
    if (model == nullptr) continue;  // a promise about the table as a whole, kept otherwise
    ModelContext context;
    std::vector<std::uint64_t> reference;
    result.histogram_of_.emplace_back();
    if (const auto name = AttributeOf(entry)) {
      const std::size_t attribute = table.Find(*name);
      context.attribute = &table.attributes[attribute];
      context.domain = &table.domains[attribute];
      context.hierarchy = coded.HierarchyOf(attribute);
      reference = Reference(coded, attribute, left_out);
      context.reference = reference;
      const auto found = std::ranges::find(result.counted_, attribute);
      result.histogram_of_.back() = static_cast<std::size_t>(found - result.counted_.begin());
      if (found == result.counted_.end()) result.counted_.push_back(attribute);
    }
    context.knowledge = KnowledgeOf(coded, entry);
    GAUZE_ASSIGN(auto made, model->make(entry.parameters, context, entry.where));
    result.models_.push_back(std::move(made));
    result.texts_.push_back(entry.Text());
    result.wheres_.push_back(entry.where);
    result.monotone_.push_back(model->monotone);
  }
  return result;
}

bool Constraints::Hold(std::uint64_t rows,
                       const std::vector<std::vector<std::uint64_t>>& by_code) const {
  ClassCounts counts{rows, entity_ ? (rows + busiest_person_ - 1) / busiest_person_ : rows, {}};
  for (std::size_t i = 0; i < models_.size(); ++i) {
    if (histogram_of_[i]) counts.values = by_code[counted_[*histogram_of_[i]]];
    if (!models_[i]->Holds(counts)) return false;
  }
  return true;
}

bool Constraints::monotone() const {
  return std::ranges::all_of(monotone_, [](bool monotone) { return monotone; });
}

std::optional<std::uint64_t> Constraints::LeastRows() const {
  if (entity_) return std::nullopt;
  std::uint64_t least = 1;
  for (const auto& model : models_) {
    const auto persons = model->LeastPersons();
    if (!persons) return std::nullopt;
    least = std::max(least, *persons);
  }
  return least;
}

Status Constraints::CheckFeasible() const {
  const auto& totals = *coded_->totals;
  const auto& rows_of_first = totals.front();
  ClassCounts whole;
  whole.rows = std::accumulate(rows_of_first.begin(), rows_of_first.end(), std::uint64_t{0});
  whole.persons = entity_ ? totals[*entity_].size() : whole.rows;
  std::optional<std::size_t> failing;
  for (std::size_t i = 0; i < models_.size() && !failing; ++i) {
    if (histogram_of_[i]) whole.values = totals[counted_[*histogram_of_[i]]];
    if (!models_[i]->Holds(whole)) failing = i;
  }
  if (!failing) return {};
  const char* verdict = monotone_[*failing] ? "no release can satisfy {}: {}"
                                            : "the whole table as one class does not satisfy {}, "
                                              "and cutting starts there: {}";
  return InputError(
      fmt::format(fmt::runtime(verdict), texts_[*failing], models_[*failing]->WhyNever(whole)),
      wheres_[*failing], "weaken this promise, or protect another column");
}

Tally::Tally(const Constraints& constraints) : constraints_(&constraints) {
  const Table& table = constraints.coded_->table;
  for (const std::size_t attribute : constraints.counted_) {
    histograms_.emplace_back(table.domains[attribute].size());
  }
  if (constraints.entity_) seen_.resize(table.domains[*constraints.entity_].size());
}

void Tally::Reset() {
  rows_ = 0;
  persons_ = 0;
  ++round_;
  for (auto& histogram : histograms_) std::ranges::fill(histogram, 0);
}

void Tally::Add(std::uint32_t tuple) {
  const Table& table = constraints_->coded_->table;
  const std::uint64_t count = table.counts[tuple];
  rows_ += count;
  for (std::size_t i = 0; i < histograms_.size(); ++i) {
    histograms_[i][table.columns[constraints_->counted_[i]].Get(tuple)] += count;
  }
  if (constraints_->entity_) {
    Seen& seen = seen_[table.columns[*constraints_->entity_].Get(tuple)];
    if (seen.round != round_) seen = {.round = round_, .tuples = 0};
    if (seen.tuples++ == 0) ++persons_;
  }
}

void Tally::Remove(std::uint32_t tuple) {
  const Table& table = constraints_->coded_->table;
  const std::uint64_t count = table.counts[tuple];
  rows_ -= count;
  for (std::size_t i = 0; i < histograms_.size(); ++i) {
    histograms_[i][table.columns[constraints_->counted_[i]].Get(tuple)] -= count;
  }
  if (constraints_->entity_) {
    Seen& seen = seen_[table.columns[*constraints_->entity_].Get(tuple)];
    if (--seen.tuples == 0) --persons_;
  }
}

ClassCounts Tally::CountsFor(std::size_t model) const {
  ClassCounts counts{rows_, persons(), {}};
  if (const auto histogram = constraints_->histogram_of_[model]) {
    counts.values = histograms_[*histogram];
  }
  return counts;
}

std::optional<std::size_t> Tally::FirstFailing() const {
  for (std::size_t i = 0; i < constraints_->models_.size(); ++i) {
    if (!constraints_->models_[i]->Holds(CountsFor(i))) return i;
  }
  return std::nullopt;
}

double Tally::Nearness() const {
  double nearness = 1;
  for (std::size_t i = 0; i < constraints_->models_.size(); ++i) {
    nearness = std::min(nearness, constraints_->models_[i]->Nearness(CountsFor(i)));
  }
  return nearness;
}

}  // namespace gauze
