#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gauze/ledger/method.h"
#include "gauze/ledger/store.h"
#include "gauze/policy/policy.h"
#include "gauze/release/input/input.h"
#include "gauze/release/run/region_pipeline.h"
#include "gauze/release/run/write_release.h"

namespace gauze {

// By column that some model compares with the first batch: values that came so far, an empty one
// for missing. A batch without them would be compared with less.
Result<std::map<std::string, std::vector<std::string>>> KnownValues(const Policy& policy,
                                                                    ledger::Store& store);

// Classes of new rows, by the ledger's method. Rows that came for an earlier release and still wait
// are told apart from new ones by the column kSince.
class ClassMaker {
 public:
  static Result<ClassMaker> Start(const Policy& policy, ledger::Store& store, std::uint32_t number,
                                  const Input& input, bool seal);

  // Of a region, out of `rows` rows in all; what is not in a class waits. Steps of the policy work
  // on new classes, once. From several threads at once.
  Status Make(std::uint64_t rows, RegionPipeline::Made& made, Progress& progress) const;

  // What all rows of these totals would lack to be a class; that they lack nothing, if so.
  Result<std::string> WhyNotTogether(const CodedTable& schema) const;

  // Methods that touch released classes again have a state beside the files: nothing for others.
  bool keeps_state() const { return !method_->appends_only; }
  const std::optional<Json>& state() const { return *after_; }

  // What models compare classes with: the first batch, by column, for all time. With the names of
  // all values, for the ledger's private records.
  Json ReferencesJson() const;
  // The same of columns of which whoever verifies compares values. Of others a release tells a
  // prior at most, and which values there were is nobody's business.
  std::map<std::string, Reference> PublicReferences() const;
  // These as rows per code.
  std::map<std::string, std::vector<std::uint64_t>> PublicTotals(const Table& table) const;
  // A table with the first batch as what its classes are compared with.
  CodedTable Compared(const CodedTable& coded) const;

 private:
  ClassMaker(const Policy& policy, std::uint32_t number, bool seal);

  const Policy* policy_;
  std::vector<PolicyEntry> protect_;  // what the method has to keep: no step sees to it
  const ledger::MethodEntry* method_;
  std::uint32_t number_;
  bool seal_;
  std::map<std::string, Reference> references_;
  Json before_;                                 // what the method keeps
  std::shared_ptr<std::optional<Json>> after_;  // the same after Make()
};

}  // namespace gauze
