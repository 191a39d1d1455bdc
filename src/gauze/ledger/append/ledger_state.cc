#include "gauze/ledger/append/ledger_state.h"

#include <fmt/format.h>

#include <algorithm>

#include "gauze/base/json.h"
#include "gauze/ledger/append/ledger_policy.h"
#include "gauze/ledger/append/state_json.h"
#include "gauze/release/promise/claims.h"
#include "gauze/transform/class_step.h"

namespace gauze {
namespace {

// Columns of promises whose model is so.
template <typename Predicate>
std::vector<std::string> ColumnsWhere(const Policy& policy, const Predicate& is_so) {
  std::vector<std::string> columns;
  for (const PolicyEntry& promise : policy.protect) {
    if (is_so(*FindModel(promise.descriptor->name))) columns.push_back(ClaimedAttribute(promise));
  }
  return columns;
}

std::vector<std::string> ComparedColumns(const Policy& policy) {
  return ColumnsWhere(
      policy, [](const ModelEntry& model) { return model.compares || model.prior != nullptr; });
}

// The verifier has the shares of labels that such a column had, and no value of it.
std::vector<std::string> ColumnsWithPrior(const Policy& policy) {
  return ColumnsWhere(policy, [](const ModelEntry& model) { return model.prior != nullptr; });
}

Reference ReferenceOf(const CodedTable& schema, std::size_t attribute) {
  Reference reference;
  const Domain& domain = schema.table.domains[attribute];
  const auto& totals = (*schema.totals)[attribute];
  for (Code code = 0; code < domain.size(); ++code) {
    if (totals[code] == 0) continue;
    auto& compared = reference.emplace_back();
    if (!domain.IsMissing(code)) compared.value = domain[code].text;
    compared.rows = totals[code];
  }
  return reference;
}

std::vector<std::uint64_t> TotalsOf(const Reference& reference, const Domain& domain) {
  std::map<std::optional<std::string>, std::uint64_t> rows;
  for (const auto& compared : reference) rows[compared.value] = compared.rows;
  std::vector<std::uint64_t> totals(domain.size());
  for (Code code = 0; code < domain.size(); ++code) {
    const auto found =
        rows.find(domain.IsMissing(code) ? std::nullopt : std::optional(domain[code].text));
    if (found != rows.end()) totals[code] = found->second;
  }
  return totals;
}

}  // namespace

Result<std::map<std::string, std::vector<std::string>>> KnownValues(const Policy& policy,
                                                                    ledger::Store& store) {
  std::map<std::string, std::vector<std::string>> known;
  GAUZE_ASSIGN(const std::uint32_t releases, store.ReleaseCount());
  if (releases == 0) return known;
  GAUZE_ASSIGN(const ledger::ReleaseRecord first, store.Release(0));
  for (const std::string& column : ComparedColumns(policy)) {
    GAUZE_ASSIGN(known[column], store.Values(column));
    for (const auto& compared : ReferenceFrom(first.figures.at("references").at(column))) {
      if (!compared.value) known[column].emplace_back();
    }
  }
  return known;
}

ClassMaker::ClassMaker(const Policy& policy, std::uint32_t number, bool seal)
    : policy_(&policy),
      protect_(PromisesOfTransform(policy)),
      method_(ledger::FindMethod(policy.ledger->method.descriptor->name)),
      number_(number),
      seal_(seal),
      after_(std::make_shared<std::optional<Json>>()) {}

Result<ClassMaker> ClassMaker::Start(const Policy& policy, ledger::Store& store,
                                     std::uint32_t number, const Input& input, bool seal) {
  ClassMaker maker(policy, number, seal);
  Json recorded;
  if (number > 0) {
    GAUZE_ASSIGN(const ledger::ReleaseRecord first, store.Release(0));
    recorded = first.figures.at("references");
  }
  for (const std::string& column : ComparedColumns(policy)) {
    if (number == 0) {
      maker.references_[column] = ReferenceOf(input.schema, input.schema.table.Find(column));
      continue;
    }
    maker.references_[column] = ReferenceFrom(recorded.at(column));
  }
  if (maker.keeps_state()) {
    GAUZE_ASSIGN(maker.before_, store.State());
    if (!input.carried.empty()) {
      return InputError(
          fmt::format("{} needs every column in memory", maker.method_->descriptor.name),
          policy.ledger->method.where,
          "drop columns with free text (role: identifying), or use method: pool");
    }
  }
  return maker;
}

std::map<std::string, Reference> ClassMaker::PublicReferences() const {
  std::map<std::string, Reference> references = references_;
  for (const std::string& column : ColumnsWithPrior(*policy_)) references.erase(column);
  return references;
}

Json ClassMaker::ReferencesJson() const {
  Json json = Json::object();
  for (const auto& [column, reference] : references_) json[column] = ReferenceJson(reference);
  return json;
}

std::map<std::string, std::vector<std::uint64_t>> ClassMaker::PublicTotals(
    const Table& table) const {
  std::map<std::string, std::vector<std::uint64_t>> totals;
  for (const auto& [column, reference] : PublicReferences()) {
    totals[column] = TotalsOf(reference, table.domains[table.Find(column)]);
  }
  return totals;
}

CodedTable ClassMaker::Compared(const CodedTable& coded) const {
  CodedTable compared = coded;
  auto totals = std::make_shared<std::vector<std::vector<std::uint64_t>>>(*coded.totals);
  for (const auto& [column, reference] : references_) {
    const std::size_t attribute = coded.table.Find(column);
    (*totals)[attribute] = TotalsOf(reference, coded.table.domains[attribute]);
  }
  compared.totals = std::move(totals);
  return compared;
}

Result<std::string> ClassMaker::WhyNotTogether(const CodedTable& schema) const {
  const CodedTable compared = Compared(schema);
  GAUZE_ASSIGN(const Constraints constraints, Constraints::Make(compared, protect_));
  const auto why = constraints.WhyNotOneClass(*schema.totals);
  return why.value_or("they could form a class, but wait for more similar records");
}

Status ClassMaker::Make(std::uint64_t rows, RegionPipeline::Made& made, Progress& progress) const {
  const CodedTable coded = Compared(made.region.coded);
  const Table& table = coded.table;
  ledger::State state{.releases = number_};
  if (!before_.is_null()) {
    GAUZE_ASSIGN(state, StateFromJson(before_, coded));
  }
  ledger::Group batch;
  const std::size_t since = table.Find(kSince);
  for (std::uint32_t tuple = 0; tuple < table.tuples(); ++tuple) {
    const Code code = table.columns[since].Get(tuple);
    const auto came = static_cast<std::uint32_t>(std::stoul(table.domains[since][code].text));
    if (came == number_) {
      batch.push_back({tuple, table.counts[tuple]});
    } else if (!keeps_state()) {
      state.waiting.push_back({.tuple = tuple, .rows = table.counts[tuple], .since = came});
    }
  }
  // A region has its share of them.
  const double places = seal_ ? 0 : static_cast<double>(table.rows) / static_cast<double>(rows);
  const ledger::AppendInput input{.coded = coded,
                                  .protect = protect_,
                                  .missing = policy_->missing,
                                  .transform = &policy_->transform,
                                  .parameters = policy_->ledger->method.parameters,
                                  .places = places};
  GAUZE_ASSIGN(const ledger::State after,
               ledger::Append(*method_, input, std::move(state), std::move(batch), progress));
  if (keeps_state()) *after_ = StateToJson(after, coded);
  GAUZE_ASSIGN(made.generalization, ledger::Print(input, after.classes));
  const TransformInput classes{coded, protect_, policy_->missing, !made.region.carried.empty()};
  for (const PolicyEntry& step : policy_->steps) {
    const ClassStepEntry& entry = *FindClassStep(step.descriptor->name);
    GAUZE_ASSIGN(auto figures, entry.run(classes, PromisesOfStep(*policy_, entry), step.parameters,
                                         made.generalization, progress));
    made.figures.push_back(std::move(figures));
  }
  return {};
}

}  // namespace gauze
