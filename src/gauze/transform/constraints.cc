#include "gauze/transform/constraints.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "gauze/model/class_parts.h"

namespace gauze {
namespace {

// Rows per code over the whole input, less the tuples that are left out; or persons, where they
// have several rows.
std::vector<std::uint64_t> Reference(const CodedTable& coded, std::size_t attribute,
                                     const PersonPairs* pairs,
                                     const std::vector<std::uint32_t>& left_out) {
  if (pairs != nullptr) return PersonsPerCode(coded.table, attribute, *pairs, left_out);
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
  result.busiest_person_ = RowsOfBusiestPerson(coded);
  if (result.busiest_person_ > 1) result.entity_ = table.WithRole(Role::kEntity).front();

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
      histogram = result.HistogramOf(attribute);
      const PersonPairs* pairs = result.histograms_[*histogram].pairs.get();
      reference = Reference(coded, attribute, pairs, left_out);
      context.reference = reference;
      if (result.entity_) context.persons = pairs == nullptr ? PersonValues() : pairs->values;
    }
    context.knowledge = KnowledgeOf(coded, entry);
    GAUZE_ASSIGN(auto made, model->make(entry.parameters, context, entry.where));
    const bool persons_add_up = !result.entity_ || !histogram;
    result.Add(std::move(made), histogram, entry, model->monotone && persons_add_up);
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
  if (entity_ && coded_->table.tuples() > 0) {
    histograms_.back().pairs =
        std::make_shared<const PersonPairs>(PairPersons(coded_->table, *entity_, attribute));
  }
  return histograms_.size() - 1;
}

Status Constraints::AddParts(const PolicyEntry& entry) {
  const ClassPartsEntry* promise = FindClassParts(entry.descriptor->name);
  if (promise == nullptr) return {};  // about the table as a whole, kept otherwise
  GAUZE_TRY(CheckOneRowEach(*coded_, entry));
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

bool Constraints::needs_tuples() const {
  return std::ranges::any_of(histograms_, [&](const Histogram& histogram) {
    return entity_.has_value() || histogram.combination != nullptr;
  });
}

bool Constraints::Hold(std::uint64_t rows,
                       const std::vector<std::vector<std::uint64_t>>& by_code) const {
  Check(!needs_tuples(), "neither combinations nor people with a value are counted by code");
  ClassCounts counts{rows, entity_ ? (rows + busiest_person_ - 1) / busiest_person_ : rows, {}};
  for (std::size_t i = 0; i < models_.size(); ++i) {
    if (histogram_of_[i]) counts.values = by_code[*histograms_[*histogram_of_[i]].attribute];
    if (!models_[i]->Holds(counts)) return false;
  }
  return true;
}

std::optional<std::size_t> Constraints::FirstNotMonotone() const {
  const auto first = std::ranges::find(monotone_, false);
  if (first == monotone_.end()) return std::nullopt;
  return static_cast<std::size_t>(first - monotone_.begin());
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

std::uint32_t Constraints::slots() const {
  return std::accumulate(
      histograms_.begin(), histograms_.end(), std::uint32_t{0},
      [](std::uint32_t sum, const Histogram& histogram) { return sum + histogram.size; });
}

double Constraints::NearestWithShare(std::uint32_t slot, double share) const {
  std::size_t histogram = 0;
  for (; slot >= histograms_[histogram].size; ++histogram) slot -= histograms_[histogram].size;
  double nearest = 1;
  for (std::size_t i = 0; i < models_.size(); ++i) {
    if (histogram_of_[i] != histogram) continue;
    nearest = std::min(nearest, models_[i]->NearestWithShare(slot, share));
  }
  return nearest;
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

std::optional<std::pair<std::size_t, std::string>> Constraints::FirstBroken() const {
  if (entity_ && coded_->table.tuples() > 0 && needs_tuples()) {
    Tally tally(*this);
    for (std::uint32_t tuple = 0; tuple < coded_->table.tuples(); ++tuple) tally.Add(tuple);
    const auto failing = tally.FirstFailing();
    if (!failing) return std::nullopt;
    return std::pair(*failing, models_[*failing]->WhyNever(tally.CountsFor(*failing)));
  }
  const auto& totals = *coded_->totals;
  const auto& rows_of_first = totals.front();
  ClassCounts whole;
  whole.rows = std::accumulate(rows_of_first.begin(), rows_of_first.end(), std::uint64_t{0});
  whole.persons = entity_ ? totals[*entity_].size() : whole.rows;
  std::vector<std::uint64_t> rows;
  for (std::size_t i = 0; i < models_.size(); ++i) {
    if (histogram_of_[i]) {
      if (entity_) continue;
      rows = WholeHistogram(*histogram_of_[i]);
      whole.values = rows;
    }
    if (!models_[i]->Holds(whole)) return std::pair(i, models_[i]->WhyNever(whole));
  }
  return std::nullopt;
}

Status Constraints::CheckFeasible() const {
  const auto broken = FirstBroken();
  if (!broken) return {};
  const auto& [model, why] = *broken;
  const char* verdict = monotone_[model] ? "no release can satisfy {}: {}"
                                         : "the whole table as one class does not satisfy {}, "
                                           "and cutting starts there: {}";
  return InputError(fmt::format(fmt::runtime(verdict), texts_[model], why), wheres_[model],
                    "weaken this promise, or protect another column");
}

}  // namespace gauze
