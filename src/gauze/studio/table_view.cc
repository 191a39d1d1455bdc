#include "gauze/studio/table_view.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>

#include <algorithm>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include "gauze/base/digest.h"
#include "gauze/base/json.h"
#include "gauze/base/stop.h"
#include "gauze/engine/duckdb/database.h"
#include "gauze/engine/read/source/source.h"
#include "gauze/engine/read/source/source_files.h"
#include "gauze/release/files/private_folder.h"

namespace gauze::studio {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kDigestLetters = 16;
// A copy is written in groups of rows, which are made in memory, and read for a slice: so many
// cells each, but whole chunks of the engine.
constexpr std::size_t kGroupCells = 1U << 20U;
constexpr std::size_t kChunkRows = 2'048;
constexpr std::size_t kMostChunks = 10;
// What it takes at least: buffers to read CSV, and pages of every column.
constexpr std::uint64_t kLeastMemory = 128ULL << 20U;
constexpr std::uint64_t kColumnMemory = 320ULL << 10U;
constexpr const char* kRowNumber = "file_row_number";  // what the engine calls it

// Of the files as the system sees them, not of what they hold: it is looked at often.
std::string LooksOf(const TableViewOptions& options) {
  std::string looks = options.csv.delimiter + "|" + options.csv.quote + "|" + options.csv.encoding +
                      (options.csv.header ? "|" : "|-");
  for (const std::string& path : options.paths) {
    const bool pattern = path.find('*') != path.npos;  // then its folder
    struct stat facts{};
    stat(pattern ? fs::path(path).parent_path().c_str() : path.c_str(), &facts);
    looks += fmt::format("|{}:{}:{}.{}", path, facts.st_size, facts.st_mtim.tv_sec,
                         facts.st_mtim.tv_nsec);
  }
  return Digest(looks).substr(0, kDigestLetters);
}

// Private files of this table that were made when it looked different.
void RemoveOthers(const std::string& beside, const std::string& looks) {
  std::error_code error;
  const fs::path begin(beside);
  const fs::path folder = begin.parent_path().empty() ? "." : begin.parent_path();
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(begin.filename().string() + "-") && name.find(looks) == name.npos) {
      fs::remove(entry.path(), error);
    }
  }
}

}  // namespace

struct TableView::Inside {
  struct File {
    std::string path;
    std::uint64_t rows;
  };

  explicit Inside(TableViewOptions given)
      : options(std::move(given)), looks(LooksOf(options)), thread([this](std::stop_token stop) {
          const StopScope scope(&stop);
          Status made;
          try {
            made = Prepare();
          } catch (const Stopped&) {
            made = InputError("the table was closed");
          }
          const std::lock_guard lock(mutex);
          if (!made) fault = made.error();
          ready = true;
          changed.notify_all();
        }) {}

  std::string FileNamed(const char* what) const {
    return fmt::format("{}-{}-{}.parquet", options.beside, what, looks);
  }

  // All or nothing, under its name.
  Status Write(Database& engine, const std::string& query, const std::string& file) const {
    std::error_code error;
    if (fs::exists(file, error)) return {};
    const std::string part = file + ".part";
    fs::remove(part, error);
    const std::size_t chunks =
        std::clamp<std::size_t>(kGroupCells / columns.size() / kChunkRows, 1, kMostChunks);
    const Status copied =
        engine.Run(fmt::format("COPY ({}) TO {} (FORMAT parquet, ROW_GROUP_SIZE {})", query,
                               QuoteText(part), chunks * kChunkRows));
    if (!copied) {
      fs::remove(part, error);
      return copied;
    }
    fs::permissions(part, fs::perms::owner_read | fs::perms::owner_write, error);
    fs::rename(part, file, error);
    if (error) return ResourceError("a private file cannot be written", file, "is the disk full?");
    return {};
  }

  // As far as the columns are known.
  Status LimitMemory(Database& engine) const {
    if (options.memory == 0) return {};
    return engine.LimitMemory(
        std::max(options.memory, kLeastMemory + columns.size() * kColumnMemory));
  }

  // Rows must stay in order, for which several threads would keep what they have read in memory,
  // whatever its size: one thread writes as it reads. And a slice is not worth a second one.
  Result<Database> Engine(const std::string& temp) const {
    GAUZE_ASSIGN(Database engine, Database::Open({.threads = 1, .temp_directory = temp}));
    GAUZE_TRY(LimitMemory(engine));
    return engine;
  }

  Status Prepare() {
    RemoveOthers(options.beside, looks);
    GAUZE_ASSIGN(const Scratch scratch,
                 Scratch::Open(fs::path(options.beside).parent_path().string()));
    GAUZE_ASSIGN(Database writer, Engine(scratch.folder()));
    GAUZE_TRY(FindRows(writer));
    GAUZE_ASSIGN(Database reader, Engine(""));
    slices.emplace(std::move(reader));
    {
      const std::lock_guard lock(mutex);
      rows_ready = true;
    }
    return options.sampled ? Draw(writer) : Status{};
  }

