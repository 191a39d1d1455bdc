#include "gauze/release/rows/sorted_runs.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "gauze/base/file.h"
#include "gauze/base/parallel.h"
#include "gauze/release/rows/block_bytes.h"
#include "gauze/release/rows/merged_piece.h"
#include "gauze/release/rows/released.h"
#include "gauze/release/rows/released_block.h"

namespace gauze {
namespace {

// Small enough that a block of every run is in memory when they are merged.
constexpr std::size_t kBlockGroups = 1024;
constexpr std::size_t kPieceGroups = std::size_t{1} << 17U;

struct BlockHeader {
  std::uint64_t size = 0;
  std::uint64_t first = 0;  // of its run: values that are new in it, and its note
};

bool ReadAll(int file, char* to, std::size_t size, std::uint64_t from) {
  while (size > 0) {
    const ssize_t got = pread(file, to, size, static_cast<off_t>(from));
    if (got < 0 && errno == EINTR) continue;
    if (got == 0) errno = ENODATA;  // the file was cut off
    if (got <= 0) return false;
    to += got;
    size -= static_cast<std::size_t>(got);
    from += static_cast<std::uint64_t>(got);
  }
  return true;
}

}  // namespace

Result<SortedRuns> SortedRuns::Open(const std::string& path, const Journal::Durable& durable,
                                    const CodedTable& schema, RangeStyle ranges) {
  std::set<std::string> quasi_identifiers;
  PrintedValues::Shared shared;
  for (std::size_t j = 0; j < schema.table.attributes.size(); ++j) {
    if (schema.table.attributes[j].role == Role::kQuasiIdentifying) {
      for (std::string& name : ReleasedNames(schema, j, ranges)) {
        quasi_identifiers.insert(std::move(name));
      }
    } else {
      shared[schema.table.attributes[j].name] = schema.table.domains[j].shared_values();
    }
  }
  SortedRuns runs{PrintedValues(std::move(shared))};
  runs.path_ = path;
  runs.quasi_identifiers_ = std::move(quasi_identifiers);
  runs.written_ = durable;
  runs.file_ = open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (runs.file_ < 0) return runs.Failure("write");
  // The journal will speak of the file, so its name must be as durable.
  GAUZE_TRY(SyncPath(std::filesystem::path(path).parent_path().string()));
  GAUZE_TRY(runs.FindRuns());
  return runs;
}

SortedRuns::SortedRuns(SortedRuns&& other) noexcept
    : path_(std::move(other.path_)),
      file_(std::exchange(other.file_, -1)),
      values_(std::move(other.values_)),
      quasi_identifiers_(std::move(other.quasi_identifiers_)),
      runs_(std::move(other.runs_)),
      written_(other.written_),
      last_(std::move(other.last_)),
      notes_(std::move(other.notes_)) {}

SortedRuns::~SortedRuns() {
  if (file_ >= 0) close(file_);
}

Status SortedRuns::FindRuns() {
  for (std::uint64_t at = 0; at < written_.bytes;) {
    BlockHeader header;
    if (!ReadAll(file_, reinterpret_cast<char*>(&header), sizeof header, at)) {
      return Failure("read");
    }
    if (header.first != 0) {
      const Result<std::string> bytes = ReadBlock(at);
      if (!bytes) return tl::unexpected(bytes.error());
      BlockReader in(*bytes);
      values_.AddNew(in.GetText());
      notes_.emplace_back(in.GetText());
      runs_.push_back({at, at});
    } else {
      at += sizeof header + header.size;
      runs_.back().end = at;
    }
  }
  return {};
}

Status SortedRuns::Add(std::shared_ptr<const ReleasedTable> table, std::string note) {
  if (last_ != nullptr) GAUZE_TRY(WriteLast());
  last_ = std::move(table);
  notes_.push_back(std::move(note));
  return {};
}

Status SortedRuns::WriteLast() {
  const std::shared_ptr<const ReleasedTable> table = std::exchange(last_, nullptr);
  const auto numbers = values_.NumbersOf(*table);
  BlockWriter first;
  first.PutText(values_.TakeNew());
  first.PutText(notes_.back());
  GAUZE_TRY(WriteBlock(first.Take(), true));
  runs_.push_back({written_.bytes, written_.bytes});
  const std::size_t groups = table->counts.size();
  constexpr std::size_t kWave = 64;
  for (std::size_t from = 0; from < groups; from += kWave * kBlockGroups) {
    std::vector<std::string> blocks(
        std::min(kWave, (groups - from + kBlockGroups - 1) / kBlockGroups));
    ForEach(blocks.size(), [&](std::size_t i) {
      const std::size_t begin = from + i * kBlockGroups;
      blocks[i] = EncodeBlock(*table, begin, std::min(groups, begin + kBlockGroups), numbers);
    });
    for (const std::string& block : blocks) GAUZE_TRY(WriteBlock(block, false));
  }
  runs_.back().end = written_.bytes;
  written_.rows += table->rows;
  return {};
}

Status SortedRuns::WriteBlock(const std::string& bytes, bool first) {
  const BlockHeader header{bytes.size(), first ? 1U : 0U};
  GAUZE_TRY(Write({reinterpret_cast<const char*>(&header), sizeof header}));
  return Write(bytes);
}

Status SortedRuns::Write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t put =
        pwrite(file_, bytes.data(), bytes.size(), static_cast<off_t>(written_.bytes));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return Failure("write");
    bytes.remove_prefix(static_cast<std::size_t>(put));
    written_.bytes += static_cast<std::uint64_t>(put);
  }
  return {};
}

