#include "gauze/engine/csv/plain_csv.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <filesystem>
#include <optional>

#include "gauze/base/testing/test_size.h"
#include "gauze/base/text/utf8.h"
#include "gauze/engine/csv/plain_lines.h"
#include "gauze/engine/duckdb/table_function.h"
#include "gauze/engine/duckdb/translate_error.h"

namespace gauze {
namespace {

// Work is dealt in blocks: the lines that begin in so many bytes of a file.
constexpr std::uint64_t kBlockBytes = std::uint64_t{1} << 20U;
constexpr std::uint64_t kPieces = 256;  // of a small file that is sampled
constexpr std::uint64_t kLongestLine = std::uint64_t{1} << 16U;

class File {
 public:
  explicit File(const std::string& path) : descriptor_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    if (descriptor_ >= 0) close(descriptor_);
  }

  // What is there from `offset`, as far as the buffer and the file reach.
  bool Read(std::uint64_t offset, std::string& buffer) const {
    std::size_t filled = 0;
    while (filled < buffer.size()) {
      const ssize_t read = pread(descriptor_, buffer.data() + filled, buffer.size() - filled,
                                 static_cast<off_t>(offset + filled));
      if (read < 0) return false;
      if (read == 0) break;
      filled += static_cast<std::size_t>(read);
    }
    buffer.resize(filled);
    return true;
  }

 private:
  int descriptor_;
};

// DuckDB keeps short texts in the cell, padded with zeros.
constexpr std::size_t kInlined = sizeof(duckdb_string_t{}.value.inlined.inlined);
constexpr auto kInlinedMasks = [] {
  std::array<std::array<char, kInlined>, kInlined + 1> masks{};
  for (std::size_t size = 0; size <= kInlined; ++size) {
    for (std::size_t i = 0; i < size; ++i) masks[size][i] = static_cast<char>(-1);
  }
  return masks;
}();

struct Block {
  std::size_t file;
  std::uint64_t begin;
  std::uint64_t end;
  bool last;  // of its file
};

class PlainReader final : public PlainCsv {
 public:
  PlainReader(std::vector<std::string> files, CsvHeader header, char quote, bool has_header)
      : files_(std::move(files)),
        header_(std::move(header)),
        quote_(quote),
        has_header_(has_header) {
    Deal(TestSize("GAUZE_BLOCK_BYTES", kBlockBytes), 1);
  }

  bool Sample(double share) override {
    std::uint64_t bytes = 0;
    for (const Block& block : blocks_) bytes += block.end - block.begin;
    blocks_.clear();
    Deal(std::clamp<std::uint64_t>(bytes / kPieces, 1, kBlockBytes), share);
    return true;
  }

  void ReportTo(Progress* progress) override { progress_ = progress; }

  const std::vector<std::string>& files() const { return files_; }
  const CsvHeader& header() const { return header_; }
  char quote() const { return quote_; }
  bool has_header() const { return has_header_; }
  const std::vector<Block>& blocks() const { return blocks_; }

  void Report(std::size_t block) {
    Progress* progress = progress_;
    if (progress != nullptr) progress->Set(block * 100 / blocks_.size());
  }

 private:
  // The first part of every so many bytes.
  void Deal(std::uint64_t size, double share) {
    for (std::size_t file = 0; file < files_.size(); ++file) {
      std::error_code error;
      const std::uint64_t bytes = std::filesystem::file_size(files_[file], error);
      for (std::uint64_t begin = 0; !error && begin < bytes; begin += size) {
        const auto part = static_cast<std::uint64_t>(static_cast<double>(size) * share);
        const std::uint64_t end = std::min(begin + std::max<std::uint64_t>(part, 1), bytes);
        blocks_.push_back({file, begin, end, end == bytes});
      }
    }
  }

  std::vector<std::string> files_;
  CsvHeader header_;
  char quote_;
  bool has_header_;
  std::vector<Block> blocks_;
  std::atomic<Progress*> progress_{nullptr};
};

// One query over the files, shared by its threads.
struct PlainQuery {
  std::shared_ptr<PlainReader> reader;
  std::size_t columns;                       // of the result
  std::vector<std::optional<idx_t>> places;  // of each column of the file among them
  std::atomic<std::size_t> next{0};

  static void Declare(const PlainReader& reader, duckdb_bind_info info) {
    const LogicalType text(duckdb_create_logical_type(DUCKDB_TYPE_VARCHAR));
    for (const std::string& name : reader.header().names) {
      duckdb_bind_add_result_column(info, name.c_str(), text.type);
    }
  }

  PlainQuery(std::shared_ptr<PlainReader> source, const std::vector<idx_t>& asked)
      : reader(std::move(source)), columns(asked.size()), places(reader->header().names.size()) {
    for (idx_t i = 0; i < asked.size(); ++i) {
      if (asked[i] < places.size()) places[asked[i]] = i;
    }
  }

  idx_t Threads() const { return reader->blocks().size(); }
};

// One thread of it.
class PlainWorker {
 public:
  explicit PlainWorker(const PlainReader& reader)
      : lines_(reader.header().delimiter.front(), reader.quote()) {}

  std::string Fill(PlainQuery& query, duckdb_data_chunk chunk) {
    if (FillPlain(query, chunk)) return "";
    return unreadable_ ? kUnreadableFile : PlainCsv::kNotPlain;
  }

