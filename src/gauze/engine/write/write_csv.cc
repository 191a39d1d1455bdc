#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "gauze/base/parallel.h"
#include "gauze/encode/record_spool.h"
#include "gauze/engine/write/release_writer.h"

// Labels are text already, so rows are laid out with computed offsets and written from all threads
// at once: several times faster than a general CSV writer.

namespace gauze {
namespace {

constexpr std::size_t kChunkRows = 16'384;

std::string Field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

// The fields of a table with the mark that ends them, each spelled and quoted once; also for later
// tables with the same values.
class Fields {
 public:
  void Spell(const ReleasedTable& table) {
    table_ = &table;
    columns_.resize(table.columns.size());
    const bool alone = columns_.size() == 1;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      Column& column = columns_[c];
      if (column.values == table.columns[c].values) continue;
      column.values = table.columns[c].values;
      column.spelled.clear();
      const char* end = c + 1 == columns_.size() ? "\n" : ",";
      for (const Value& value : *column.values) column.spelled.push_back(Field(value.text) + end);
      // A line that is one missing cell would be an empty line, which readers skip.
      column.spelled.emplace_back(alone ? "\"\"\n" : end);
    }
  }

  void AppendLine(std::size_t group, std::string& text) const {
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const ReleasedColumn& column = table_->columns[c];
      if (!column.codes.empty()) {
        text += columns_[c].spelled[column.codes[group]];
      } else {
        AppendCarried(column, group, text);
        text += columns_[c].spelled.back().back();
      }
    }
  }

 private:
  static void AppendCarried(const ReleasedColumn& column, std::size_t group, std::string& text) {
    if (!column.texts.empty()) {
      if (column.texts[group]) text += Field(*column.texts[group]);
    } else if (column.keys[group] != RecordShape::kMissingKey) {
      text += ValueOfKey(column.type, column.keys[group]).text;
    }
  }

  struct Column {
    std::shared_ptr<const std::vector<Value>> values;
    std::vector<std::string> spelled;
  };

  const ReleasedTable* table_ = nullptr;
  std::vector<Column> columns_;
};

class CsvWriter final : public ReleaseWriter {
 public:
  CsvWriter(const std::string& folder, Progress& progress)
      : path_(folder + "/data.csv"), progress_(progress) {
    // An earlier run may have left one that it did not finish.
    file_ = open(path_.c_str(), O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0644);
    failure_ = errno;
  }
  ~CsvWriter() override {
    if (file_ >= 0) close(file_);
  }
  CsvWriter(const CsvWriter&) = delete;
  CsvWriter& operator=(const CsvWriter&) = delete;

  Status Append(std::shared_ptr<const ReleasedTable> table) override {
    if (file_ < 0) return Failure(failure_);
    std::string header;
    if (size_ == 0) {
      for (const ReleasedColumn& column : table->columns) {
        header += (header.empty() ? "" : ",") + Field(column.name);
      }
      header += '\n';
    }
    // Groups in chunks of about as many rows, spelled side by side and put behind one another.
    fields_.Spell(*table);
    const auto bounds = Chunks(*table);
    constexpr std::size_t kWave = 16;
    for (std::size_t wave = 0; wave + 1 < bounds.size(); wave += kWave) {
      const std::size_t chunks = std::min(kWave, bounds.size() - 1 - wave);
      std::vector<std::string> texts(chunks);
      if (wave == 0) texts[0] = header;
      ForEach(chunks, [&](std::size_t i) {
        Spell(*table, bounds[wave + i], bounds[wave + i + 1], texts[i]);
      });
      std::vector<std::uint64_t> offsets;
      for (const std::string& text : texts) {
        offsets.push_back(size_);
        size_ += text.size();
      }
      std::vector<int> failures(chunks);
      ForEach(chunks, [&](std::size_t i) { failures[i] = WriteAt(texts[i], offsets[i]); });
      for (const int failure : failures) {
        if (failure != 0) return Failure(failure);
      }
    }
    return {};
  }

  Result<std::vector<std::string>> Finish() override {
    if (fsync(file_) != 0) return Failure(errno);
    return std::vector<std::string>{"data.csv"};
  }

 private:
  static std::vector<std::size_t> Chunks(const ReleasedTable& table) {
    std::vector<std::size_t> bounds = {0};
    std::uint64_t rows = 0;
    for (std::size_t group = 0; group < table.counts.size(); ++group) {
      rows += table.counts[group];
      if (rows < kChunkRows && group + 1 < table.counts.size()) continue;
      bounds.push_back(group + 1);
      rows = 0;
    }
    return bounds;
  }

  void Spell(const ReleasedTable& table, std::size_t begin, std::size_t end, std::string& text) {
    std::string line;
    std::uint64_t rows = 0;
    for (std::size_t group = begin; group < end; ++group) {
      line.clear();
      fields_.AppendLine(group, line);
      for (std::uint64_t i = 0; i < table.counts[group]; ++i) text += line;
      rows += table.counts[group];
    }
    progress_.Advance(rows);
  }

  int WriteAt(std::string_view text, std::uint64_t offset) const {
    while (!text.empty()) {
      const ssize_t size = pwrite(file_, text.data(), text.size(), static_cast<off_t>(offset));
      if (size < 0 && errno == EINTR) continue;
      if (size < 0) return errno;
      text.remove_prefix(static_cast<std::size_t>(size));
      offset += static_cast<std::uint64_t>(size);
    }
    return 0;
  }

  tl::unexpected<Error> Failure(int number) const {
    return ResourceError("cannot write the file: " + std::generic_category().message(number), path_,
                         "check permissions and free disk space");
  }

  std::string path_;
  Progress& progress_;
  int file_ = -1;
  int failure_ = 0;  // why there is no file
  std::uint64_t size_ = 0;
  Fields fields_;
};

}  // namespace

std::unique_ptr<ReleaseWriter> MakeCsvWriter(const std::string& folder, Progress& progress) {
  return std::make_unique<CsvWriter>(folder, progress);
}

}  // namespace gauze