Result<Journal::Durable> SortedRuns::Sync(bool all) {
  if (all && last_ != nullptr) GAUZE_TRY(WriteLast());
  if (fdatasync(file_) != 0) return Failure("write");
  return written_;
}

Result<std::string> SortedRuns::ReadBlock(std::uint64_t& at) const {
  BlockHeader header;
  std::string bytes;
  bool good = ReadAll(file_, reinterpret_cast<char*>(&header), sizeof header, at);
  if (good) {
    bytes.resize(header.size);
    good = ReadAll(file_, bytes.data(), bytes.size(), at + sizeof header);
  }
  if (!good) return Failure("read");
  at += sizeof header + header.size;
  return bytes;
}

tl::unexpected<Error> SortedRuns::Failure(const char* what) const {
  return ResourceError(std::string("cannot ") + what +
                           " the file of sorted rows: " + std::generic_category().message(errno),
                       path_, "check permissions and free disk space");
}

// Where the merge is in a run.
class SortedRuns::Cursor {
 public:
  Cursor(const SortedRuns& runs, const Extent& extent) : runs_(&runs), extent_(extent) {}

  bool done() const { return block_ == nullptr; }
  PlaceInBlock place() const { return {block_.get(), group_}; }
  const std::shared_ptr<const ReleasedTable>& block() const { return block_; }
  std::size_t block_end() const { return ends_.back(); }
  std::size_t class_end() const { return ends_[class_]; }

  // To a group of the block, or, from its end, to the next block.
  Status MoveTo(std::size_t group, const PrintedOrder& order, const PrintedValues::Sorted& values) {
    group_ = group;
    if (block_ != nullptr && group < ends_.back()) {
      while (ends_[class_] <= group) ++class_;
      return {};
    }
    block_ = nullptr;
    if (extent_.begin == extent_.end) return {};
    GAUZE_ASSIGN(const std::string bytes, runs_->ReadBlock(extent_.begin));
    block_ = std::make_shared<const ReleasedTable>(DecodeBlock(bytes, values));
    ends_ = order.ClassEnds(*block_);
    group_ = class_ = 0;
    return {};
  }

 private:
  const SortedRuns* runs_;
  Extent extent_;
  std::shared_ptr<const ReleasedTable> block_;
  std::vector<std::size_t> ends_;  // of its classes
  std::size_t group_ = 0;
  std::size_t class_ = 0;
};

