#include "gauze/engine/arrow/arrow_view.h"

#include <fmt/format.h>
#include <strings.h>

#include <algorithm>
#include <atomic>
#include <deque>
#include <map>
#include <span>
#include <utility>

#include "gauze/base/file.h"
#include "gauze/engine/arrow/arrow_function.h"

namespace gauze {
namespace {

// Rows that one thread reads at a time, if a batch has more.
constexpr std::int64_t kMorselRows = 122'880;

// What DuckDB's Parquet writer needs to hold a few row groups.
constexpr std::uint64_t kLeastToWrite = std::uint64_t{256} << 20U;

class QuickArrow final : public QuickRows {
 public:
  QuickArrow(const std::vector<NumberedColumn>& columns, const ArrowSchema& schema) {
    for (const NumberedColumn& column : columns) {
      numbered_[schema.children[column.of]->name] = {
          column.name, [ids = column.ids] { return ids->TakeSpellings(); }};
    }
  }

  const Numbered* FindNumbered(const std::string& column) const override {
    const auto found = numbered_.find(column);
    return found == numbered_.end() ? nullptr : &found->second;
  }

  void ReportTo(Progress* progress) override { progress_ = progress; }

  void Report(std::uint64_t percent) {
    Progress* progress = progress_;
    if (progress != nullptr) progress->Set(percent);
  }

 private:
  std::map<std::string, Numbered> numbered_;
  std::atomic<Progress*> progress_{nullptr};
};

// Under names that no column of the table has, in upper or lower case.
std::vector<NumberedColumn> NumberTexts(const ArrowSchema& schema) {
  const std::span children(schema.children, static_cast<std::size_t>(schema.n_children));
  std::vector<NumberedColumn> columns;
  for (std::size_t i = 0; i < children.size(); ++i) {
    auto ids = ArrowIds::Make(*children[i]);
    if (ids == nullptr) continue;
    std::string name = fmt::format("gauze ids {}", i);
    while (std::ranges::any_of(children, [&](const ArrowSchema* child) {
      return strcasecmp(child->name, name.c_str()) == 0;
    })) {
      name += '+';
    }
    columns.push_back({std::move(name), i, std::move(ids)});
  }
  return columns;
}

// Pieces of a table's batches.
class TableMorsels final : public ArrowMorsels {
 public:
  TableMorsels(std::shared_ptr<const std::vector<ArrowMorsel>> all,
               std::shared_ptr<QuickArrow> quick)
      : all_(std::move(all)), quick_(std::move(quick)) {}

  bool Next(ArrowMorsel& morsel) override {
    const std::size_t index = next_++;
    if (index >= all_->size()) return false;
    morsel = (*all_)[index];
    if (quick_ != nullptr) quick_->Report(index * 100 / all_->size());
    return true;
  }

 private:
  std::shared_ptr<const std::vector<ArrowMorsel>> all_;
  std::shared_ptr<QuickArrow> quick_;  // null: nobody is told
  std::atomic<std::size_t> next_{0};
};

std::shared_ptr<const std::vector<ArrowMorsel>> CutBatches(const ArrowTable& table) {
  auto morsels = std::make_shared<std::vector<ArrowMorsel>>();
  for (const auto& batch : table.batches()) {
    for (std::int64_t begin = 0; begin < batch->rows(); begin += kMorselRows) {
      morsels->push_back({batch, begin, std::min(begin + kMorselRows, batch->rows())});
    }
  }
  return morsels;
}

// Batches that were taken from a stream, and then those that are still to come. For one thread.
class StreamMorsels final : public ArrowMorsels {
 public:
  StreamMorsels(ArrowTable::Batches taken, ArrowStream stream, Progress& progress)
      : taken_(taken.begin(), taken.end()), stream_(std::move(stream)), progress_(progress) {}

  bool Next(ArrowMorsel& morsel) override {
    progress_.Advance(static_cast<std::uint64_t>(morsel.end));
    morsel = {};
    if (!taken_.empty()) {
      morsel.batch = std::move(taken_.front());
      taken_.pop_front();
    } else {
      auto batch = stream_.Next();
      if (!batch) failure_ = batch.error();
      if (!batch || *batch == nullptr) return false;
      morsel.batch = *std::move(batch);
    }
    morsel.end = morsel.batch->rows();
    return true;
  }

  const std::optional<Error>& failure() const { return failure_; }

 private:
  std::deque<std::shared_ptr<const ArrowBatch>> taken_;
  ArrowStream stream_;
  Progress& progress_;
  std::optional<Error> failure_;
};

// The one query over a stream.
class BorrowedMorsels final : public ArrowMorsels {
 public:
  explicit BorrowedMorsels(ArrowMorsels& morsels) : morsels_(morsels) {}
  bool Next(ArrowMorsel& morsel) override { return morsels_.Next(morsel); }

 private:
  ArrowMorsels& morsels_;
};

}  // namespace

Result<ArrowView> OpenArrowView(Database& database, const std::shared_ptr<const ArrowTable>& table,
                                const std::string& view) {
  const auto numbered = NumberTexts(table->schema());
  auto quick = std::make_shared<QuickArrow>(numbered, table->schema());
  ArrowView opened{.quick = quick};
  const auto morsels = CutBatches(*table);
  const ArrowBatch* sample = table->batches().empty() ? nullptr : table->batches().front().get();
  // The schema lives as long as the table, and the table as long as whoever reads it.
  const std::shared_ptr<const ArrowSchema> schema(table, &table->schema());
  for (const bool ordered : {true, false}) {
    GAUZE_ASSIGN(auto rows, MakeArrowRows(database, schema, sample));
    rows->rows = table->rows();
    if (!ordered) rows->numbered = numbered;
    rows->threads = ordered ? 1 : std::max<std::size_t>(1, morsels->size());
    rows->open = [morsels, told = ordered ? nullptr : quick] {
      return std::make_unique<TableMorsels>(morsels, told);
    };
    const std::string name = NewFunctionName();
    RegisterArrowRows(database, std::move(rows), name);
    const std::string query = fmt::format("FROM {}()", name);
    if (ordered) opened.query = query;
    GAUZE_TRY(database.Run(fmt::format("CREATE OR REPLACE TEMP VIEW {} AS {}",
                                       QuoteName(ordered ? view : PlainView(view)), query)));
  }
  return opened;
}

Status WriteArrow(ArrowTable::Batches taken, ArrowStream stream, const WriteArrowOptions& options,
                  const std::string& path, Progress& progress) {
  progress.Stage("writing the table to disk", 0);
  GAUZE_ASSIGN(Database database, Database::Open({0, options.scratch}));
  GAUZE_TRY(database.LimitMemory(std::max(options.memory_bytes, kLeastToWrite)));
  const auto sample = taken.front();
  GAUZE_ASSIGN(auto rows, MakeArrowRows(database, stream.shared_schema(), sample.get()));
  StreamMorsels morsels(std::move(taken), std::move(stream), progress);
  rows->open = [&morsels] { return std::make_unique<BorrowedMorsels>(morsels); };
  const std::string name = NewFunctionName();
  RegisterArrowRows(database, std::move(rows), name);
  GAUZE_TRY(WriteFile(path, "", 0600));  // so that nobody else can read it while it is written
  const Status written =
      database.Run(fmt::format("COPY (FROM {}()) TO {} (FORMAT parquet)", name, QuoteText(path)));
  if (morsels.failure()) return tl::unexpected(*morsels.failure());
  return written;
}

}  // namespace gauze
