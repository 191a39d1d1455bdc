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
#include "gauze/release/run/write_release.h"
#include "gauze/transform/region.h"

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

  // Of a region of `rows` rows in all; what is not in a class waits. From several threads at once.
  Result<Generalization> Make(const Region& region, std::uint64_t rows, Progress& progress) const;

  // What all rows of these totals would lack to be a class; that they lack nothing, if so.
  Result<std::string> WhyNotTogether(const CodedTable& schema) const;

  // What models compare classes with: the first batch, by column, for all time.
  // Methods that touch released classes again have a state beside the files: nothing for others.
  bool keeps_state() const { return !method_->appends_only; }
  const std::optional<Json>& state() const { return *after_; }

  // By column: what classes are compared with, with the names of all values.
  const std::map<std::string, Reference>& references() const { return references_; }
  // The same as rows per code.
  std::map<std::string, std::vector<std::uint64_t>> ReferenceTotals(const Table& table) const;
  Json ReferencesJson() const;

 private:
  ClassMaker(const Policy& policy, std::uint32_t number, bool seal);
  // The same with the first batch as what classes are compared with.
  CodedTable Compared(const CodedTable& coded) const;

  const Policy* policy_;
  const ledger::MethodEntry* method_;
  std::uint32_t number_;
  bool seal_;
  std::map<std::string, Reference> references_;
  Json before_;                                 // what the method keeps
  std::shared_ptr<std::optional<Json>> after_;  // the same after Make()
};

}  // namespace gauze
