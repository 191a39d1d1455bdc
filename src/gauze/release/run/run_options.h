#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "gauze/base/error.h"
#include "gauze/policy/policy.h"
#include "gauze/release/manifest/policy_text.h"
#include "gauze/verify/verify.h"

namespace gauze {

// A release that keeps its promises and is not published yet.
struct FinishedRelease {
  std::string folder;
  Verification found;       // in its files
  std::string data_digest;  // data_digest.h; empty: nobody has made it yet
};
// May put more files into a release, which is published with them or not at all.
using Completion = std::function<Status(const FinishedRelease&)>;

struct RunOptions {
  PolicyText policy;
  std::string source;  // replaces the policy's source if given: a path, or a table's name
  std::string out;     // replaces the policy's release directory if given
  std::string vault;   // replaces the file of a personal policy's vault if given
  std::optional<ReleaseFormat> format;  // replaces the policy's
  std::string internal;      // file for the internal form of the manifest, private; empty: none
  unsigned threads = 0;      // 0: all cores
  std::uint64_t memory = 0;  // bytes that the whole process may take; 0: most of the machine's
  std::uint64_t sample_rows = 0;  // of the source, its first ones; 0: all
  bool spread = false;            // about so many, from all over the source, instead
  std::uint64_t k = 0;            // replaces the policy's k; 0: does not
  bool counted = false;           // the release has equal rows once, with kCountColumn (source.h)
  std::string temp;  // folder for files that are never published; empty: beside the release
  Completion complete;
  // Told once, from another thread, if the run takes far longer than such a table usually does.
  std::function<void(const std::string& sentence)> warn;
  bool keep_sample = false;  // for RunReport::sample
};

}  // namespace gauze
