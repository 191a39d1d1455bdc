#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gauze/base/progress.h"
#include "gauze/engine/arrow/arrow_table.h"
#include "gauze/engine/arrow/keep_arrow.h"
#include "gauze/engine/read/read_as_arrow.h"
#include "gauze/release/files/private_folder.h"

namespace gauze {

// A table that a front end was handed, ready to be read as often as a run needs: its path may stand
// wherever a file's may (RunOptions::source, VerifyOptions::target …) while this lives.
//
// A stream can be read once, so its pieces are kept: as they are, which costs nothing if somebody
// holds the table anyway, while they take no more than a quarter of the memory; and otherwise in a
// private file.
class KeptTable {
 public:
  struct Options {
    std::uint64_t memory = 0;  // bytes that the whole process may take; 0: most of the machine's
    std::string temp;          // folder for a file, if there is one
  };
  // Takes the stream over.
  static Result<KeptTable> Keep(ArrowArrayStream& stream, const Options& options,
                                Progress& progress);

  const std::string& path() const { return source_.path; }
  // What its columns were, for ReadAsArrow (engine/read/read_as_arrow.h).
  const std::vector<ArrowType>& types() const { return types_; }
  // What is left of the memory for a run.
  std::uint64_t memory() const { return memory_; }

 private:
  KeptTable() = default;

  std::optional<Scratch> scratch_;
  ArrowSource source_;
  std::vector<ArrowType> types_;
  std::uint64_t memory_ = 0;
};

}  // namespace gauze
