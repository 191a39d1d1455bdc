#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/base/json.h"

namespace gauze::studio {

// The object of a request, read strictly: what is asked for must be of its kind, and Finish() finds
// what nobody asked for. Faults name a field of ours, never what was sent.
class Fields {
 public:
  explicit Fields(const Json& object) : object_(object) {}

  // Without control characters.
  Result<std::string> Text(const char* name);
  Result<std::string> TextOr(const char* name, const std::string& fallback);
  Result<std::uint64_t> Number(const char* name);
  // Empty if there is none.
  Result<std::vector<std::string>> Texts(const char* name);
  // Nullptr if there is none.
  const Json* Part(const char* name);

  Status Finish() const;

 private:
  const Json& object_;
  std::vector<std::string> known_;
};

}  // namespace gauze::studio
