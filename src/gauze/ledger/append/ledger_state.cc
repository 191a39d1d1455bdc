#include "gauze/ledger/append/ledger_state.h"

#include <fmt/format.h>

#include <algorithm>

#include "gauze/base/json.h"
#include "gauze/ledger/append/ledger_policy.h"
#include "gauze/ledger/append/state_json.h"
#include "gauze/release/promise/claims.h"

namespace gauze {
namespace {

// Columns that some model compares with a reference.
std::vector<std::string> ComparedColumns(const Policy& policy) {
  std::vector<std::string> columns;
  for (const PolicyEntry& promise : policy.protect) {
    if (FindModel(promise.descriptor->name)->compares) columns.push_back(ClaimedAttribute(promise));
  }
  return columns;
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

Json ClassMaker::ReferencesJson() const {
  Json json = Json::object();
  for (const auto& [column, reference] : references_) json[column] = ReferenceJson(reference);
  return json;
}

std::map<std::string, std::vector<std::uint64_t>> ClassMaker::ReferenceTotals(
    const Table& table) const {
  std::map<std::string, std::vector<std::uint64_t>> totals;
  for (const auto& [column, reference] : references_) {
    totals[column] = TotalsOf(reference, table.domains[table.Find(column)]);
  }
  return totals;
}

CodedTable ClassMaker::Compared(const CodedTable& coded) const {
  CodedTable compared = coded;
  auto totals = std::make_shared<std::vector<std::vector<std::uint64_t>>>(*coded.totals);
  for (auto& [column, rows] : ReferenceTotals(coded.table)) {
    (*totals)[coded.table.Find(column)] = rows;
  }
  compared.totals = std::move(totals);
  return compared;
}

Result<std::string> ClassMaker::WhyNotTogether(const CodedTable& schema) const {
  const CodedTable compared = Compared(schema);
  GAUZE_ASSIGN(const Constraints constraints, Constraints::Make(compared, policy_->protect));
  const auto why = constraints.WhyNotOneClass(*schema.totals);
  return why.value_or("they could form a class, but wait for more similar records");
}

Result<Generalization> ClassMaker::Make(const Region& region, std::uint64_t rows,
                                        Progress& progress) const {
  const CodedTable coded = Compared(region.coded);
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
                                  .protect = policy_->protect,
                                  .missing = policy_->missing,
                                  .transform = &policy_->transform,
                                  .parameters = policy_->ledger->method.parameters,
                                  .places = places};
  GAUZE_ASSIGN(const ledger::State after,
               ledger::Append(*method_, input, std::move(state), std::move(batch), progress));
  if (keeps_state()) *after_ = StateToJson(after, coded);
  return ledger::Print(input, after.classes);
}

}  // namespace gauze
