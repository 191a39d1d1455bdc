#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gauze/base/json.h"

namespace gauze::server {

// The object of a request's body, read strictly: every field that is asked for must be there and of
// its kind, and Finish() finds fields that nobody asked for. After the first fault everything else
// is empty; the caller looks at `ok()` once.
class Fields {
 public:
  explicit Fields(std::string_view body);

  std::string Text(const char* name, std::size_t longest);
  std::uint64_t Number(const char* name, std::uint64_t least, std::uint64_t most);
  std::vector<std::string> Texts(const char* name, std::size_t most, std::size_t longest);
  // Any JSON, as text; nothing if the field is not there.
  std::optional<std::string> Part(const char* name);
  // A list of 1 to `most`, each any JSON as text.
  std::vector<std::string> Parts(const char* name, std::size_t most);
  // False if the field is not there.
  bool Flag(const char* name);

  bool Finish();
  bool ok() const { return fault_.empty(); }
  const std::string& fault() const { return fault_; }  // names a field of ours, never a value

 private:
  const nlohmann::json* Take(const char* name);
  void Fail(std::string fault);

  nlohmann::json object_;
  std::vector<std::string> known_;
  std::string fault_;
};

// Of a project or a release, whether it exists or not.
inline constexpr std::size_t kLongestId = 64;

// Names that an office gives to projects: a to z, 0 to 9 and hyphens, up to 63.
bool IsProjectId(std::string_view text);

}  // namespace gauze::server
