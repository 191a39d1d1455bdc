#include "gauze/release/writing.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>

#include "gauze/base/parallel.h"
#include "gauze/base/stopwatch.h"
#include "gauze/engine/write.h"
#include "gauze/model/class_model.h"
#include "gauze/release/claims.h"
#include "gauze/release/released.h"
#include "gauze/release/table_promise.h"

namespace gauze {
namespace {

std::uint64_t PromisedK(const Policy& policy) {
  std::uint64_t k = 0;
  for (const PolicyEntry& entry : policy.protect) {
    if (entry.parameters.Has("k")) {
      k = std::max(k, static_cast<std::uint64_t>(entry.parameters.Integer("k")));
    }
  }
  return k;
}

std::vector<std::string> In(const std::string& folder, const std::vector<std::string>& files) {
  std::vector<std::string> paths;
  for (const std::string& file : files) paths.push_back(folder + "/" + file);
  return paths;
}

Json FiguresJson(const std::vector<StepFigure>& figures) {
  Json json = Json::array();
  for (const StepFigure& figure : figures) {
    json.push_back({figure.name, figure.value, figure.largest});
  }
  return json;
}

std::vector<StepFigure> FiguresFrom(const Json& json) {
  std::vector<StepFigure> figures;
  for (const Json& figure : json) {
    figures.push_back(
        {figure.at(0).get<std::string>(), figure.at(1).get<double>(), figure.at(2).get<bool>()});
  }
  return figures;
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
      loss_(schema.table.WithRole(Role::kQuasiIdentifying).size()),
      persons_(!schema.table.WithRole(Role::kEntity).empty()),
      figures_(policy.steps.size()) {
  for (const Domain& domain : schema.table.domains) shown_.emplace_back(domain.size(), true);
}

void ReleaseWriting::SetAside(Aside aside) {
  aside_ = std::move(aside);
  for (const std::size_t attribute : schema_.table.WithRole(Role::kSensitive)) {
    const std::string& name = schema_.table.attributes[attribute].name;
    std::set<std::string> known(aside_->shown[name].begin(), aside_->shown[name].end());
    for (const auto& [value, rows] : aside_->references[name]) {
      if (value) known.insert(*value);
    }
    const Domain& domain = schema_.table.domains[attribute];
    for (Code code = 0; code < domain.value_count(); ++code) {
      shown_[attribute][code] = known.contains(domain[code].text);
    }
  }
}

std::map<std::string, std::vector<std::string>> ReleaseWriting::Shown() const {
  std::map<std::string, std::vector<std::string>> shown;
  for (const std::size_t attribute : schema_.table.WithRole(Role::kSensitive)) {
    if (schema_.HierarchyOf(attribute) == nullptr) continue;
    const Domain& domain = schema_.table.domains[attribute];
    auto& values = shown[schema_.table.attributes[attribute].name];
    for (Code code = 0; code < domain.value_count(); ++code) {
      if (shown_[attribute][code]) values.push_back(domain[code].text);
    }
  }
  return shown;
}

Status ReleaseWriting::Write(Production& production, Journal& journal, std::uint64_t rows) {
  progress_.Stage("releasing", 2 * rows);
  const ReleaseWriter::Durable earlier{journal.durable().rows, journal.durable().bytes};
  auto writer = policy_.format == ReleaseFormat::kCsv
                    ? MakeCsvWriter(folder_, earlier, progress_)
                    : MakeParquetWriter(database_, folder_, false, earlier, progress_);
  if (policy_.counted) writer = CountGroups(std::move(writer));
  NoProgress silent;
  auto copy = persons_ ? MakeParquetWriter(database_, scratch_, true, {}, silent) : nullptr;
  GAUZE_TRY(production.Run(progress_, [&](std::vector<Production::Made> batch) -> Status {
    std::vector<std::shared_ptr<const ReleasedTable>> tables(batch.size());
    ForEach(batch.size(), [&](std::size_t i) {
      if (batch[i].skipped) return;
      ReleasedTable made = MakeReleased(batch[i].region, batch[i].generalization, policy_.ranges);
      if (aside_)
        std::erase_if(made.columns, [&](const auto& c) { return c.name == aside_->hidden; });
      tables[i] = std::make_shared<const ReleasedTable>(std::move(made));
    });
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if (batch[i].skipped) {
        Account(journal.LossOf(batch[i].index), batch[i].rows);
        writer->Skip(batch[i].rows);
        progress_.Advance(batch[i].rows);
        continue;
      }
      if (aside_) GAUZE_TRY(aside_->see(batch[i]));
      if (tables[i]->rows == 0) {
        progress_.Advance(batch[i].rows);
        continue;
      }
      const auto loss = LossOfRows(batch[i].region.coded.table, batch[i].generalization);
      Account(loss, tables[i]->rows);
      GAUZE_TRY(journal.AddRegion(batch[i].index, loss));
      AddFigures(batch[i].generalization.figures, transform_figures_);
      for (std::size_t step = 0; step < batch[i].figures.size(); ++step) {
        AddFigures(batch[i].figures[step], figures_[step]);
      }
      const bool withheld = batch[i].rows > tables[i]->rows && policy_.steps.empty();
      if (withheld || aside_) HideSuppressed(batch[i]);
      batch[i] = {};
      Stopwatch watch;
      GAUZE_TRY(writer->Append(tables[i]));
      watch.Lap("write");
      write_seconds_ += watch.total();
      if (copy) GAUZE_TRY(copy->Append(tables[i]));
      tables[i].reset();
    }
    GAUZE_ASSIGN(const auto durable, writer->Sync());
    return journal.AddDurable({durable.rows, durable.bytes});
  }));
  if (rows_ == 0 && aside_) return {};
  if (rows_ == 0) {
    return InputError("nothing would be left: every class would have to be withheld", policy_.file,
                      "weaken the promise, choose a larger k, or another prior");
  }
  Stopwatch watch;
  GAUZE_ASSIGN(files_, writer->Finish());
  paths_ = In(folder_, files_);
  watch.Lap("write");
  write_seconds_ += watch.total();
  if (copy) {
    GAUZE_ASSIGN(copy_files_, copy->Finish());
  }
  return {};
}

Result<Judged> ReleaseWriting::Verify(std::uint64_t id_bytes) {
  FileUnderTest file{.paths = paths_, .dialect = {.delimiter = ","}};
  file.id_bytes = id_bytes;
  for (const std::size_t attribute : schema_.table.WithRole(Role::kQuasiIdentifying)) {
    for (std::string& name : ReleasedNames(schema_, attribute, policy_.ranges)) {
      file.quasi_identifiers.push_back(std::move(name));
    }
  }
  Judged judged;
  std::vector<Claim> claims;
  for (const PolicyEntry& entry : policy_.protect) {
    judged.settings.emplace_back();
    if (const TablePromiseEntry* table = FindTablePromise(entry.descriptor->name)) {
      GAUZE_ASSIGN(Json settings, table->settings(policy_, entry, {database_, file, schema_}));
      judged.settings.back() = settings;
      claims.push_back(MakeTableClaim(entry, std::move(settings)));
      continue;
    }
    const std::string attribute = ClaimedAttribute(entry);
    if (attribute.empty()) {
      claims.push_back(MakeClaim(entry, nullptr));
      continue;
    }
    const std::size_t index = schema_.table.Find(attribute);
    judged.columns.push_back(DescribeColumn(schema_, index, shown_[index]));
    if (aside_ && FindModel(entry.descriptor->name)->compares) {
      judged.columns.back().reference = aside_->references.at(attribute);
    }
    claims.push_back(MakeClaim(entry, &judged.columns.back(), DescribeKnowledge(schema_, entry)));
  }
  GAUZE_ASSIGN(judged.verification, VerifyFile(database_, file, claims, progress_));
  if (judged.verification.rows != rows_) {
    return tl::unexpected(Error{ErrorCode::kPromise,
                                "the file that was written does not have the rows it should", "",
                                "this is a bug in Gauze: please report it"});
  }
  if (persons_ && judged.verification.holds()) {
    GAUZE_ASSIGN(judged.verification, VerifyPersons(file, claims));
  }
  return judged;
}

Json ReleaseWriting::Report() const {
  Json hidden = Json::object();
  for (const std::size_t attribute : schema_.table.WithRole(Role::kSensitive)) {
    Json codes = Json::array();
    for (Code code = 0; code < shown_[attribute].size(); ++code) {
      if (!shown_[attribute][code]) codes.push_back(code);
    }
    if (!codes.empty()) hidden[schema_.table.attributes[attribute].name] = std::move(codes);
  }
  Json steps = Json::array();
  for (const auto& figures : figures_) steps.push_back(FiguresJson(figures));
  return {{"rows", rows_},
          {"loss", loss_},
          {"transform", FiguresJson(transform_figures_)},
          {"steps", std::move(steps)},
          {"hidden", std::move(hidden)}};
}

void ReleaseWriting::Adopt(const Json& report) {
  Account(report.at("loss").get<std::vector<double>>(), report.at("rows").get<std::uint64_t>());
  AddFigures(FiguresFrom(report.at("transform")), transform_figures_);
  for (std::size_t step = 0; step < figures_.size(); ++step) {
    AddFigures(FiguresFrom(report.at("steps").at(step)), figures_[step]);
  }
  for (const auto& [name, codes] : report.at("hidden").items()) {
    auto& shown = shown_[schema_.table.Find(name)];
    for (const Json& code : codes) shown[code.get<Code>()] = false;
  }
}

void ReleaseWriting::Account(const std::vector<double>& loss, std::uint64_t rows) {
  for (std::size_t j = 0; j < loss.size(); ++j) loss_[j] += loss[j];
  rows_ += rows;
}

// With rows left out, which only happens in one region, not every value need be released. In a
// ledger it happens in any region, and values are hidden until one shows them.
void ReleaseWriting::HideSuppressed(const Production::Made& made) {
  const Table& table = made.region.coded.table;
  for (const std::size_t attribute : table.WithRole(Role::kSensitive)) {
    if (!aside_) shown_[attribute].assign(shown_[attribute].size(), false);
    for (const std::uint32_t tuple : made.generalization.tuples) {
      shown_[attribute][table.columns[attribute].Get(tuple)] = true;
    }
  }
}

// Promises about persons need the key that is never published: a private copy of the release
// carries it, is shown to be the release row for row, and is judged in its place.
Result<Verification> ReleaseWriting::VerifyPersons(const FileUnderTest& file,
                                                   const std::vector<Claim>& claims) {
  FileUnderTest copy = file;
  copy.paths = In(scratch_, copy_files_);
  copy.person_column = kPersonColumn;
  GAUZE_ASSIGN(const bool same, SameRows(database_, file, copy));
  if (!same) {
    return tl::unexpected(Error{ErrorCode::kPromise,
                                "the private copy with persons differs from the release", "",
                                "this is a bug in Gauze: please report it"});
  }
  return VerifyFile(database_, copy, claims, progress_);
}

Status CheckVerdicts(const Verification& verification) {
  for (const Verdict& verdict : verification.verdicts) {
    if (verdict.holds) continue;
    return tl::unexpected(Error{
        ErrorCode::kPromise,
        fmt::format("{} does not hold for {} of the file that was written; nothing was published",
                    verdict.claim, fmt::format("{} {}", verdict.failing_classes, verdict.OfMany())),
        "", "this is a bug in Gauze: please report it, with the policy and without the data"});
  }
  return {};
}

ReleaseShape ShapeOf(const Policy& policy, const CodedTable& schema, std::uint64_t rows_in,
                     const Verification& verification, const std::vector<double>& loss) {
  ReleaseShape shape{.rows_in = rows_in,
                     .class_sizes = verification.class_sizes,
                     .loss = loss,
                     .k = PromisedK(policy)};
  for (const std::size_t attribute : schema.table.WithRole(Role::kQuasiIdentifying)) {
    shape.quasi_identifiers.push_back(schema.table.attributes[attribute].name);
  }
  return shape;
}

}  // namespace gauze