 private:
  struct Column {
    duckdb_vector vector = nullptr;
    duckdb_string_t* cells = nullptr;
    std::uint64_t* valid = nullptr;
  };

  // False if the files are not plain, or not readable.
  bool FillPlain(PlainQuery& query, duckdb_data_chunk chunk) {
    const auto& places = query.places;
    columns_.assign(query.columns, {});
    for (const auto& place : places) {
      if (!place) continue;
      Column& column = columns_[*place];
      column.vector = duckdb_data_chunk_get_vector(chunk, *place);
      column.cells = static_cast<duckdb_string_t*>(duckdb_vector_get_data(column.vector));
    }
    const idx_t most = duckdb_vector_size();
    idx_t row = 0;
    while (row < most) {
      if (lines_.AtEnd()) {
        const std::size_t block = query.next++;
        if (block >= query.reader->blocks().size()) break;
        query.reader->Report(block);
        if (!Load(query.reader->blocks()[block], *query.reader)) return false;
        continue;
      }
      const bool plain = lines_.Next(places.size(), [&](std::size_t c, std::string_view text) {
        if (places[c]) Put(columns_[*places[c]], row, text);
      });
      if (!plain) return false;
      ++row;
    }
    duckdb_data_chunk_set_size(chunk, row);
    return true;
  }

  static void Put(Column& column, idx_t row, std::string_view text) {
    if (text.empty()) {
      if (column.valid == nullptr) {
        duckdb_vector_ensure_validity_writable(column.vector);
        column.valid = duckdb_vector_get_validity(column.vector);
      }
      duckdb_validity_set_row_invalid(column.valid, row);
    } else if (text.size() <= kInlined) {
      // A fixed number of bytes, less what lies behind the text: a copy of any size is a call.
      auto& cell = column.cells[row].value.inlined;
      cell.length = static_cast<std::uint32_t>(text.size());
      const auto& mask = kInlinedMasks[text.size()];
      for (std::size_t i = 0; i < kInlined; ++i) {
        cell.inlined[i] = static_cast<char>(text.data()[i] & mask[i]);
      }
    } else {
      duckdb_unsafe_vector_assign_string_element_len(column.vector, row, text.data(), text.size());
    }
  }

  // The lines that begin in the block; the byte before it tells whether its first line does.
  bool Load(const Block& block, const PlainReader& reader) {
    if (!file_ || opened_ != block.file) {
      file_.emplace(reader.files()[block.file]);
      opened_ = block.file;
    }
    const std::uint64_t before = block.begin == 0 ? 0 : 1;
    const std::uint64_t bytes = before + block.end - block.begin;
    buffer_.resize(bytes + kLongestLine);
    unreadable_ = !file_->Read(block.begin - before, buffer_);
    if (unreadable_) return false;
    std::size_t begin = 0;
    if (before == 1) begin = buffer_.find('\n') + 1;
    std::size_t end = buffer_.size();
    if (!block.last) end = buffer_.find('\n', bytes - 1) + 1;
    // npos + 1 is 0: a line longer than any we read.
    if (end == 0 || (before == 1 && begin == 0)) return false;
    buffer_.resize(end);
    buffer_.append(PlainLines::kSlack, '\0');
    if (begin >= end) return true;  // one line that began earlier
    const auto text = std::string_view(buffer_).substr(0, end).substr(begin);
    if (FindInvalidUtf8(text) != std::string_view::npos) return false;
    lines_.Start(text);
    if (block.begin != 0) return true;
    // A mark that the text is Unicode is no part of the first cell.
    return reader.has_header() ? SkipHeader(reader.header()) : !text.starts_with("\xef\xbb\xbf");
  }

  bool SkipHeader(const CsvHeader& header) {
    bool same = true;
    const bool plain = lines_.Next(header.names.size(), [&](std::size_t c, std::string_view text) {
      same = same && text == header.names[c];
    });
    return plain && same;
  }

  PlainLines lines_;
  std::optional<File> file_;
  std::size_t opened_ = 0;
  bool unreadable_ = false;
  std::string buffer_;
  std::vector<Column> columns_;
};

bool MayBePlain(const std::vector<std::string>& files, const CsvDialect& dialect) {
  if (!dialect.encoding.empty() && dialect.encoding != "utf-8") return false;
  for (const std::string& file : files) {
    std::error_code error;
    if (file.ends_with(".gz") || !std::filesystem::is_regular_file(file, error)) return false;
  }
  return true;
}

}  // namespace

std::shared_ptr<PlainCsv> PlainCsv::Open(Database& database, const std::vector<std::string>& files,
                                         const CsvHeader& header, const CsvDialect& dialect,
                                         const std::string& view) {
  if (!MayBePlain(files, dialect)) return nullptr;
  const char quote = dialect.quote.empty() ? '"' : dialect.quote.front();
  auto reader = std::make_shared<PlainReader>(files, header, quote, dialect.header);
  const std::string name = NewFunctionName();
  RegisterTableFunction<PlainQuery, PlainWorker>(database, name, reader);
  const Status created = database.Run(
      fmt::format("CREATE OR REPLACE TEMP VIEW {} AS FROM {}()", QuoteName(view), name));
  return created ? reader : nullptr;
}

}  // namespace gauze