  // Where rows can be found by number: in the files of the table, or in a copy.
  Status FindRows(Database& writer) {
    GAUZE_ASSIGN(const SourceColumns source,
                 OpenSource(writer, options.paths, options.csv, "source"));
    columns = source.names;
    if (std::ranges::find(columns, kRowNumber) != columns.end()) {
      return InputError("rows of a table with a column file_row_number cannot be shown", "",
                        "give the column another name");
    }
    GAUZE_TRY(LimitMemory(writer));
    std::vector<std::string> numbered = source.files;
    if (numbered.empty() || !IsParquet(numbered.front())) {
      numbered = {FileNamed("rows")};
      GAUZE_TRY(Write(writer, "FROM source", numbered.front()));
    }
    for (const std::string& file : numbered) {
      GAUZE_ASSIGN(const std::uint64_t rows,
                   writer.Count("SELECT count(*) FROM read_parquet(" + QuoteText(file) + ")"));
      files.push_back({file, rows});
      total += rows;
    }
    return {};
  }

  // Rows by their numbers alone (Weyl's sequence): nearly every n-th, but in step with nothing.
  Status Draw(Database& writer) const {
    const std::uint64_t limit =
        total <= kSampleRows
            ? 1ULL << 32U
            : static_cast<std::uint64_t>(static_cast<double>(kSampleRows) /
                                         static_cast<double>(total) * 4294967296.0);
    std::vector<std::string> parts;
    for (const File& file : files) {
      parts.push_back(fmt::format(
          "SELECT * EXCLUDE (file_row_number) FROM read_parquet({}, file_row_number = true) WHERE "
          "((file_row_number::UBIGINT & 4294967295) * 2654435761) & 4294967295 < {}",
          QuoteText(file.path), limit));
    }
    return Write(writer, fmt::format("{}", fmt::join(parts, " UNION ALL BY NAME ")),
                 FileNamed("sample"));
  }

  TableViewOptions options;
  std::string looks;
  std::mutex mutex;
  std::condition_variable changed;
  bool rows_ready = false;
  bool ready = false;  // the sample, too, or nothing will be
  std::optional<Error> fault;
  std::mutex asking;  // of what follows, once rows are ready
  std::optional<Database> slices;
  std::vector<std::string> columns;
  std::vector<File> files;
  std::uint64_t total = 0;
  std::jthread thread;  // the last to be made, and the first to go
};

TableView::TableView(TableViewOptions options)
    : inside_(std::make_unique<Inside>(std::move(options))) {}
TableView::~TableView() = default;

bool TableView::IsCurrent(const TableViewOptions& options) const {
  return options.paths == inside_->options.paths && LooksOf(options) == inside_->looks;
}

bool TableView::IsReady() const {
  const std::lock_guard lock(inside_->mutex);
  return inside_->ready || inside_->rows_ready;
}

std::string TableView::SampleFile() const { return inside_->FileNamed("sample"); }

Status TableView::WaitForSample() {
  std::unique_lock lock(inside_->mutex);
  inside_->changed.wait(lock, [&] { return inside_->ready; });
  if (inside_->fault) return tl::unexpected<Error>(*inside_->fault);
  return {};
}

Result<Json> TableView::Rows(std::uint64_t from, std::uint64_t count) {
  Inside& in = *inside_;
  {
    const std::lock_guard lock(in.mutex);
    if (in.fault && !in.rows_ready) return tl::unexpected<Error>(*in.fault);
  }
  const std::lock_guard lock(in.asking);
  from = std::min(from, in.total);
  std::vector<std::string> names;
  for (const std::string& name : in.columns) names.push_back(QuoteName(name));
  Json rows = Json::array();
  std::uint64_t begin = 0;  // of the file, in the table
  for (const Inside::File& file : in.files) {
    const std::uint64_t first = std::max(from, begin);
    const std::uint64_t end = std::min(from + count, begin + file.rows);
    if (first < end) {
      // Row groups that hold none of these numbers are not read.
      GAUZE_ASSIGN(const auto found,
                   in.slices->Rows(fmt::format(
                       "SELECT {} FROM read_parquet({}, file_row_number = true) WHERE "
                       "file_row_number >= {} AND file_row_number < {} ORDER BY file_row_number",
                       fmt::join(names, ", "), QuoteText(file.path), first - begin, end - begin)));
      for (const Database::Row& row : found) {
        Json cells = Json::array();
        for (const auto& cell : row) cells.push_back(cell ? Json(*cell) : Json(nullptr));
        rows.push_back(std::move(cells));
      }
    }
    begin += file.rows;
  }
  return Json{{"columns", in.columns}, {"total", in.total}, {"from", from}, {"rows", rows}};
}

}  // namespace gauze::studio
