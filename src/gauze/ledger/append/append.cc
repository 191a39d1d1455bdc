#include "gauze/ledger/append/append.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/base/stopwatch.h"
#include "gauze/base/threads.h"
#include "gauze/engine/write/release_writer.h"
#include "gauze/ledger/append/batch.h"
#include "gauze/ledger/append/ledger_policy.h"
#include "gauze/ledger/append/ledger_state.h"
#include "gauze/ledger/append/private_records.h"
#include "gauze/ledger/append/publication.h"
#include "gauze/ledger/store.h"
#include "gauze/release/files/memory_budget.h"
#include "gauze/release/run/load_policy.h"
#include "gauze/release/run/write_release.h"

namespace gauze {
namespace {

namespace fs = std::filesystem;
using ledger::FileRecord;
using ledger::ReleaseRecord;
using ledger::Store;

// Private files of the last release that the next one reads again.
Result<std::vector<std::string>> ReadAgain(const Store& store, const ReleaseRecord* last) {
  std::vector<std::string> files;
  if (last == nullptr) return files;
  for (const FileRecord& file : last->files) {
    if (file.lasting) continue;
    GAUZE_TRY(store.CheckFile(file));
    files.push_back(store.Path(file.path));
  }
  return files;
}

using ShownValues = std::map<std::string, std::vector<std::string>>;

// A record that is silent about a column is an old one: everybody who came with the first batch was
// named then.
ShownValues ShownBefore(const ReleaseRecord* last,
                        const std::map<std::string, Reference>& references) {
  if (last == nullptr) return {};
  auto shown = last->figures.at("shown").get<ShownValues>();
  for (const auto& [column, reference] : references) {
    if (shown.contains(column)) continue;
    for (const auto& compared : reference) {
      if (compared.value) shown[column].push_back(*compared.value);
    }
  }
  return shown;
}

// The records behind a release, on their way to the ledger's private files.
class PrivateFiles {
 public:
  // `lasting`: the records are those of this release alone, and not of everything so far.
  PrivateFiles(Database& database, const Store& store, std::uint32_t number, bool lasting)
      : database_(database), store_(store), lasting_(lasting) {
    records_.folder = fmt::format("private/{:06}-{}", number, lasting ? "records" : "state");
    waiting_.folder = fmt::format("private/{:06}-waiting", number);
  }

  Status Add(const RegionPipeline::Made& made) {
    const Table& table = made.region.coded.table;
    std::vector<std::uint64_t> late = table.counts;
    for (std::size_t i = 0; i < made.generalization.tuples.size(); ++i) {
      late[made.generalization.tuples[i]] -= made.generalization.RowsOf(table, i);
    }
    std::vector<LateRows> rows;
    for (std::uint32_t tuple = 0; tuple < late.size(); ++tuple) {
      if (late[tuple] > 0) rows.push_back({tuple, late[tuple]});
    }
    GAUZE_TRY(Write(ClassRecords(made.region, made.generalization, classes_), records_));
    classes_ += made.generalization.classes();
    return Write(LateRecords(made.region, rows), waiting_);
  }

  // Synced, with digests.
  Result<std::vector<FileRecord>> Finish() {
    std::vector<FileRecord> files;
    for (Part* part : {&records_, &waiting_}) {
      if (part->writer == nullptr) continue;
      GAUZE_ASSIGN(const auto names, part->writer->Finish());
      for (const std::string& name : names) {
        GAUZE_ASSIGN(FileRecord file, RecordFile(store_, part->folder + "/" + name));
        file.lasting = part == &records_ && lasting_;
        files.push_back(std::move(file));
      }
      GAUZE_TRY(SyncPath(store_.Path(part->folder)));
    }
    GAUZE_TRY(SyncPath(store_.Path("private")));
    return files;
  }

  std::uint64_t waiting_rows() const { return waiting_.rows; }

 private:
  struct Part {
    std::string folder;
    std::unique_ptr<ReleaseWriter> writer;
    std::uint64_t rows = 0;
  };

  Status Write(ReleasedTable table, Part& part) {
    if (table.rows == 0) return {};
    if (part.writer == nullptr) {
      std::error_code error;
      fs::create_directories(store_.Path(part.folder), error);
      part.writer = MakeParquetWriter(database_, store_.Path(part.folder), false, silent_);
    }
    part.rows += table.rows;
    return part.writer->Append(std::make_shared<const ReleasedTable>(std::move(table)));
  }

