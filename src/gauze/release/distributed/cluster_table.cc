#include "gauze/release/distributed/cluster_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <numeric>

#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/base/xxhash64.h"
#include "gauze/engine/read/load_knowledge.h"
#include "gauze/engine/read/packed_rows.h"
#include "gauze/engine/read/source/source.h"
#include "gauze/release/input/listed_terms.h"
#include "gauze/release/input/policy_files.h"
#include "gauze/release/manifest/catalog.h"
#include "gauze/transform/regions/tuple_hash.h"

namespace gauze {

bool MayBeCarried(const Policy& policy, const std::string& column) {
  return policy.Find(column)->attribute.role == Role::kInsensitive;
}

Result<std::vector<std::optional<std::string>>> SpellValues(const Policy& policy,
                                                            const std::string& column,
                                                            const std::string& source) {
  GAUZE_ASSIGN(Database database, Database::Open({1, ""}));  // rows in order
  GAUZE_ASSIGN(const SourceColumns columns, OpenSource(database, {source}, policy.csv, "source"));
  return SpellCells(database, columns, policy.Find(column)->attribute);
}

SpelledColumn ColumnFrom(const Json& json) {
  return {.name = json.at("name"),
          .values = json.at("values"),
          .rows = json.at("rows"),
          .null_rows = json.at("null_rows")};
}

Status WriteKit(const Policy& policy, const std::vector<KitColumn>& columns,
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
  for (const auto& [spelled, carried] : columns) {
    kit["columns"].push_back({{"name", spelled.name},
                              {"values", spelled.values},
                              {"rows", spelled.rows},
                              {"null_rows", spelled.null_rows},
                              {"carried", carried}});
  }
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
  std::vector<ColumnEncoding> encodings;
  for (const Json& column : json.at("columns")) {
    columns.push_back(ColumnFrom(column));
    encodings.push_back(column.at("carried").get<bool>()
                            ? CarriedAs(policy.Find(columns.back().name)->attribute.type)
                            : ColumnEncoding::kCoded);
  }
  GAUZE_ASSIGN(auto loaded, LoadKnowledge(policy.protect));
  KeepListedTerms(policy, loaded, columns);
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
  std::vector<std::size_t> carried;
  for (const ColumnEncoding how : {ColumnEncoding::kKey, ColumnEncoding::kText}) {
    for (std::size_t c = 0; c < encodings.size(); ++c) {
      if (encodings[c] == how) carried.push_back(c);
    }
  }
  const auto keys = static_cast<std::size_t>(std::ranges::count(encodings, ColumnEncoding::kKey));
  const RecordShape shape{.words = packing.words(),
                          .counted = carried.empty(),
                          .keys = keys,
                          .texts = carried.size() - keys};
  // Every row has a code in every coded column, missing ones included.
  const auto coded = std::ranges::find(encodings, ColumnEncoding::kCoded) - encodings.begin();
  const auto totals = (*encoding.coded.totals)[static_cast<std::size_t>(coded)];
  Input input{.schema = std::move(encoding.coded),
              .rows = std::accumulate(totals.begin(), totals.end(), std::uint64_t{0}),
              .packing = packing,
              .carried = std::move(carried),
              .spool = RecordSpool(shape)};
  input.plan.encodings = std::move(encodings);
  input.plan.grouped = shape.counted;
  ClusterTable table(std::move(policy), std::move(input));
  table.code_of_ = std::move(encoding.code_of);
  return table;
}

std::vector<std::uint64_t> ClusterTable::HashesOf(std::size_t column) const {
  const Domain& domain = input_.schema.table.domains[column];
  std::vector<std::uint64_t> hashes;
  for (const Code code : code_of_[column]) {
    const bool missing = code >= domain.value_count();
    hashes.push_back(missing ? TupleHash::kSeed : XxHash64(domain[code].text, TupleHash::kSeed));
  }
  return hashes;
}

}  // namespace gauze
