#include "gauze/release/sorted_runs.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "gauze/base/parallel.h"
#include "gauze/release/merged_piece.h"
#include "gauze/release/released.h"

namespace gauze {
namespace {

// Small enough that a block of every run is in memory when they are merged.
constexpr std::size_t kBlockGroups = 1024;
constexpr std::size_t kPieceGroups = std::size_t{1} << 17U;

struct BlockHeader {
  std::uint64_t size = 0;
  std::uint64_t first = 0;  // of its run
};

bool ReadAll(int file, char* to, std::size_t size, std::uint64_t from) {
  while (size > 0) {
    const ssize_t got = pread(file, to, size, static_cast<off_t>(from));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    to += got;
    size -= static_cast<std::size_t>(got);
    from += static_cast<std::uint64_t>(got);
  }
  return true;
}

}  // namespace

Result<SortedRuns> SortedRuns::Open(const std::string& path, std::uint64_t bytes,
                                    const CodedTable& schema, RangeStyle ranges) {
  SortedRuns runs;
  runs.path_ = path;
  for (std::size_t j = 0; j < schema.table.attributes.size(); ++j) {
    if (schema.table.attributes[j].role == Role::kQuasiIdentifying) {
      for (std::string& name : ReleasedNames(schema, j, ranges)) {
        runs.quasi_identifiers_.insert(std::move(name));
      }
    } else {
      runs.known_[schema.table.attributes[j].name] = schema.table.domains[j].shared_values();
    }
  }
  runs.file_ = open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (runs.file_ < 0) return runs.Failure("write");
  GAUZE_TRY(runs.FindRuns(bytes));
  return runs;
}

SortedRuns::SortedRuns(SortedRuns&& other) noexcept
    : path_(std::move(other.path_)),
      file_(std::exchange(other.file_, -1)),
      known_(std::move(other.known_)),
      quasi_identifiers_(std::move(other.quasi_identifiers_)),
      kept_(other.kept_),
      adding_(other.adding_),
      runs_(std::move(other.runs_)),
      only_(std::move(other.only_)) {}

SortedRuns::~SortedRuns() {
  if (file_ >= 0) close(file_);
}

Status SortedRuns::FindRuns(std::uint64_t bytes) {
  for (std::uint64_t at = 0; at < bytes;) {
    BlockHeader header;
    if (!ReadAll(file_, reinterpret_cast<char*>(&header), sizeof header, at)) {
      return Failure("read");
    }
    if (header.first != 0) runs_.push_back({at, at});
    at += sizeof header + header.size;
    runs_.back().end = at;
  }
  return {};
}

Status SortedRuns::Add(std::shared_ptr<const ReleasedTable> table) {
  if (!adding_) {
    // What an earlier run of the program began and this one makes again.
    runs_.resize(kept_);
    const std::uint64_t end = runs_.empty() ? 0 : runs_.back().end;
    if (ftruncate(file_, static_cast<off_t>(end)) != 0) return Failure("write");
    adding_ = true;
  }
  const std::uint64_t begin = runs_.empty() ? 0 : runs_.back().end;
  runs_.push_back({begin, begin});
  const std::size_t groups = table->counts.size();
  constexpr std::size_t kWave = 64;
  for (std::size_t from = 0; from < groups; from += kWave * kBlockGroups) {
    std::vector<std::string> blocks(
        std::min(kWave, (groups - from + kBlockGroups - 1) / kBlockGroups));
    ForEach(blocks.size(), [&](std::size_t i) {
      const std::size_t first = from + i * kBlockGroups;
      blocks[i] = EncodeBlock(*table, first, std::min(groups, first + kBlockGroups), known_);
    });
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      const BlockHeader header{blocks[i].size(), from + i == 0 ? 1U : 0U};
      GAUZE_TRY(Write(std::string(reinterpret_cast<const char*>(&header), sizeof header)));
      GAUZE_TRY(Write(blocks[i]));
    }
  }
  only_ = runs_.size() == 1 ? std::move(table) : nullptr;
  return {};
}

Status SortedRuns::Write(const std::string& bytes) {
  std::string_view left = bytes;
  std::uint64_t& end = runs_.back().end;
  while (!left.empty()) {
    const ssize_t put = pwrite(file_, left.data(), left.size(), static_cast<off_t>(end));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return Failure("write");
    left.remove_prefix(static_cast<std::size_t>(put));
    end += static_cast<std::uint64_t>(put);
  }
  return {};
}

Result<std::uint64_t> SortedRuns::Sync() {
  if (fdatasync(file_) != 0) return Failure("write");
  return runs_.empty() ? 0 : runs_.back().end;
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

  bool done() const { return place_.block == nullptr; }
  const PlaceInBlock& place() const { return place_; }
  // Whether the group prints the same quasi-identifiers as the one before it.
  bool same_class() const { return same_class_; }

  Status Advance(const PrintedOrder& order) {
    const PlaceInBlock before = place_;
    if (place_.block == nullptr || ++place_.group == place_.block->counts.size()) {
      place_ = {};
      if (extent_.begin == extent_.end) return {};
      GAUZE_ASSIGN(const std::string bytes, runs_->ReadBlock(extent_.begin));
      place_.block = std::make_shared<const ReleasedTable>(DecodeBlock(bytes, runs_->known_));
    }
    same_class_ = before.block != nullptr && order.CompareClasses(before, place_) == 0;
    return {};
  }

 private:
  const SortedRuns* runs_;
  Extent extent_;
  PlaceInBlock place_;
  bool same_class_ = false;
};

// All runs as one, piece by piece.
class SortedRuns::Merging {
 public:
  Status Start(const SortedRuns& runs) {
    for (const Extent& run : runs.runs_) {
      cursors_.emplace_back(runs, run);
      GAUZE_TRY(cursors_.back().Advance(order_));
    }
    if (cursors_.empty()) return {};
    order_ = PrintedOrder(*cursors_.front().place().block, runs.quasi_identifiers_);
    for (Cursor& cursor : cursors_) heap_.push_back(&cursor);
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
    return std::make_shared<const ReleasedTable>(piece.Gather());
  }

 private:
  // For a heap that has what comes first at its front.
  struct Later {
    const PrintedOrder& order;
    bool operator()(const Cursor* a, const Cursor* b) const {
      return order.Compare(a->place(), b->place()) > 0;
    }
  };

  // As much as comes before the second run; a class that does is not compared row by row.
  Status TakeFrom(Cursor& first, const Cursor* second, MergedPiece& piece) const {
    bool whole_class = false;
    do {
      if (!first.same_class() || piece.groups() == 0) {
        whole_class =
            second == nullptr || order_.CompareClasses(first.place(), second->place()) < 0;
      }
      piece.Add(first.place());
      GAUZE_TRY(first.Advance(order_));
      if (first.done() || piece.groups() == kPieceGroups) return {};
    } while ((first.same_class() && whole_class) || second == nullptr ||
             order_.Compare(first.place(), second->place()) <= 0);
    return {};
  }

  PrintedOrder order_;
  std::vector<Cursor> cursors_;
  std::vector<Cursor*> heap_;
};

Status SortedRuns::Merge(const Take& take) {
  if (only_ != nullptr) return take(std::exchange(only_, nullptr));
  Merging merging;
  GAUZE_TRY(merging.Start(*this));
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
