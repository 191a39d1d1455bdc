#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "gauze/ledger/method.h"

// For tests: small streams of records, releases of them, and an adversary who has all of these.

namespace gauze::ledger {

// Records that come in batches, and what is promised about them.
struct Stream {
  Policy policy;
  CodedTable coded;
  std::vector<Group> batches;

  // The releases of a method, one per batch.
  Result<std::vector<State>> Release(const std::string& method,
                                     const std::vector<RawParameter>& parameters = {}) const;
  // The same, but the first release is one class, so that there is much to cut later.
  bool coarse = false;
};

struct StreamColumn {
  std::string name;
  Role role = Role::kQuasiIdentifying;
  ValueType type = ValueType::kInteger;
};
// Cells of a record.
using Cells = std::vector<std::string>;

// Text columns get a hierarchy in which neighbours in the alphabet are together.
Stream MakeStream(const std::vector<StreamColumn>& columns,
                  const std::vector<std::vector<Cells>>& batches, std::vector<PolicyEntry> protect);
PolicyEntry Promise(const std::string& model, const std::vector<RawParameter>& parameters);
PolicyEntry Diversity(int l, const std::string& kind = "distinct");  // of the column `disease`

// At most twelve records in at most four batches, two quasi-identifiers, and one disease each.
// Every record is a tuple of its own: a column `person`, which nothing protects, tells them apart.
Stream RandomPersons(std::mt19937_64& random, int l);

// What somebody who has the classes of some releases, and knows who is in which, knows: for every
// tuple, each of one record, the diseases that it can have. Every assignment of diseases to records
// that agrees with all classes is tried. Records of no class: nothing.
std::vector<std::vector<Code>> PossibleDiseases(const CodedTable& coded,
                                                const std::vector<std::vector<Group>>& releases);
std::vector<Group> ClassesOf(const State& state);

}  // namespace gauze::ledger