  Database& database_;
  const Store& store_;
  bool lasting_;
  NoProgress silent_;
  Part records_;
  Part waiting_;
  std::uint64_t classes_ = 0;
};

// Spellings of a column's values.
std::vector<std::string> ValuesOf(const Domain& domain) {
  std::vector<std::string> values;
  for (const Value& value : domain.values()) values.push_back(value.text);
  return values;
}

// What classes are compared with. Without rows there are none, and no columns either.
std::map<std::string, std::vector<std::uint64_t>> Expected(const ClassMaker& maker,
                                                           const Input& input) {
  if (input.rows == 0) return {};
  return maker.PublicTotals(input.schema.table);
}

class AppendRun {
 public:
  AppendRun(const AppendOptions& options, Store& store, Policy policy, Progress& progress)
      : options_(options), store_(store), policy_(std::move(policy)), progress_(progress) {}

  Result<Json> Run() {
    Stopwatch watch;
    GAUZE_TRY(Prepare());
    GAUZE_ASSIGN(const Budget budget, MakeBudget(options_.memory));
    GAUZE_ASSIGN(Database database, Database::Open({options_.threads, scratch_}));
    GAUZE_TRY(database.LimitMemory(budget.read_engine));
    GAUZE_ASSIGN(Input input, Read(database, budget));
    watch.Lap("read");

    GAUZE_ASSIGN(const ClassMaker maker,
                 ClassMaker::Start(policy_, store_, number_, input, options_.seal));
    PrivateFiles files(database, store_, number_, !maker.keeps_state());
    ReleaseWriting writing(staged_policy_, input.schema, staged_, scratch_, database, progress_);
    writing.SetLedgerHooks(
        {.hidden = kSince,
         .references = Expected(maker, input),
         .shown = ShownBefore(last(), maker.PublicReferences()),
         .see = [&](const RegionPipeline::Made& made) { return files.Add(made); }});
    GAUZE_TRY(database.LimitMemory(budget.write_engine));
    const std::uint64_t rows = input.rows;
    if (rows > 0) {
      GAUZE_TRY(Write(input, maker, budget, writing));
      // What is verified and recorded is compared with the first batch, too.
      input.schema.totals = maker.Compared(input.schema).totals;
    }
    watch.Lap("release");
    VerifiedRelease verified;
    if (writing.rows() > 0) {
      GAUZE_TRY(database.LimitMemory(budget.verify_engine));
      GAUZE_ASSIGN(verified, writing.Verify(budget.verify_ids));
      GAUZE_TRY(CheckVerdicts(verified.verification));
    }
    watch.Lap("verify");

    ReleaseRecord record{.number = number_};
    GAUZE_ASSIGN(record.files, files.Finish());
    std::uint64_t again = 0;  // rows that came before
    if (last() != nullptr) {
      again = last()->figures["waiting"].get<std::uint64_t>();
      if (maker.keeps_state()) again += last()->figures["released"].get<std::uint64_t>();
    }
    Publication publication(policy_, store_, last(), number_);
    GAUZE_ASSIGN(auto published, publication.Make({.input = input,
                                                   .verified = verified,
                                                   .writing = writing,
                                                   .came = rows - again,
                                                   .waiting = files.waiting_rows(),
                                                   .sealed = options_.seal,
                                                   .complete = options_.complete}));
    record.figures = std::move(published.figures);
    record.figures["references"] = maker.ReferencesJson();
    record.figures["shown"] =
        writing.rows() > 0 ? verified.shown : ShownBefore(last(), maker.PublicReferences());
    record.files.insert(record.files.end(), published.files.begin(), published.files.end());
    watch.Lap("publish");
    if (maker.state()) GAUZE_TRY(store_.PutState(*maker.state()));
    GAUZE_TRY(store_.AddRelease(record));
    GAUZE_TRY(store_.Commit());
    GAUZE_TRY(store_.Publish(number_));
    watch.Lap("commit");
    std::error_code error;
    fs::remove_all(scratch_, error);
    Json report = record.figures;
    for (const char* name : {"references", "shown", "class_sizes", "loss", "steps"}) {
      report.erase(name);
    }
    report["release"] = number_;
    report["directory"] = store_.Path(Store::ReleaseFolder(number_));
    for (const auto& [step, seconds] : watch.laps()) report["seconds"][step] = seconds;
    return report;
  }

 private:
  const ReleaseRecord* last() const { return last_ ? &*last_ : nullptr; }