// All runs as one, piece by piece.
class SortedRuns::Merging {
 public:
  explicit Merging(SortedRuns& runs)
      : values_(runs.values_.Sort()), order_(values_, runs.quasi_identifiers_) {
    for (const Extent& run : runs.runs_) cursors_.emplace_back(runs, run);
  }

  Status Start() {
    for (Cursor& cursor : cursors_) {
      GAUZE_TRY(Move(cursor, 0));
      heap_.push_back(&cursor);
    }
    std::ranges::make_heap(heap_, Later{order_});
    return {};
  }

  // Null at the end.
  Result<std::shared_ptr<const ReleasedTable>> Next() {
    MergedPiece piece;
    while (!heap_.empty() && piece.groups() < kPieceGroups) {
      std::ranges::pop_heap(heap_, Later{order_});
      Cursor& first = *heap_.back();
      GAUZE_TRY(TakeFrom(first, heap_.size() > 1 ? heap_.front() : nullptr, piece));
      if (first.done()) {
        heap_.pop_back();
      } else {
        std::ranges::push_heap(heap_, Later{order_});
      }
    }
    if (piece.groups() == 0) return nullptr;
    auto gathered = std::make_shared<const ReleasedTable>(piece.Gather(values_));
    blocks_.clear();
    for (const Cursor* cursor : heap_) blocks_.push_back(cursor->block());
    return gathered;
  }

 private:
  // For a heap that has what comes first at its front.
  struct Later {
    const PrintedOrder& order;
    int Compare(const Cursor& a, const Cursor& b) const {
      const int classes = order.CompareClasses(a.place(), b.place());
      return classes != 0 ? classes : order.CompareInClass(a.place(), b.place());
    }
    bool operator()(const Cursor* a, const Cursor* b) const { return Compare(*a, *b) > 0; }
  };

  Status Move(Cursor& cursor, std::size_t group) {
    const auto* const before = cursor.block().get();
    GAUZE_TRY(cursor.MoveTo(group, order_, values_));
    if (!cursor.done() && cursor.block().get() != before) blocks_.push_back(cursor.block());
    return {};
  }

  // As much as comes before the second run. A class that does is not compared row by row.
  Status TakeFrom(Cursor& first, const Cursor* second, MergedPiece& piece) {
    while (!first.done() && piece.groups() < kPieceGroups) {
      std::size_t end = first.block_end();
      if (second != nullptr) {
        const int classes = order_.CompareClasses(first.place(), second->place());
        if (classes > 0) return {};
        if (classes == 0 && order_.CompareInClass(first.place(), second->place()) > 0) return {};
        end = classes < 0 ? first.class_end() : first.place().group + 1;
      }
      piece.Add(first.place(), end);
      GAUZE_TRY(Move(first, end));
    }
    return {};
  }

  PrintedValues::Sorted values_;
  PrintedOrder order_;
  std::vector<Cursor> cursors_;
  std::vector<Cursor*> heap_;
  std::vector<std::shared_ptr<const ReleasedTable>> blocks_;  // that the next piece is made from
};

Status SortedRuns::Merge(const Take& take) {
  if (runs_.empty()) return last_ == nullptr ? Status() : take(std::exchange(last_, nullptr));
  if (last_ != nullptr) GAUZE_TRY(WriteLast());
  Merging merging(*this);
  GAUZE_TRY(merging.Start());
  GAUZE_ASSIGN(auto piece, merging.Next());
  while (piece != nullptr) {
    // A piece is written while the next one is put together.
    Status taken;
    Result<std::shared_ptr<const ReleasedTable>> next;
    Together([&] { taken = take(std::move(piece)); }, [&] { next = merging.Next(); });
    GAUZE_TRY(taken);
    if (!next) return tl::unexpected(std::move(next.error()));
    piece = *std::move(next);
  }
  return {};
}

}  // namespace gauze
