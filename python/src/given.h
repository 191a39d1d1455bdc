#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "gauze/release/manifest/policy_text.h"
#include "gauze/release/prepare/keep_table.h"
#include "operations.h"

// Reading options, as the Python side writes them.

namespace gauze::python {

std::string Text(const Json& options, const char* name);
std::vector<std::string> Texts(const Json& options, const char* name);
unsigned Threads(const Json& options);
// {"policy": {"file": …, "text": …}}; no name if there is none.
PolicyText PolicyOf(const Json& options);
// "memory": a number of bytes, or text like "4GiB"; 0: not given.
Result<std::uint64_t> Memory(const Json& options);

// A table or a path, which must live as long as it is used.
class InputArgument {
 public:
  // The option `name`; an empty path if there is none.
  static Result<InputArgument> Take(const Json& options, const char* name, Streams& streams,
                                    Progress& progress);

  const std::string& path() const { return table_ ? table_->path() : path_; }
  // For the work on it.
  std::uint64_t memory() const { return table_ ? table_->memory() : memory_; }
  // As `Read` takes them.
  Json types() const;

 private:
  std::string path_;
  std::uint64_t memory_ = 0;
  std::optional<KeptTable> table_;
};

}  // namespace gauze::python
