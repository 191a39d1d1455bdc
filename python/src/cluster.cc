#include "cluster.h"

#include <fstream>
#include <memory>
#include <mutex>

#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/encode/encode.h"
#include "gauze/release/distributed/cluster_run.h"
#include "gauze/release/distributed/release_part.h"
#include "gauze/release/rows/released.h"
#include "gauze/release/run/load_policy.h"
#include "gauze/report/evidence/evidence.h"
#include "given.h"

namespace gauze::python {
namespace {

Json PrintsJson(const std::vector<Printed>& prints) {
  Json json = Json::array();
  for (const Printed& print : prints) {
    Json cells = Json::array();
    for (const auto& cell : print) cells.push_back(cell ? Json(*cell) : Json());
    json.push_back(std::move(cells));
  }
  return json;
}

Printed PrintedFrom(const Json& json) {
  Printed printed;
  for (const Json& cell : json) {
    printed.push_back(cell.is_null() ? std::nullopt : std::optional(cell.get<std::string>()));
  }
  return printed;
}

// The table that was opened last, by its name: a kit holds values of the table, so its files are
// gone as soon as they were read.
struct Opened {
  std::mutex mutex;
  std::string name;
  std::shared_ptr<ClusterTable> table;
};
Opened& Last() {
  static Opened last;
  return last;
}

Result<Json> OpenKit(const Json& options, Streams& /*streams*/, Progress& /*progress*/) {
  GAUZE_ASSIGN(ClusterTable table, ClusterTable::Open(Text(options, "folder")));
  const std::scoped_lock lock(Last().mutex);
  Last().name = Text(options, "kit");
  Last().table = std::make_shared<ClusterTable>(std::move(table));
  return Json();
}

Result<std::shared_ptr<ClusterTable>> TableOf(const Json& options) {
  const std::scoped_lock lock(Last().mutex);
  if (Last().table != nullptr && Last().name == Text(options, "kit")) return Last().table;
  return ResourceError(
      "the kit of this run is not open", "",
      "two runs at once in one process are not possible: run them one after the other");
}

template <typename T>
Status WriteNumbers(const std::string& path, const std::vector<T>& numbers) {
  return WriteFile(
      path, {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(T)}, 0600);
}

Result<std::vector<std::uint64_t>> ReadNumbers(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  std::vector<std::uint64_t> numbers(static_cast<std::size_t>(file.tellg()) /
                                     sizeof(std::uint64_t));
  file.seekg(0);
  file.read(reinterpret_cast<char*>(numbers.data()),
            static_cast<std::streamsize>(numbers.size() * sizeof(std::uint64_t)));
  if (file) return numbers;
  return ResourceError("the records of a task cannot be read", path, "is the disk full?");
}

Result<Policy> PolicyFor(const Json& options) {
  GAUZE_ASSIGN(Policy policy, LoadForRun({.policy = PolicyOf(options), .source = "a cluster"}));
  if (policy.personal) {
    return InputError("Spark cannot make personal releases", policy.personal->where,
                      "their vault numbers the rows of one file: use gauze.run or `gauze run`");
  }
  for (const PolicyAttribute& attribute : policy.attributes) {
    if (attribute.attribute.flags.empty()) continue;
    return InputError("Spark cannot put flags together as a set", attribute.where,
                      "make the set in Spark: concat_ws(';', when(col('fever'), 'fever'), …)");
  }
  return policy;
}

Result<Json> Columns(const Json& options, Streams& /*streams*/, Progress& /*progress*/) {
  GAUZE_ASSIGN(const Policy policy, PolicyFor(options));
  const std::vector<std::string> columns = Texts(options, "columns");
  GAUZE_TRY(CheckColumns(policy, columns));
  Json read = Json::array();
  for (const std::string& column : columns) {
    if (!IsRead(policy, policy.Find(column)->attribute)) continue;
    read.push_back({{"name", column}, {"free", MayBeCarried(policy, column)}});
  }
  return read;
}

Result<Json> Spell(const Json& options, Streams& streams, Progress& progress) {
  GAUZE_ASSIGN(const Policy policy, PolicyFor(options));
  GAUZE_ASSIGN(const InputArgument source,
               InputArgument::Take(options, "source", streams, progress));
  GAUZE_ASSIGN(const auto cells, SpellValues(policy, Text(options, "column"), source.path()));
  Json spelled = Json::array();
  for (const auto& cell : cells) spelled.push_back(cell ? Json(*cell) : Json());
  return spelled;
}

Result<Json> MakeKit(const Json& options, Streams& /*streams*/, Progress& /*progress*/) {
  GAUZE_ASSIGN(const Policy policy, PolicyFor(options));
  std::vector<KitColumn> columns;
  for (const Json& column : options.at("columns")) {
    columns.push_back({ColumnFrom(column), column.at("carried").get<bool>()});
  }
  GAUZE_TRY(WriteKit(policy, columns, Text(options, "folder")));
  return Json();
}

// As Spark names the types of a release.
const char* SparkType(ValueType type) {
  switch (type) {
    case ValueType::kInteger:
      return "bigint";
    case ValueType::kDecimal:
      return "double";
    case ValueType::kDate:
      return "date";
    case ValueType::kTimestamp:
      return "timestamp_ntz";
    case ValueType::kBoolean:
      return "boolean";
    case ValueType::kText:
    case ValueType::kSet:
      break;
  }
  return "string";
}

Result<Json> Schema(const Json& options, Streams& /*streams*/, Progress& /*progress*/) {
  GAUZE_ASSIGN(const auto table, TableOf(options));
  Json columns = Json::array();
  for (const auto& [name, type] : ReleasedColumns(table->input().schema, table->policy().ranges)) {
    columns.push_back({{"name", name}, {"type", SparkType(type)}});
  }
  Json fields = Json::array();
  for (std::size_t c = 0; c < table->input().schema.table.attributes.size(); ++c) {
    const Packing::Field& field = table->input().packing.field(c);
    fields.push_back({{"word", field.word}, {"shift", field.shift}, {"mask", field.mask}});
  }
  return Json{{"words", table->words()},
              {"fields", std::move(fields)},
              {"columns", std::move(columns)},
              {"order", ReleasedOrder(table->input().schema, table->policy().ranges)},
              {"persons", !table->input().schema.table.WithRole(Role::kEntity).empty()},
              {"judged", JudgedColumns(*table)}};
}

// For each column with a dictionary the codes of its values, and then their hashes.
Result<Json> Codes(const Json& options, Streams& /*streams*/, Progress& /*progress*/) {
  GAUZE_ASSIGN(const auto table, TableOf(options));
  std::vector<std::uint64_t> numbers;
  for (std::size_t c = 0; c < table->input().schema.table.attributes.size(); ++c) {
    if (table->is_carried(c)) continue;
    const auto& codes = table->CodesOf(c);
    numbers.insert(numbers.end(), codes.begin(), codes.end());
    const auto hashes = table->HashesOf(c);
    numbers.insert(numbers.end(), hashes.begin(), hashes.end());
  }
  GAUZE_TRY(WriteNumbers(Text(options, "out"), numbers));
  return Json();
}

// What was told before is told again: nothing is kept between two calls.
Result<Json> Cuts(const Json& options, Streams& /*streams*/, Progress& /*progress*/) {
  GAUZE_ASSIGN(const auto table, TableOf(options));
  GAUZE_ASSIGN(ClusterRun run, ClusterRun::Start(*table));
  bool sampled = run.sampled();
  for (const std::string& path : Texts(options, "samples")) {
    GAUZE_ASSIGN(const auto numbers, ReadNumbers(path));
    run.Cut(numbers);
    sampled = false;
  }
  for (const std::string& path : Texts(options, "counts")) {
    GAUZE_ASSIGN(const auto numbers, ReadNumbers(path));
    std::vector<LeafCount> counts;
    for (std::size_t i = 0; i + 3 < numbers.size(); i += 4) {
      counts.push_back({static_cast<std::uint32_t>(numbers[i]),
                        static_cast<std::uint32_t>(numbers[i + 1]),
                        static_cast<Code>(numbers[i + 2]), numbers[i + 3]});
    }
    run.Join(counts);
  }
  return Json{{"sampled", sampled},         {"sample", run.sample()},
              {"deciding", run.deciding()}, {"looked_at", run.looked_at()},
              {"counted", run.counted()},   {"cuts", run.Cuts()},
              {"regions", run.regions()}};
}

Result<Json> Make(const Json& options, Streams& streams, Progress& progress) {
  GAUZE_ASSIGN(const auto table, TableOf(options));
  GAUZE_ASSIGN(const InputArgument source,
               InputArgument::Take(options, "source", streams, progress));
  GAUZE_ASSIGN(const RegionFiles made, MakeRegionFiles(*table, source.path(),
                                                       {.folder = Text(options, "folder"),
                                                        .alone = options.at("alone").get<bool>(),
                                                        .threads = Threads(options)},
                                                       progress));
  if (!made.holds) return Json{{"holds", false}, {"files", Json::array()}};
  GAUZE_ASSIGN(const auto samples, SamplePiece(*table, made.files, Threads(options)));
  return Json{{"holds", true},
              {"files", made.files},
              {"report", made.report},
              {"samples", PrintsJson(samples)}};
}

Result<Json> Bounds(const Json& options, Streams& /*streams*/, Progress& /*progress*/) {
  GAUZE_ASSIGN(const auto table, TableOf(options));
  std::vector<Printed> samples;
  for (const Json& sample : options.at("samples")) samples.push_back(PrintedFrom(sample));
  return PrintsJson(
      PartBounds(*table, std::move(samples), options.at("rows").get<std::uint64_t>()));
}

Result<Json> Part(const Json& options, Streams& /*streams*/, Progress& progress) {
  GAUZE_ASSIGN(const auto table, TableOf(options));
  GAUZE_ASSIGN(const std::uint64_t memory, Memory(options));
  const auto bound = [&](const char* name) {
    return options.contains(name) ? std::optional(PrintedFrom(options.at(name))) : std::nullopt;
  };
  return WritePart(*table,
                   {.pieces = Texts(options, "pieces"),
                    .from = bound("from"),
                    .to = bound("to"),
                    .path = Text(options, "path"),
                    .temp = Text(options, "temp"),
                    .threads = Threads(options),
                    .memory = memory},
                   progress);
}

Result<Json> Finish(const Json& options, Streams& streams, Progress& progress) {
  GAUZE_ASSIGN(const auto table, TableOf(options));
  GAUZE_ASSIGN(const ClusterRun run, ClusterRun::Start(*table));
  GAUZE_ASSIGN(const InputArgument released,
               InputArgument::Take(options, "released", streams, progress));
  GAUZE_ASSIGN(const InputArgument copy, InputArgument::Take(options, "copy", streams, progress));
  const std::string folder = Text(options, "temp");
  GAUZE_ASSIGN(const auto proved, run.Finish({.reports = Texts(options, "reports"),
                                              .parts = options.at("parts"),
                                              .released = released.path(),
                                              .copy = copy.path(),
                                              .files = Texts(options, "files"),
                                              .temp = folder,
                                              .threads = Threads(options),
                                              .memory = released.memory()},
                                             progress));
  // What lies beside the rows of a release, for the caller to take where they are.
  GAUZE_TRY(WriteFile(folder + "/manifest.json", proved.manifest.dump(2) + "\n"));
  GAUZE_TRY(report::AddPublicReport(Threads(options), progress)({folder, proved.found}));
  return proved.manifest;
}

}  // namespace

const std::vector<Operation>& ClusterOperations() {
  static const std::vector<Operation> operations = {
      {"cluster_columns", Columns}, {"cluster_spell", Spell},  {"cluster_kit", MakeKit},
      {"cluster_open", OpenKit},    {"cluster_codes", Codes},  {"cluster_schema", Schema},
      {"cluster_cuts", Cuts},       {"cluster_make", Make},    {"cluster_bounds", Bounds},
      {"cluster_part", Part},       {"cluster_finish", Finish}};
  return operations;
}

}  // namespace gauze::python
