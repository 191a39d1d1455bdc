#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "gauze/engine/write.h"

namespace gauze {
namespace {

constexpr std::size_t kBuffer = 1U << 20U;

std::string Field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

class File {
 public:
  explicit File(const std::string& path)
      : path_(path), file_(open(path.c_str(), O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0644)) {}
  ~File() {
    if (file_ >= 0) close(file_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  Status Append(const std::string& text) {
    buffer_ += text;
    return buffer_.size() < kBuffer ? Status() : Flush();
  }

  Status Finish() {
    GAUZE_TRY(Flush());
    return fsync(file_) == 0 ? Status() : Failure();
  }

 private:
  Status Flush() {
    std::size_t written = 0;
    while (written < buffer_.size()) {
      const ssize_t size = write(file_, buffer_.data() + written, buffer_.size() - written);
      if (size < 0 && errno == EINTR) continue;
      if (size < 0) return Failure();
      written += static_cast<std::size_t>(size);
    }
    buffer_.clear();
    return {};
  }

  Status Failure() const {
    return ResourceError("cannot write the file: " + std::generic_category().message(errno), path_,
                         "check permissions and free disk space");
  }

  std::string path_;
  std::string buffer_;
  int file_;
};

}  // namespace

Status WriteCsv(const ReleasedTable& table, const std::string& path, Progress& progress) {
  progress.Stage("writing", table.rows);
  // Every spelling is quoted once, not once a row.
  std::vector<std::vector<std::string>> fields;
  std::string header;
  for (const ReleasedColumn& column : table.columns) {
    const char* end = &column == &table.columns.back() ? "\n" : ",";
    header += Field(column.name) + end;
    std::vector<std::string> spellings;
    for (const Value& value : column.values) spellings.push_back(Field(value.text) + end);
    // A line that is one missing cell would be an empty line, which readers skip.
    spellings.emplace_back(table.columns.size() == 1 ? "\"\"\n" : end);
    fields.push_back(std::move(spellings));
  }
  File file(path);
  GAUZE_TRY(file.Append(header));
  std::string line;
  for (std::size_t group = 0; group < table.counts.size(); ++group) {
    line.clear();
    for (std::size_t c = 0; c < fields.size(); ++c) {
      line += fields[c][table.columns[c].codes[group]];
    }
    for (std::uint64_t i = 0; i < table.counts[group]; ++i) GAUZE_TRY(file.Append(line));
    progress.Advance(table.counts[group]);
  }
  return file.Finish();
}

}  // namespace gauze
