#include "gauze/release/distributed/cluster_table.h"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <numeric>

#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/engine/read/load_knowledge.h"
#include "gauze/engine/read/source/source.h"
#include "gauze/release/input/policy_files.h"
#include "gauze/release/manifest/catalog.h"

namespace gauze {
namespace {

Result<Scanned> ScanCounted(Database& database, Policy policy, const std::string& source) {
  GAUZE_ASSIGN(const SourceColumns columns, OpenSource(database, {source}, policy.csv, "source"));
  ForgetDropped(columns.names, policy);
  GAUZE_TRY(CheckColumns(policy, columns.names));
  GAUZE_ASSIGN(const ScanPlan plan, PlanScan(database, columns, policy));
  NoProgress progress;
  return Scan(database, columns, plan, policy, {}, progress);
}

}  // namespace

Json ColumnJson(const SpelledColumn& column) {
  return {{"name", column.name},
          {"values", column.values},
          {"rows", column.rows},
          {"null_rows", column.null_rows}};
}

SpelledColumn ColumnFrom(const Json& json) {
  return {.name = json.at("name"),
          .values = json.at("values"),
          .rows = json.at("rows"),
          .null_rows = json.at("null_rows")};
}

Result<std::vector<SpelledColumn>> ReadValues(const Policy& policy, const std::string& source,
                                              unsigned threads) {
  GAUZE_ASSIGN(Database database, Database::Open({threads, ""}));
  GAUZE_ASSIGN(Scanned scanned, ScanCounted(database, policy, source));
  return std::move(scanned.columns);
}

Status WriteKit(const Policy& policy, const std::vector<SpelledColumn>& columns,
                const std::string& folder) {
  Json kit = {{"policy", policy.file}, {"text", policy.text}, {"files", Json::object()}};
  std::size_t number = 0;
  for (const std::string& file : FilesOf(policy)) {
    // How a file is read depends on how its name ends.
    const std::string name =
        fmt::format("file-{}{}", number++, std::filesystem::path(file).extension().string());
    GAUZE_ASSIGN(const std::string bytes, ReadFile(file));
    GAUZE_TRY(WriteFile(folder + "/" + name, bytes, 0600));
    kit["files"][file] = name;
  }
  for (const SpelledColumn& column : columns) kit["columns"].push_back(ColumnJson(column));
  const auto bytes = Json::to_cbor(kit);
  return WriteFile(folder + "/kit", {reinterpret_cast<const char*>(bytes.data()), bytes.size()},
                   0600);
}

Result<ClusterTable> ClusterTable::Open(const std::string& kit) {
  GAUZE_ASSIGN(const std::string bytes, ReadFile(kit + "/kit"));
  const Json json = Json::from_cbor(bytes);
  GAUZE_ASSIGN(Policy policy, ParsePolicy(json.at("text").get<std::string>(),
                                          json.at("policy").get<std::string>(), TheCatalog()));
  std::map<std::string, std::string> moved;
  std::map<std::string, std::string> back;
  for (const auto& [file, name] : json.at("files").items()) {
    moved[file] = kit + "/" + name.get<std::string>();
    back[moved[file]] = file;
  }
  MoveFiles(moved, policy);
  std::vector<SpelledColumn> columns;
  for (const Json& column : json.at("columns")) columns.push_back(ColumnFrom(column));
  const std::vector<SpelledColumn> spelled = columns;
  GAUZE_ASSIGN(auto loaded, LoadKnowledge(policy.protect));
  GAUZE_ASSIGN(Encoding encoding,
               EncodeColumns(std::move(columns), policy,
                             [](const std::string&, const std::vector<std::string>&) {
                               return std::optional<std::uint64_t>();
                             }));
  // The kit is about to go; the manifest names the files as they are on the driver, and digests
  // them.
  MoveFiles(back, policy);
  std::map<std::string, Knowledge> knowledge;
  for (auto& [file, about] : loaded) knowledge.emplace(back.at(file), std::move(about));
  encoding.coded.knowledge =
      std::make_shared<const std::map<std::string, Knowledge>>(std::move(knowledge));
  GAUZE_TRY(CheckReleasable(encoding.coded, policy));
  const Packing packing = Packing::For(encoding.coded.table.domains);
  const RecordShape shape{.words = packing.words(), .counted = true};
  Input input{.schema = std::move(encoding.coded), .packing = packing, .spool = RecordSpool(shape)};
  input.plan.encodings.assign(spelled.size(), ColumnEncoding::kCoded);
  const auto& totals = input.schema.totals->front();
  input.rows = std::accumulate(totals.begin(), totals.end(), std::uint64_t{0});
  ClusterTable table(std::move(policy), std::move(input));
  for (std::size_t c = 0; c < spelled.size(); ++c) {
    auto& code_of = table.code_of_.emplace_back();
    for (std::size_t i = 0; i < spelled[c].values.size(); ++i) {
      code_of.emplace(spelled[c].values[i], encoding.code_of[c][i]);
    }
    table.missing_.push_back(encoding.code_of[c].back());
  }
  return table;
}

Result<std::vector<std::uint64_t>> ClusterTable::Encode(const std::string& source,
                                                        unsigned threads) const {
  GAUZE_ASSIGN(Database database, Database::Open({threads, ""}));
  GAUZE_ASSIGN(Scanned scanned, ScanCounted(database, policy_, source));
  std::vector<std::vector<Code>> codes;  // [column][id]
  for (std::size_t c = 0; c < scanned.columns.size(); ++c) {
    auto& of_column = codes.emplace_back(std::vector<Code>{missing_[c]});
    for (const std::string& spelling : scanned.columns[c].values) {
      const auto found = code_of_[c].find(spelling);
      if (found == code_of_[c].end()) {
        return InputError("a worker has a value that was not counted",
                          fmt::format("column {}", scanned.columns[c].name),
                          "the table changed while it was read: start again, from a copy");
      }
      of_column.push_back(found->second);
    }
  }
  const RecordShape from = scanned.spool.shape();
  std::vector<std::uint64_t> records;
  records.reserve(scanned.spool.records() * (words() + 1));
  GAUZE_TRY(scanned.spool.TakeApart(1, [&](std::size_t, const std::uint64_t* record, std::size_t) {
    const std::size_t at = records.size();
    records.resize(at + words() + 1);
    for (std::size_t c = 0; c < codes.size(); ++c) {
      input_.packing.Put(&records[at], c, codes[c][scanned.packing.Get(record, c)]);
    }
    records.back() = from.Count(record);
  }));
  return records;
}

}  // namespace gauze
