#pragma once

#include <optional>
#include <string>

#include "gauze/policy/policy.h"

namespace gauze::studio {

// The profile of a policy's table, which takes a while to make, kept in a file of ours (Project::
// Beside) as long as the table looks the same: its name, size and time, and how it is read.
class KeptProfile {
 public:
  KeptProfile(std::string file, const std::string& table, const CsvDialect& csv);

  // As the command printed it; nothing if there is none of this table.
  std::optional<std::string> Read() const;
  // If that fails it is made again.
  void Write(const std::string& profile) const;

 private:
  std::string file_;
  std::string key_;
};

}  // namespace gauze::studio
