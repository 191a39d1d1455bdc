#include "gauze/release/run/write_release.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <set>

#include "gauze/base/json.h"
#include "gauze/base/parallel.h"
#include "gauze/base/stopwatch.h"
#include "gauze/base/testing/test_size.h"
#include "gauze/engine/write/release_writer.h"
#include "gauze/model/class_model.h"
#include "gauze/release/promise/claims.h"
#include "gauze/release/rows/released.h"
#include "gauze/release/rows/singling_out.h"
#include "gauze/release/rows/sorted_runs.h"
#include "gauze/release/rows/unique_rows.h"
#include "gauze/release/run/step_figures.h"

namespace gauze {
namespace {

std::vector<std::string> In(const std::string& folder, const std::vector<std::string>& files) {
  std::vector<std::string> paths;
  for (const std::string& file : files) paths.push_back(folder + "/" + file);
  return paths;
}

// Work of this length is put on disk before files are written: a run that is killed meanwhile need
// not do it again. Less than that takes longer to keep than to repeat.
std::chrono::milliseconds WorthKeeping() {
  return std::chrono::milliseconds(TestSize("GAUZE_KEPT_MILLISECONDS", 10'000));
}

}  // namespace

ReleaseWriting::ReleaseWriting(const Policy& policy, const CodedTable& schema, std::string folder,
                               std::string scratch, Database& database, Progress& progress)
    : policy_(policy),
      schema_(schema),
      folder_(std::move(folder)),
      scratch_(std::move(scratch)),
      database_(database),
      progress_(progress),
      persons_(!schema.table.WithRole(Role::kEntity).empty()),
      figures_(policy.steps.size()) {}

Status ReleaseWriting::Write(RegionPipeline& pipeline, Journal& journal, std::uint64_t rows) {
  GAUZE_TRY(pipeline.FindRegions(progress_));
  progress_.Stage("making classes", rows * (1 + policy_.steps.size()), "rows");
  GAUZE_ASSIGN(SortedRuns runs,
               SortedRuns::Open(journal.runs(), journal.durable(), schema_, policy_.ranges));
  const SearchedRows searched(rows);
  const auto begin = std::chrono::steady_clock::now();
  bool whole = true;  // no row was left out; whoever goes on knows regions by their rows
  static const std::vector<Disguise> kNone;
  const std::vector<Disguise>& disguises = personal_ == nullptr ? kNone : personal_->disguises();
  const std::size_t width = schema_.table.WithRole(Role::kQuasiIdentifying).size();
  std::optional<std::size_t> left_out;
  if (hooks_) left_out = schema_.table.Find(hooks_->hidden);
  GAUZE_TRY(pipeline.Run(progress_, [&](std::vector<RegionPipeline::Made> batch) -> Status {
    std::vector<std::shared_ptr<const ReleasedTable>> tables(batch.size());
    ForEach(batch.size(), [&](std::size_t i) {
      if (batch[i].skipped) return;
      tables[i] = std::make_shared<const ReleasedTable>(MakeReleased(
          batch[i].region, batch[i].generalization, policy_.ranges, disguises, left_out));
    });
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if (batch[i].skipped) {
        Account(ReleasedLoss::From(journal.LossOf(batch[i].index), width), batch[i].rows);
        continue;
      }
      GAUZE_TRY(See(batch[i], tables[i]->rows, journal));
      whole = whole && tables[i]->rows == batch[i].rows;
      batch[i] = {};
      if (tables[i]->rows == 0) continue;
      std::string note = searched.Take(*tables[i]);
      GAUZE_TRY(runs.Add(std::move(tables[i]), std::move(note)));
    }
    const bool took_long = std::chrono::steady_clock::now() - begin > WorthKeeping();
    if (!whole) return {};
    GAUZE_ASSIGN(const Journal::Durable durable, runs.Sync(took_long));
    return journal.AddDurable(durable);
  }));
  if (rows_ == 0 && hooks_) return {};
  if (rows_ == 0) {
    return InputError("nothing would be left: every class would have to be withheld", policy_.file,
                      "weaken the promise, choose a larger k, or another prior");
  }
  return WriteFiles(runs);
}

// What is to be told of a region, before its rows are put away.
Status ReleaseWriting::See(const RegionPipeline::Made& made, std::uint64_t released,
                           Journal& journal) {
  if (hooks_) GAUZE_TRY(hooks_->see(made));
  AddFigures(made.generalization.figures, transform_figures_);
  for (std::size_t step = 0; step < made.figures.size(); ++step) {
    AddFigures(made.figures[step], figures_[step]);
  }
  if (released == 0) return {};
  const ReleasedLoss loss(made.region.coded, made.generalization);
  Account(loss, released);
  return journal.AddRegion(made.index, loss.Numbers());
}

Status ReleaseWriting::WriteFiles(SortedRuns& runs) {
  progress_.Stage("writing", rows_, "rows");
  Stopwatch watch;
  const bool csv = policy_.format == ReleaseFormat::kCsv;
  auto writer = csv ? MakeCsvWriter(folder_, progress_)
                    : MakeParquetWriter(database_, folder_, false, progress_);
  if (policy_.counted) writer = CountGroups(std::move(writer));
  std::optional<ReleaseSample> sample;
  if (keeps_sample_ && !policy_.counted && rows_ > RowSample::kMost) {
    sample.emplace(rows_, csv ? rows_ : ParquetPartRows());
  }
  UniqueRowCounter unique(SensitiveColumns(policy_), rows_, SearchedRows::Join(runs.notes()));
  NoProgress silent;
  auto copy = NeedsCopy() ? MakeParquetWriter(database_, scratch_, persons_, silent) : nullptr;
  GAUZE_TRY(runs.Merge([&](std::shared_ptr<const ReleasedTable> piece) -> Status {
    GAUZE_TRY(writer->Append(piece));
    unique.Add(*piece);
    if (sample) sample->Take(*piece);
    if (personal_ != nullptr) GAUZE_TRY(personal_->Add(*piece));
    if (!copy) return {};
    return copy->Append(std::make_shared<const ReleasedTable>(PrivateCopy(*piece)));
  }));
  GAUZE_ASSIGN(files_, writer->Finish());
  uniqueness_ = unique.Finish();
  if (sample) sample_ = sample->Finish();
  paths_ = In(folder_, files_);
  watch.Lap("write");
  write_seconds_ += watch.total();
  if (copy) {
    GAUZE_ASSIGN(const auto copy_files, copy->Finish());
    copy_paths_ = In(scratch_, copy_files);
  }
  return {};
}

Json ReleaseWriting::Report() const {
  Json steps = Json::array();
  for (const auto& figures : figures_) steps.push_back(FiguresJson(figures));
  Json losses = Json::array();
  for (const ReleasedLoss& loss : losses_) losses.push_back(loss.Numbers());
  return {{"rows", rows_},
          {"losses", std::move(losses)},
          {"transform", FiguresJson(transform_figures_)},
          {"steps", std::move(steps)}};
}

void ReleaseWriting::Adopt(const Json& report) {
  const std::size_t width = schema_.table.WithRole(Role::kQuasiIdentifying).size();
  for (const Json& loss : report.at("losses")) {
    Account(ReleasedLoss::From(loss.get<std::vector<double>>(), width), 0);
  }
  rows_ += report.at("rows").get<std::uint64_t>();
  AddFigures(FiguresFrom(report.at("transform")), transform_figures_);
  for (std::size_t step = 0; step < figures_.size(); ++step) {
    AddFigures(FiguresFrom(report.at("steps").at(step)), figures_[step]);
  }
}

void ReleaseWriting::Account(const ReleasedLoss& loss, std::uint64_t rows) {
  loss_.Add(loss);
  losses_.push_back(loss);
  rows_ += rows;
}

std::string ReleaseWriting::OwnName(const std::string& column) { return "gauze own " + column; }

bool ReleaseWriting::NeedsCopy() const {
  if (persons_ || personal_ == nullptr) return persons_;
  return std::ranges::any_of(policy_.protect, [&](const PolicyEntry& entry) {
    const std::string attribute = ClaimedAttribute(entry);
    return !attribute.empty() && personal_->Find(schema_.table.Find(attribute)) != nullptr;
  });
}

ReleasedTable ReleaseWriting::PrivateCopy(const ReleasedTable& table) const {
  ReleasedTable copy = table;
  for (std::size_t d = 0; d < table.own.size(); ++d) {
    const std::size_t attribute = personal_->disguises()[d].attribute;
    copy.columns.push_back({.name = OwnName(schema_.table.attributes[attribute].name),
                            .type = schema_.table.attributes[attribute].type,
                            .values = schema_.table.domains[attribute].shared_values(),
                            .codes = table.own[d]});
  }
  return copy;
}

}  // namespace gauze
