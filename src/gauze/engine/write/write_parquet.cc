#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "gauze/base/file.h"
#include "gauze/base/parallel.h"
#include "gauze/base/testing/test_size.h"
#include "gauze/engine/write/parquet_part.h"
#include "gauze/engine/write/release_writer.h"

namespace gauze {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kPartRows = std::uint64_t{1} << 20U;

class ParquetWriter final : public ReleaseWriter {
 public:
  ParquetWriter(Database& database, std::string folder, bool with_persons, Progress& progress)
      : database_(database),
        folder_(std::move(folder)),
        with_persons_(with_persons),
        progress_(progress) {
    parts_.emplace_back();
  }

  // A part ends after exactly part_rows_ rows, wherever that is in a class.
  Status Append(std::shared_ptr<const ReleasedTable> table) override {
    std::size_t group = 0;
    std::uint64_t skip = 0;
    while (group < table->counts.size()) {
      ReleasedSlice slice{.table = table, .group = group, .skip = skip};
      while (group < table->counts.size() && rows_ < part_rows_) {
        const std::uint64_t take = std::min(table->counts[group] - skip, part_rows_ - rows_);
        slice.rows += take;
        rows_ += take;
        skip += take;
        if (skip < table->counts[group]) break;
        ++group;
        skip = 0;
      }
      parts_.back().push_back(std::move(slice));
      if (rows_ == part_rows_) {
        parts_.emplace_back();
        rows_ = 0;
      }
    }
    return WriteParts(parts_.size() - 1);
  }

  Result<std::vector<std::string>> Finish() override {
    GAUZE_TRY(WriteParts(parts_.back().empty() ? parts_.size() - 1 : parts_.size()));
    GAUZE_TRY(WaitForParts());
    if (files_.size() > 1) {
      GAUZE_TRY(SyncPath(folder_ + "/data"));
      return files_;
    }
    std::error_code error;
    const std::string target = folder_ + "/data.parquet";
    fs::rename(folder_ + "/" + files_.front(), target, error);
    if (!error) fs::remove(folder_ + "/data", error);
    if (error) {
      return ResourceError("cannot write the file: " + error.message(), target,
                           "check permissions and free disk space");
    }
    return std::vector<std::string>{"data.parquet"};
  }

 private:
  std::string Name() const { return fmt::format("data/part-{:05}.parquet", files_.size()); }

  // Starts to write the first `count` of parts_, side by side, while the next ones come.
  Status WriteParts(std::size_t count) {
    if (count == 0) return {};
    GAUZE_TRY(WaitForParts());
    std::error_code error;
    // Not the folder itself: whoever was stopped has removed it, and nothing may come back.
    fs::create_directory(folder_ + "/data", error);
    const std::size_t first = files_.size();
    for (std::size_t i = 0; i < count; ++i) files_.push_back(Name());
    const auto end = parts_.begin() + static_cast<std::ptrdiff_t>(count);
    writing_.assign(std::make_move_iterator(parts_.begin()), std::make_move_iterator(end));
    parts_.erase(parts_.begin(), end);
    written_.assign(count, {});
    beside_.Start([this, first] {
      ForEach(writing_.size(), [&](std::size_t i) {
        written_[i] = WriteParquetPart(database_, writing_[i], folder_ + "/" + files_[first + i],
                                       with_persons_, progress_);
      });
    });
    return {};
  }

  Status WaitForParts() {
    beside_.Wait();
    writing_.clear();
    for (const Status& part : written_) GAUZE_TRY(part);
    return {};
  }

  Database& database_;
  std::string folder_;
  bool with_persons_;
  const std::uint64_t part_rows_ = ParquetPartRows();
  Progress& progress_;
  std::vector<std::vector<ReleasedSlice>> parts_;  // the last one is being filled
  std::uint64_t rows_ = 0;                         // of the last one
  std::vector<std::string> files_;
  std::vector<std::vector<ReleasedSlice>> writing_;
  std::vector<Status> written_;  // how writing_ went
  Beside beside_;                // the last member: it is gone before what it uses
};

}  // namespace

std::uint64_t ParquetPartRows() { return TestSize("GAUZE_PART_ROWS", kPartRows); }

std::unique_ptr<ReleaseWriter> MakeParquetWriter(Database& database, const std::string& folder,
                                                 bool with_persons, Progress& progress) {
  return std::make_unique<ParquetWriter>(database, folder, with_persons, progress);
}

}  // namespace gauze
