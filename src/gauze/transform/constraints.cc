#include "gauze/transform/constraints.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "gauze/model/class_parts.h"

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
    if (model == nullptr) {
      GAUZE_TRY(result.AddParts(entry));
      continue;
    }
    ModelContext context;
    std::vector<std::uint64_t> reference;
    std::optional<std::size_t> histogram;
    if (const auto name = AttributeOf(entry)) {
      const std::size_t attribute = table.Find(*name);
      context.attribute = &table.attributes[attribute];
      context.domain = &table.domains[attribute];
      context.hierarchy = coded.HierarchyOf(attribute);
      reference = Reference(coded, attribute, left_out);
      context.reference = reference;
      histogram = result.HistogramOf(attribute);
    }
    context.knowledge = KnowledgeOf(coded, entry);
    GAUZE_ASSIGN(auto made, model->make(entry.parameters, context, entry.where));
    result.Add(std::move(made), histogram, entry, model->monotone);
  }
  return result;
}

void Constraints::Add(std::unique_ptr<ClassModel> model, std::optional<std::size_t> histogram,
                      const PolicyEntry& entry, bool monotone) {
  models_.push_back(std::move(model));
  histogram_of_.push_back(histogram);
  texts_.push_back(entry.Text());
  wheres_.push_back(entry.where);
  monotone_.push_back(monotone);
}

std::size_t Constraints::HistogramOf(std::size_t attribute) {
  for (std::size_t i = 0; i < histograms_.size(); ++i) {
    if (histograms_[i].attribute == attribute) return i;
  }
  counted_.push_back(attribute);
  histograms_.push_back({.attribute = attribute, .size = coded_->table.domains[attribute].size()});
  return histograms_.size() - 1;
}

Status Constraints::AddParts(const PolicyEntry& entry) {
  const ClassPartsEntry* promise = FindClassParts(entry.descriptor->name);
  if (promise == nullptr) return {};  // about the table as a whole, kept otherwise
  GAUZE_ASSIGN(auto parts, promise->make(entry, *coded_));
  for (ClassPart& part : parts) {
    if (part.attribute) {
      Add(std::move(part.model), HistogramOf(*part.attribute), entry, true);
      continue;
    }
    histograms_.push_back({.combination = part.combination, .size = part.combinations});
    Add(std::move(part.model), histograms_.size() - 1, entry, true);
  }
  return {};
}

bool Constraints::joint() const {
  return std::ranges::any_of(
      histograms_, [](const Histogram& histogram) { return histogram.combination != nullptr; });
}

bool Constraints::Hold(std::uint64_t rows,
                       const std::vector<std::vector<std::uint64_t>>& by_code) const {
  Check(!joint(), "combinations are not counted by code");
  ClassCounts counts{rows, entity_ ? (rows + busiest_person_ - 1) / busiest_person_ : rows, {}};
  for (std::size_t i = 0; i < models_.size(); ++i) {
    if (histogram_of_[i]) counts.values = by_code[*histograms_[*histogram_of_[i]].attribute];
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

std::vector<std::uint64_t> Constraints::WholeHistogram(std::size_t index) const {
  const Histogram& histogram = histograms_[index];
  if (histogram.attribute) return (*coded_->totals)[*histogram.attribute];
  std::vector<std::uint64_t> rows(histogram.size);
  for (std::size_t tuple = 0; tuple < coded_->table.tuples(); ++tuple) {
    rows[histogram.combination->Get(tuple)] += coded_->table.counts[tuple];
  }
  return rows;
}

std::optional<std::string> Constraints::WhyNotOneClass(
    const std::vector<std::vector<std::uint64_t>>& totals) const {
  ClassCounts counts;
  counts.rows = std::accumulate(totals.front().begin(), totals.front().end(), std::uint64_t{0});
  counts.persons = entity_ ? totals[*entity_].size() : counts.rows;
  for (std::size_t i = 0; i < models_.size(); ++i) {
    if (histogram_of_[i]) counts.values = totals[*histograms_[*histogram_of_[i]].attribute];
    if (!models_[i]->Holds(counts)) {
      return fmt::format("{}: {}", texts_[i], models_[i]->WhyNever(counts));
    }
  }
  return std::nullopt;
}

Status Constraints::CheckFeasible() const {
  const auto& totals = *coded_->totals;
  const auto& rows_of_first = totals.front();
  ClassCounts whole;
  whole.rows = std::accumulate(rows_of_first.begin(), rows_of_first.end(), std::uint64_t{0});
  whole.persons = entity_ ? totals[*entity_].size() : whole.rows;
  std::optional<std::size_t> failing;
  std::vector<std::uint64_t> rows;
  for (std::size_t i = 0; i < models_.size() && !failing; ++i) {
    if (histogram_of_[i]) {
      rows = WholeHistogram(*histogram_of_[i]);
      whole.values = rows;
    }
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
  for (const auto& histogram : constraints.histograms_) {
    histograms_.push_back({std::vector<std::uint64_t>(histogram.size), {}});
    columns_.push_back(histogram.attribute ? &table.columns[*histogram.attribute]
                                           : histogram.combination.get());
  }
  if (constraints.entity_) seen_.resize(table.domains[*constraints.entity_].size());
}

void Tally::Reset() {
  rows_ = 0;
  persons_ = 0;
  ++round_;
  for (Counted& counted : histograms_) {
    for (const Code code : counted.present) counted.rows[code] = 0;
    counted.present.clear();
  }
}

void Tally::Add(std::uint32_t tuple) {
  const Table& table = constraints_->coded_->table;
  const std::uint64_t count = table.counts[tuple];
  rows_ += count;
  for (std::size_t i = 0; i < histograms_.size(); ++i) {
    const Code code = columns_[i]->Get(tuple);
    std::uint64_t& rows = histograms_[i].rows[code];
    if (rows == 0 && count > 0) histograms_[i].present.push_back(code);
    rows += count;
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
    const Code code = columns_[i]->Get(tuple);
    std::uint64_t& rows = histograms_[i].rows[code];
    rows -= count;
    if (rows > 0 || count == 0) continue;
    // Who is taken away came last, as a rule.
    auto& present = histograms_[i].present;
    std::size_t place = present.size() - 1;
    while (present[place] != code) --place;
    present[place] = present.back();
    present.pop_back();
  }
  if (constraints_->entity_) {
    Seen& seen = seen_[table.columns[*constraints_->entity_].Get(tuple)];
    if (--seen.tuples == 0) --persons_;
  }
}

ClassCounts Tally::CountsFor(std::size_t model) const {
  ClassCounts counts{rows_, persons(), {}};
  if (const auto histogram = constraints_->histogram_of_[model]) {
    counts.values = histograms_[*histogram].rows;
    counts.present = histograms_[*histogram].present;
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
