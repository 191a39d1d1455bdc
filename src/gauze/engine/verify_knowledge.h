#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/engine/database.h"
#include "gauze/engine/verify.h"

// Private to engine/: what a claim about sets of terms is judged by.

namespace gauze {

// Which labels a set links to, found by cutting plain lists: slower than what made the release, and
// none of its code. Must stay while its tables are used.
class KnowledgeLinks {
 public:
  KnowledgeLinks(const VerifiedKnowledge& knowledge, std::string separator);

  // Makes linked, knowledge and prior (class_model.h) from the table `totals`.
  Status MakeTables(Database& database);

  // Labels in increasing order; of a set with at least one term.
  std::vector<std::int64_t> Linked(std::string_view set) const;

 private:
  Status MakePrior(Database& database) const;

  const VerifiedKnowledge& knowledge_;
  std::string separator_;
  std::unordered_map<std::string, std::vector<std::int64_t>> labels_of_;  // by term
};

}  // namespace gauze
