#pragma once

#include <string>

#include "gauze/base/error.h"
#include "gauze/base/json_fwd.h"

namespace gauze::studio {

// Who has looked at what before a release is signed. A file of JSON lines that only grows, readable
// by its owner alone: taking an approval back is a line, too. Nobody checks the names.
class Approvals {
 public:
  // A file of ours (Project::Beside).
  explicit Approvals(std::string file) : file_(std::move(file)) {}

  struct Line {
    std::string release;  // the digest of what was approved: another release is not
    std::string point;    // of the list that is gone through
    std::string name;
    std::string remark;
    bool approved = true;  // false: it is taken back
  };
  Status Add(const Line& line) const;

  // What stands, of all releases: {RELEASE: {POINT: {"name", "at", "remark"}}}
  Json Standing() const;

 private:
  std::string file_;
};

}  // namespace gauze::studio