  Status Prepare() {
    GAUZE_ASSIGN(number_, store_.ReleaseCount());
    if (number_ > 0) {
      GAUZE_ASSIGN(last_, store_.Release(number_ - 1));
      if (last_->figures.value("sealed", false)) {
        return InputError("the ledger is sealed", options_.ledger,
                          "nothing can be appended after --seal; start a new ledger");
      }
    }
    if (options_.batch.empty() && !options_.seal) {
      return InputError("no batch is given", options_.ledger,
                        "name files with new records; or --seal, to end the ledger");
    }
    if (number_ == 0 && options_.batch.empty()) {
      return InputError("there is nothing to seal yet", options_.ledger, "append a batch first");
    }
    staged_ = store_.Path(fmt::format("staged/{:06}", number_));
    scratch_ = store_.Path("staged/scratch");
    std::error_code error;
    fs::create_directories(staged_, error);
    fs::create_directories(scratch_, error);
    if (error) return ResourceError("the ledger cannot be written", staged_, "check the disk");
    return {};
  }

  // The batch and those who wait; no rows if there is neither.
  Result<Input> Read(Database& database, const Budget& budget) {
    const bool any = !options_.batch.empty();
    if (any) GAUZE_TRY(OpenBatch(database, policy_, options_.batch));
    GAUZE_TRY(store_.Begin());
    if (any) GAUZE_TRY(AddKeysOfBatch(database, policy_, store_));
    GAUZE_ASSIGN(const auto before, ReadAgain(store_, last()));
    const std::string path = scratch_ + "/staged.parquet";
    staged_policy_ = StagedPolicy(policy_, path);
    if (!any && before.empty()) return Input{.spool = RecordSpool(RecordShape{})};
    GAUZE_TRY(StageRows(database, policy_, any ? kBatch : "", before, number_, path)
                  .map_error(MendBatch));
    InputOptions reading{
        .workers = ThreadsOf(options_.threads), .memory_bytes = budget.spools, .folder = scratch_};
    GAUZE_ASSIGN(reading.known, KnownValues(policy_, store_));
    GAUZE_ASSIGN(Input input,
                 ReadInput(database, staged_policy_, reading, progress_).map_error(MendBatch));
    GAUZE_TRY(AddValues(input.schema));
    return input;
  }

  Status Write(Input& input, const ClassMaker& maker, const Budget& budget,
               ReleaseWriting& writing) {
    GAUZE_ASSIGN(Journal journal, Journal::Open(scratch_ + "/journal"));
    const std::uint64_t rows = input.rows;
    GAUZE_ASSIGN(RegionPipeline pipeline,
                 RegionPipeline::Start(
                     staged_policy_, input,
                     {.workers = ThreadsOf(options_.threads),
                      .memory_bytes = budget.spools,
                      .folder = scratch_,
                      .budget = maker.keeps_state() ? std::nullopt : std::optional(budget),
                      .make = [&](RegionPipeline::Made& made,
                                  Progress& progress) { return maker.Make(rows, made, progress); },
                      .whole = maker.keeps_state()}));
    return writing.Write(pipeline, journal, rows);
  }

  Status AddValues(const CodedTable& schema) {
    for (std::size_t i = 0; i < schema.table.attributes.size(); ++i) {
      if (schema.table.attributes[i].name == kSince) continue;
      GAUZE_TRY(
          store_.AddValues(schema.table.attributes[i].name, ValuesOf(schema.table.domains[i])));
    }
    return {};
  }

  const AppendOptions& options_;
  Store& store_;
  Policy policy_;
  Policy staged_policy_;  // for rows of scratch_
  Progress& progress_;
  std::uint32_t number_ = 0;
  std::optional<ReleaseRecord> last_;
  std::string staged_;
  std::string scratch_;
};

}  // namespace

Result<Json> AppendBatch(const AppendOptions& options, Progress& progress) {
  GAUZE_ASSIGN(Store store, Store::Open(options.ledger, Store::Mode::kWrite));
  GAUZE_ASSIGN(Policy policy, LedgerPolicy(store));
  const auto limit = LimitThreads(options.threads);
  // Work that is asked to stop comes back as an exception.
  struct Unfinished {
    Store& store;
    bool done = false;
    ~Unfinished() {
      if (!done) store.Abandon();
    }
  } unfinished{store};
  auto report = AppendRun(options, store, std::move(policy), progress).Run();
  unfinished.done = report.has_value();
  return report;
}

}  // namespace gauze
