#pragma once

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gauze/interpret/gate/gate.h"
#include "gauze/server/store/postgres_store.h"

// A release as the server holds it in memory: its gate, and what was decided about it.

namespace gauze::server {

// Questions that the gate refused: a refusal stands for good, because answers only ever split atoms
// further. So nobody can keep the server busy by asking again what was refused.
class Refusals {
 public:
  // The rule that refused it; empty if it is not known to be.
  std::string_view Find(const std::string& question) const;
  void Remember(const std::string& question, const std::string& rule);

 private:
  std::unordered_map<std::string, std::string> rules_;  // by digest of the question
};

// A person of a release, and a column.
using Chooser = std::pair<PersonTag, std::string>;

struct Release {
  StoredRelease facts;
  Gate gate;  // about nobody, if it is outdated
  Refusals refusals;
  std::vector<StoredWithdrawal> withdrawals;  // in their order
  std::map<Chooser, int> stricter;            // what they chose since

  // Its vault does not say what people chose, so nothing is told about it any more.
  bool outdated() const { return facts.k3 == 0; }
};

}  // namespace gauze::server
