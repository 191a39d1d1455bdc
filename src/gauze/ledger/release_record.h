#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "gauze/base/json.h"

namespace gauze::ledger {

// Of a record's key; the key itself is not kept.
using KeyDigest = std::array<std::uint8_t, 16>;

// A file of the ledger. It never changes once it is recorded.
struct FileRecord {
  std::string path;  // relative to the ledger
  std::string digest;
  std::uint64_t bytes = 0;
  bool lasting = true;  // otherwise it goes with the next release
};

// One release, as the ledger remembers it.
struct ReleaseRecord {
  std::uint32_t number = 0;  // from 0
  Json figures;              // counts: rows that came, were released, wait; classes; loss …
  std::vector<FileRecord> files;
};

}  // namespace gauze::ledger
