#include "cluster.h"

#include <fstream>
#include <memory>
#include <mutex>

#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/encode/encode.h"
#include "gauze/release/distributed/cluster_run.h"
#include "gauze/release/rows/released.h"
#include "gauze/release/run/load_policy.h"
#include "gauze/report/evidence/evidence.h"
#include "given.h"

namespace gauze::python {
namespace {

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
  return policy;
}

Result<Json> Columns(const Json& options, Streams& /*streams*/, Progress& /*progress*/) {
  GAUZE_ASSIGN(const Policy policy, PolicyFor(options));
  const std::vector<std::string> columns = Texts(options, "columns");
  GAUZE_TRY(CheckColumns(policy, columns));
  Json read = Json::array();
  for (const std::string& column : columns) {
    if (IsRead(policy, policy.Find(column)->attribute)) read.push_back(column);
  }
  return read;
}

Result<Json> Values(const Json& options, Streams& streams, Progress& progress) {
  GAUZE_ASSIGN(const Policy policy, PolicyFor(options));
  GAUZE_ASSIGN(const InputArgument source,
               InputArgument::Take(options, "source", streams, progress));
  GAUZE_ASSIGN(const auto columns, ReadValues(policy, source.path(), Threads(options)));
  Json values = Json::array();
  for (const SpelledColumn& column : columns) values.push_back(ColumnJson(column));
  return values;
}

Result<Json> MakeKit(const Json& options, Streams& /*streams*/, Progress& /*progress*/) {
  GAUZE_ASSIGN(const Policy policy, PolicyFor(options));
  std::vector<SpelledColumn> columns;
  for (const Json& column : options.at("columns")) columns.push_back(ColumnFrom(column));
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
  return Json{{"words", table->words()},
              {"columns", std::move(columns)},
              {"order", ReleasedOrder(table->input().schema, table->policy().ranges)},
              {"persons", !table->input().schema.table.WithRole(Role::kEntity).empty()},
              {"judged", JudgedColumns(*table)}};
}

Result<Json> Encode(const Json& options, Streams& streams, Progress& progress) {
  GAUZE_ASSIGN(const auto table, TableOf(options));
  GAUZE_ASSIGN(const InputArgument source,
               InputArgument::Take(options, "source", streams, progress));
  GAUZE_ASSIGN(const auto records, table->Encode(source.path(), Threads(options)));
  GAUZE_TRY(WriteNumbers(Text(options, "out"), records));
  return Json();
}

Result<Json> Sample(const Json& options, Streams& /*streams*/, Progress& /*progress*/) {
  GAUZE_ASSIGN(const auto table, TableOf(options));
  GAUZE_ASSIGN(const auto records, ReadNumbers(Text(options, "records")));
  GAUZE_ASSIGN(const auto sample, SampleOf(*table, records));
  GAUZE_TRY(WriteNumbers(Text(options, "out"), sample));
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
  return Json{{"sampled", sampled},
              {"sample", run.sample()},
              {"counted", run.counted()},
              {"cuts", run.Cuts()},
              {"regions", run.regions()}};
}

Result<Json> Count(const Json& options, Streams& /*streams*/, Progress& /*progress*/) {
  GAUZE_ASSIGN(const auto table, TableOf(options));
  GAUZE_ASSIGN(const auto records, ReadNumbers(Text(options, "records")));
  GAUZE_ASSIGN(const auto counts, CountLeaves(*table, Text(options, "cuts"), records));
  std::vector<std::uint64_t> numbers;
  for (const LeafCount& count : counts) {
    numbers.insert(numbers.end(), {count.leaf, count.attribute, count.code, count.rows});
  }
  GAUZE_TRY(WriteNumbers(Text(options, "out"), numbers));
  return Json();
}

Result<Json> Regions(const Json& options, Streams& /*streams*/, Progress& /*progress*/) {
  GAUZE_ASSIGN(const auto table, TableOf(options));
  GAUZE_ASSIGN(const auto records, ReadNumbers(Text(options, "records")));
  GAUZE_ASSIGN(const auto regions, RegionsOf(*table, Text(options, "cuts"), records));
  GAUZE_TRY(WriteNumbers(Text(options, "out"), regions));
  return Json();
}

Result<Json> Make(const Json& options, Streams& /*streams*/, Progress& progress) {
  GAUZE_ASSIGN(const auto table, TableOf(options));
  GAUZE_ASSIGN(const auto records, ReadNumbers(Text(options, "records")));
  GAUZE_ASSIGN(const RegionFiles made, MakeRegionFiles(*table, records, Text(options, "folder"),
                                                       Threads(options), progress));
  return Json{{"files", made.files}, {"report", made.report}};
}

Result<Json> Finish(const Json& options, Streams& streams, Progress& progress) {
  GAUZE_ASSIGN(const auto table, TableOf(options));
  GAUZE_ASSIGN(const ClusterRun run, ClusterRun::Start(*table));
  GAUZE_ASSIGN(const InputArgument released,
               InputArgument::Take(options, "released", streams, progress));
  GAUZE_ASSIGN(const InputArgument copy, InputArgument::Take(options, "copy", streams, progress));
  const std::string folder = Text(options, "temp");
  GAUZE_ASSIGN(const auto proved, run.Finish({.reports = Texts(options, "reports"),
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
      {"cluster_columns", Columns}, {"cluster_values", Values}, {"cluster_kit", MakeKit},
      {"cluster_open", OpenKit},    {"cluster_schema", Schema}, {"cluster_encode", Encode},
      {"cluster_sample", Sample},   {"cluster_cuts", Cuts},     {"cluster_count", Count},
      {"cluster_regions", Regions}, {"cluster_make", Make},     {"cluster_finish", Finish}};
  return operations;
}

}  // namespace gauze::python
