#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gauze/attack/channels/multiset.h"
#include "gauze/model/class_model.h"
#include "gauze/policy/policy.h"
#include "gauze/taxonomy/coded_table.h"

namespace gauze::channels {

// What the policy promises of classes, asked about any multiset of sensitive values: those that a
// person can have. Models without a column look at its size. May be used from several threads.
class Judge {
 public:
  // `sensitive` has the columns by their numbers; `shown` are the values of the newest release, the
  // reference of what compares with the table. Fails when the policy promises nothing of classes
  // that can be asked so.
  static Result<Judge> Make(const Policy& policy, const CodedTable& sensitive,
                            const std::vector<Multiset>& shown);

  bool Keeps(std::size_t column, const Multiset& values) const;
  // All of what is asked, as the policy says it.
  const std::string& promise() const { return promise_; }

 private:
  struct Asked {
    std::unique_ptr<ClassModel> model;
    std::optional<std::size_t> column;  // none: every column
  };

  std::vector<Asked> asked_;
  std::vector<Code> sizes_;  // codes of each column
  std::string promise_;
};

}  // namespace gauze::channels
