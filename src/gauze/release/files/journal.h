#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "gauze/base/error.h"

namespace gauze {

// What of a release is safely on disk, so that a run that was killed can go on where it was. A text
// file beside the staged release, one line per event, each synced before the next; a last line that
// was cut off does not count. It is as private as the rows that wait beside it.
class Journal {
 public:
  // Reads what an earlier run left in `path`, and appends to it.
  static Result<Journal> Open(const std::string& path);
  Journal(Journal&& other) noexcept;
  Journal& operator=(Journal&&) = delete;
  ~Journal();

  // Rows of the first regions, which need not be made again, and the bytes that they take in the
  // file where they wait (SortedRuns).
  struct Durable {
    std::uint64_t rows = 0;
    std::uint64_t bytes = 0;
  };
  const Durable& durable() const { return durable_; }
  // Where rows wait, beside the journal.
  std::string runs() const { return path_ + "-runs"; }
  // The loss of a region (ReleasedLoss::Numbers); empty if it is not known.
  std::vector<double> LossOf(std::size_t region) const;

  Status AddRegion(std::size_t region, const std::vector<double>& loss);
  Status AddDurable(const Durable& durable);

 private:
  Journal() = default;
  Status Append(const std::string& line);
  tl::unexpected<Error> Failure() const;

  std::string path_;
  int file_ = -1;
  Durable durable_;
  std::map<std::size_t, std::vector<double>> losses_;
};

}  // namespace gauze
