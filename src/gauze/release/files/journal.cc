#include "gauze/release/files/journal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>

#include "gauze/base/read_number.h"

namespace gauze {

Result<Journal> Journal::Open(const std::string& path) {
  Journal journal;
  journal.path_ = path;
  std::ifstream earlier(path);
  std::string line;
  off_t whole = 0;  // bytes of lines that were not cut off
  while (std::getline(earlier, line) && !earlier.eof()) {
    whole += static_cast<off_t>(line.size()) + 1;
    std::istringstream words(line);
    std::string kind;
    words >> kind;
    if (kind == "durable") {
      words >> journal.durable_.rows >> journal.durable_.bytes;
    } else if (kind == "region") {
      std::size_t region = 0;
      words >> region;
      std::vector<double> losses;
      // As hexadecimal, so that the sum comes out the same to the last bit.
      for (std::string loss; words >> loss;) losses.push_back(ReadNumber(loss));
      journal.losses_[region] = std::move(losses);
    }
  }
  earlier.close();
  journal.file_ = open(path.c_str(), O_CREAT | O_APPEND | O_WRONLY | O_CLOEXEC, 0600);
  if (journal.file_ < 0) return journal.Failure();
  // A line that was cut off must neither swallow the next one, nor count when this run is killed.
  if (ftruncate(journal.file_, whole) != 0) return journal.Failure();
  return journal;
}

Journal::Journal(Journal&& other) noexcept
    : path_(std::move(other.path_)),
      file_(std::exchange(other.file_, -1)),
      durable_(other.durable_),
      losses_(std::move(other.losses_)) {}

Journal::~Journal() {
  if (file_ >= 0) close(file_);
}

std::vector<double> Journal::LossOf(std::size_t region) const {
  const auto found = losses_.find(region);
  return found == losses_.end() ? std::vector<double>() : found->second;
}

Status Journal::AddRegion(std::size_t region, const std::vector<double>& loss) {
  std::string line = fmt::format("region {}", region);
  for (const double sum : loss) line += fmt::format(" {:a}", sum);
  return Append(line);
}

Status Journal::AddDurable(const Durable& durable) {
  return Append(fmt::format("durable {} {}", durable.rows, durable.bytes));
}

Status Journal::Append(const std::string& line) {
  const std::string text = line + "\n";
  const ssize_t written = write(file_, text.data(), text.size());
  if (written == static_cast<ssize_t>(text.size()) && fdatasync(file_) == 0) return {};
  return Failure();
}

tl::unexpected<Error> Journal::Failure() const {
  return ResourceError("cannot write the journal: " + std::generic_category().message(errno), path_,
                       "check permissions and free disk space");
}

}  // namespace gauze
